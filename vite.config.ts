import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { helpPages } from "#build/help/help-pages.ts";
import { pageLanguages } from "#build/languages/page-languages.ts";
import { notePackages } from "#build/sbom/bundled-packages.ts";

/** The pages: built once, served by either host. Addresses are relative, so that any scheme may carry them. */
export default defineConfig({
  root: "renderer",
  base: "./",
  plugins: [helpPages(), pageLanguages(), react(), notePackages()],
  build: {
    outDir: "../out/renderer",
    emptyOutDir: true,
    target: "es2024",
    // An inlined image would need a source that the page's policy does not name for fonts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
