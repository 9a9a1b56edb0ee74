import { defineConfig } from "vitest/config";

/** What a change can be tried against within a minute: no programs are started, and little is written to the disk. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    include: ["test/{unit,engine,shell,repository}/**/*.test.ts"],
    exclude: [
      "test/unit/adapters/ledger/{faults,open,agreement}.test.ts",
      "test/shell/{try-out,carrying,entry,stand-in}.test.ts",
      "test/engine/{metrics-host,settings-host,model}.test.ts",
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
