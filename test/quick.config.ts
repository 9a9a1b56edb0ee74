import { defineConfig } from "vitest/config";
import { mockingFiles } from "./projects.ts";
import { endStuckFiles } from "./steady/stuck-files.ts";
import { limits } from "./support/limits.ts";

const quick = ["test/{unit,engine,shell,repository}/**/*.test.ts"];
const slow = [
  "test/unit/adapters/ledger/{faults,open,agreement}.test.ts",
  "test/shell/{desktop,desktop-start,delivering,engine-process,entry,fake-electron,stand-in,try-out}.test.ts",
  "test/engine/{metrics-host,settings-host,model}.test.ts",
];

/** What a change can be tried against within a minute: no programs are started, and little is written to the disk. */
export default defineConfig({
  plugins: [endStuckFiles(limits.silence)],
  test: {
    root: `${import.meta.dirname}/..`,
    testTimeout: limits.test,
    hookTimeout: limits.test,
    expect: { poll: { timeout: limits.poll } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: "node", include: quick, exclude: [...slow, ...mockingFiles], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "mocks",
          include: mockingFiles.filter((file) => /^test\/(unit|engine|shell|repository)\//.test(file)),
          exclude: slow,
        },
      },
    ],
  },
});
