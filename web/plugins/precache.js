/** Writes the service worker beside the client, as /worker.js, with the list of its files. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The files that are handed out as they are. */
function readPublicFiles(folder) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return files.map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name))]);
}

const listBundled = (bundle) =>
  Object.values(bundle).map((file) => [file.fileName, file.code ?? file.source]);

/** The name of this very client: another one as soon as a single file is. */
function hashFiles(files) {
  const hash = createHash("sha256");
  for (const [name, content] of files) hash.update(`${name}\0`).update(content).update("\0");
  return hash.digest("hex").slice(0, 12);
}

export function precache(worker) {
  let config;
  return {
    name: "precache",
    apply: "build",
    enforce: "post",
    configResolved: (resolved) => void (config = resolved),
    generateBundle: {
      order: "post", // when the page is there too
      handler(_, bundle) {
        const plain = readFileSync(join(config.root, worker), "utf-8");
        const files = [...listBundled(bundle), ...readPublicFiles(config.publicDir)];
        files.sort(([one], [other]) => (one < other ? -1 : 1));
        const source = plain
          .replace("__VERSION__", hashFiles([...files, [worker, plain]]))
          .replace('["__FILES__"]', JSON.stringify(files.map(([name]) => `/${name}`)));
        this.emitFile({ type: "asset", fileName: "worker.js", source });
      },
    },
  };
}
