import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { catalogues } from "./plugins/catalogues.js";

export default defineConfig({
  plugins: [svelte(), catalogues()],
  resolve: { conditions: ["browser"] }, // Svelte's runes as the page runs them
  test: {
    environment: "happy-dom",
    isolate: false, // one page for all files, which takes a quarter of the time: tests leave nothing behind
    include: ["src/**/*.test.ts", "plugins/*.test.js"],
    restoreMocks: true,
  },
});
