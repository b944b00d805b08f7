import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { catalogues } from "./plugins/catalogues.js";
import { compress } from "./plugins/compress.js";
import { precache } from "./plugins/precache.js";

export default defineConfig({
  plugins: [svelte(), catalogues(), precache("worker.js"), compress()],
  build: {
    outDir: "../src/kaiten/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 6000, // the pictures travel with the code that shows them
    // The polyfill is a script inside the page, which the server's content policy forbids.
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
