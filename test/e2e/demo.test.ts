import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOfDayMs, todayUtc } from "#base/dates.ts";
import { simulatedInstruments } from "#demo/instrument-files.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { jsonOf, runCli, startCli } from "#test/support/hosts/cli-run.ts";
import { copyDemoSeed } from "#test/support/portals/demo-portal.ts";

/** The same folder for both demos: the second goes on where the first has ended. The try-out fills a portal of its own. */
let root: string;
beforeAll(async () => {
  root = await makeScratch("skyferry-demo-test-");
  copyDemoSeed(join(root, "portal"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const timeoutMs = 120_000;
const demo = ["demo", "--no-open", "--data"];

test("demo --seconds 5 --json ends with one document: all that was written is on the portal", {
  timeout: timeoutMs,
}, async () => {
  const end = await runCli([...demo, root, "--seconds", "5", "--json"], { timeoutMs });
  expect(end.code).toBe(0);
  const report = jsonOf<Readonly<Record<string, unknown>>>(end);
  const { written } = report;
  expect(written).toBeGreaterThanOrEqual(4);
  expect(report).toEqual({
    written,
    delivered: written,
    verified: written,
    portalCount: written,
    blocked: 0,
    wrong: [],
  });
  expect(end.stderr).toMatch(
    /^Opening .*\nBundled portal: http:\/\/127\.0\.0\.1:\d+\nSkyferry: http:\/\/127\.0\.0\.1:/,
  );
});

test("a demo in a kept folder goes on there; Ctrl-C ends it with a check in words", {
  timeout: timeoutMs,
}, async () => {
  const before = await writtenIn(root);
  const running = startCli([...demo, root], { timeoutMs });
  // Early in a day nothing more may be due: then only its start shows that it goes on.
  const isUp = () => running.said().stdout.includes("\nSkyferry: http");
  const hasGoneOn = async () => isUp() && (await writtenIn(root)) >= Math.min(before + 3, dueFiles());
  await expect.poll(hasGoneOn, { timeout: timeoutMs / 2 }).toBe(true);
  const { code, stdout } = await running.stop("SIGINT");
  expect(code).toBe(0);
  expect(stdout).toContain(
    "\nEnding: the last files are being written, sent and checked. This takes up to 60 s; Ctrl-C again ends it",
  );
  expect(stdout).toMatch(
    /\n(\d+) files? written, \1 delivered, \1 downloaded from the portal and identical byte for byte, 0 blocked; the portal counts \1\.\n$/,
  );
});

/** How many files the instruments have by now: few early in a day. */
function dueFiles(): number {
  const nowMs = Date.now();
  let count = 0;
  for (const { stepMinutes, filesAt } of simulatedInstruments())
    for (let at = startOfDayMs(todayUtc(nowMs)); at <= nowMs; at += stepMinutes * 60_000)
      count += filesAt(at).length;
  return count;
}

/** Files that the simulated instruments have begun. */
async function writtenIn(folder: string): Promise<number> {
  const entries = await readdir(join(folder, "instruments"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
