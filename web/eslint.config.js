import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

const LONGEST_COMPONENT = 250; // lines, with its script and its style

export default defineConfig(
  { ignores: ["src/protocol.ts"] }, // generated
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  { files: ["src/**"], languageOptions: { globals: globals.browser } },
  { files: ["worker.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["*.config.js", "plugins/*.js"], languageOptions: { globals: globals.node } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  { files: ["**/*.svelte"], rules: { "max-lines": ["error", LONGEST_COMPONENT] } },
  {
    rules: {
      // A parameter that must be there but is not read begins with an underscore.
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      // {" · "} keeps a space that Svelte would trim.
      "svelte/no-useless-mustaches": "off",
      // Maps and URLs are private bookkeeping here; what the page shows is in $state.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
);
