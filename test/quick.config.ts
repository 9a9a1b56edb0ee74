import { defineConfig } from "vitest/config";
import { mockingFiles } from "./projects.ts";
import { endStuckFiles } from "./steady/stuck-files.ts";
import { limits } from "./support/limits.ts";

const quick = ["test/{unit,engine,shell,repository}/**/*.test.ts"];
const slow = [
  "test/unit/adapters/ledger/{faults,open,agreement}.test.ts",
  "test/shell/{desktop,desktop-start,delivering,engine-process,entry,fake-electron,stand-in,try-out}.test.ts",
  "test/engine/{metrics-host,settings-host,model,failed-hosts,failed-starts}.test.ts",
  "test/engine/{silence,verify-daily,disks,two-looks,errors,notifications}.test.ts",
  "test/engine/coverage/{coverage,list-sync,list-contents}.test.ts",
  "test/unit/mock-portal-seed/{demo,plot,netcdf}.test.ts",
  "test/unit/domain/learned-cadence-properties.test.ts",
  "test/unit/adapters/ledger/{little-disk,until-written}.test.ts",
  "test/repository/{sentences,import-zones}.test.ts",
];

/** The tests of a first try, within a minute: no programs are started, little is written to the disk, no file takes long. */
export default defineConfig({
  plugins: [endStuckFiles(limits.silence)],
  test: {
    root: `${import.meta.dirname}/..`,
    testTimeout: limits.test,
    hookTimeout: limits.test,
    expect: { poll: { timeout: limits.poll } },
    maxWorkers: 2,
    env: { SKYFERRY_STRICT_ANSWERS: "1" },
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
