import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { atMost } from "#test/support/limits.ts";
import type { Outcome } from "./outcome.ts";
import { RunningFiles } from "./stuck-files.ts";

const vitest = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
const healthy = 'test("is well", () => {});';
const endless = "for (;;);";

/** Runs a test file of this text. */
async function run(text: string) {
  const folder = await scratchOfTest("skyferry-stuck-");
  const config = `import { endStuckFiles } from ${JSON.stringify(join(import.meta.dirname, "stuck-files.ts"))};
    export default {
      plugins: [endStuckFiles(${atMost(1_500)})],
      test: { globals: true, testTimeout: 1_000, hookTimeout: 1_000 },
    };`;
  const outcomeFile = join(folder, "outcome.json");
  await writeFile(join(folder, "vitest.config.ts"), config);
  await writeFile(join(folder, "looping.test.js"), text);
  const env = { ...process.env, SKYFERRY_OUTCOME: outcomeFile };
  const child = execFile(process.execPath, [vitest, "run", "--root", folder], { env });
  let said = "";
  child.stderr?.on("data", (piece: string) => {
    said += piece;
  });
  const [code] = await once(child, "close");
  return { code, said, outcome: JSON.parse(await readFile(outcomeFile, "utf8")) as Outcome };
}

it.each([
  ["in a test", `${healthy} test("loops", () => { ${endless} });`],
  ["while it loads", endless],
  ["behind its tests", `${healthy} afterAll(() => void setImmediate(() => { ${endless} }));`],
])("a file that loops endlessly %s ends the run and is named", async (_where, text) => {
  const { code, said, outcome } = await run(text);
  const words = /looping\.test\.js: it has (done nothing|ended last, and nothing has gone on) for \d+ s/;
  expect(said).toMatch(new RegExp(`^STUCK ${words.source}`, "m"));
  expect(code).toBe(1);
  expect(outcome.errors).toEqual([expect.stringMatching(words)]);
});

it("a file of whose test is told after its end does not run any more", () => {
  const running = new RunningFiles();
  running.hear("one.test.ts", 1);
  running.hear("other.test.ts", 2);
  running.end("one.test.ts");
  running.hear("one.test.ts", 3);
  expect(running.all()).toEqual([["other.test.ts", 2]]);
});
