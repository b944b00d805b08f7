/** Writes compressed forms of every file that is worth it beside it, for the server to send. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WORTH_IT = 1000; // bytes
const TEXT = /\.(css|html|js|json|svg|txt|webmanifest)$/;

const brotli = (plain) =>
  brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
const gzip = (plain) => gzipSync(plain, { level: 9 });

function compressFile(path) {
  const plain = readFileSync(path);
  if (plain.length <= WORTH_IT) return;
  for (const [end, small] of [
    [".br", brotli(plain)],
    [".gz", gzip(plain)],
  ])
    if (small.length < plain.length) writeFileSync(path + end, small);
}

export function compress() {
  let folder = "";
  return {
    name: "compress",
    apply: "build",
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    closeBundle() {
      readdirSync(folder, { recursive: true })
        .filter((name) => TEXT.test(name))
        .forEach((name) => compressFile(join(folder, name)));
    },
  };
}
