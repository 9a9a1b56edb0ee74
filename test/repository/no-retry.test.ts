import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const top = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(top, file), "utf8");

/** A retry of vitest's own: a test that passes at the second try hides that it failed, or that the program did. */
const retry = /\bretry\s*:\s*(?:[1-9]|\{\s*count)|--retry\b/;

it("no test is tried again in secret", () => {
  const files = globSync(
    ["*.config.ts", "test/**/*.{ts,config.ts}", "package.json", ".ci/run", ".github/**/*.yml"],
    {
      cwd: top,
      exclude: ["test/repository/no-retry.test.ts"],
    },
  );
  expect(files).toEqual(expect.arrayContaining(["vitest.config.ts", path.normalize("test/quick.config.ts")]));
  expect(files.filter((file) => retry.test(read(file)))).toEqual([]);
});

it.each(["retry: 2", "{ retry: { count: 1 } }", "vitest run --retry=1"])("%j is one", (text) => {
  expect(text).toMatch(retry);
});
