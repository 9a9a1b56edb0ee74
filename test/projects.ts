import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { seededRandom } from "#test/support/builders/seeded-random.ts";

const top = join(import.meta.dirname, "..");

/**
 * Test files that put a module in another's place. Each has a worker of its own; all others share theirs, and with it the
 * modules that they have loaded.
 */
export const mockingFiles: readonly string[] = globSync("test/**/*.test.ts", { cwd: top })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\bvi\.(mock|doMock)\(/.test(readFileSync(join(top, file), "utf8")));

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
