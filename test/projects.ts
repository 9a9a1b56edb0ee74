import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { seededRandom } from "#test/support/builders/seeded-random.ts";

const top = join(import.meta.dirname, "..");

/**
 * Files that take three quarters of the time of all: `npm test` leaves them to `npm run -s test:long`, and `.ci/run` runs both.
 * Each of their rooms keeps some files in `npm test`; what they try at length has its rules tested in those as well.
 */
export const longFiles: readonly string[] = [
  "test/faults/!(fault-report).test.ts",
  "test/pages/!(copy|former-address|landmarks|window).test.ts",
  "test/package/{bundled-desktop,completions,docs-site,packages,station}.test.ts",
  "test/e2e/{api-guide,backup,backup-killed,bad-data-folder,bad-files,bad-portal,cleanup,coverage}.test.ts",
  "test/e2e/{daemon-changes,demo,desktop-delivery,desktop-folder,desktop-process,doctor,first-start}.test.ts",
  "test/e2e/{guide-blocks,huge-file,hung-thread,long-run-usage,model-files,spoken-answers,start,verify}.test.ts",
  "test/engine/{silence,stored-rows,verify-daily}.test.ts",
  "test/engine/coverage/{coverage-model,former-places}.test.ts",
  "test/ports/{fetch-runtime,keychain-real,upgrades,mock-portal/survival}.test.ts",
  "test/shell/{desktop-start,try-out}.test.ts",
  "test/{security/left-behind,unit/adapters/ledger/faults,unit/mock-portal-seed/demo}.test.ts",
];

/** Files that look at the built pages or at the demo seed; both are made once before. */
const pages = [
  "test/pages/**/*.test.ts",
  "test/{package,smoke}/**/*.test.ts",
  "test/ports/{portal-files,http-portal-against-mock}.test.ts",
  "test/e2e/{demo,start}.test.ts",
  "test/e2e/demo-past.test.ts",
];

function filesOf(patterns: readonly string[]): readonly string[] {
  return globSync([...patterns], { cwd: top }).map((file) => file.replaceAll("\\", "/"));
}

/**
 * Test files that put a module in another's place. Each has a worker of its own; all others share theirs, and with it the
 * modules that they have loaded.
 */
export const mockingFiles: readonly string[] = filesOf(["test/**/*.test.ts"]).filter((file) =>
  /\bvi\.(mock|doMock)\(/.test(readFileSync(join(top, file), "utf8")),
);

type Project = "mocks" | "node" | "pages";

/** All test files, sorted into the projects of `vitest.config.ts`, of `npm test`, of `npm run -s test:long`, or of both. */
export function filesByProject(suite: "short" | "long" | "all"): Readonly<Record<Project, string[]>> {
  const later = new Set(filesOf(longFiles));
  const looking = new Set(filesOf(pages));
  const files = filesOf(["test/**/*.test.ts"]).filter(
    (file) => suite === "all" || later.has(file) === (suite === "long"),
  );
  const projectOf = (file: string): Project =>
    mockingFiles.includes(file) ? "mocks" : looking.has(file) ? "pages" : "node";
  return {
    mocks: files.filter((file) => projectOf(file) === "mocks"),
    node: files.filter((file) => projectOf(file) === "node"),
    pages: files.filter((file) => projectOf(file) === "pages"),
  };
}

/** Folders whose files take longest, and those in a worker of their own; all others end a run. */
const first = ["test/faults/", "test/e2e/", "test/pages/", "test/package/", ...mockingFiles];

/**
 * Begins with what takes longest, also where no earlier run has been timed, so that all workers end at about one time.
 * `SKYFERRY_TEST_ORDER` is the seed of another order (`npm run steady`).
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = process.env.SKYFERRY_TEST_ORDER;
    if (order !== undefined) {
      const byPath = files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
      return seededRandom(order).shuffled(byPath);
    }
    const rank = ({ moduleId }: TestSpecification) => {
      const file = relative(top, moduleId).replaceAll("\\", "/");
      const at = first.findIndex((start) => file.startsWith(start));
      return at < 0 ? first.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
