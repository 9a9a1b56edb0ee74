import { defineConfig } from "vitest/config";

const pages = "test/pages/**/*.test.ts";

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "node", include: ["test/**/*.test.ts"], exclude: [pages] } },
      {
        extends: true,
        test: {
          name: "pages",
          include: [pages],
          globalSetup: ["test/harness/build-pages.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
