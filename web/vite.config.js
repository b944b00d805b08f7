import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { packed } from "./plugins/packed.js";
import { precached } from "./plugins/precached.js";

export default defineConfig({
  plugins: [svelte(), precached("worker.js"), packed()],
  build: {
    outDir: "../src/kaiten/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 6000, // the pictures travel with the code that shows them
    modulePreload: { polyfill: false }, // it would be a script inside the page, which the server's content policy forbids
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
