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
    // All know `light-dark()`, by which the tokens name both themes; its stand-in would not follow the theme of the page.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // An inlined image would need a source that the page's policy does not name for fonts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
