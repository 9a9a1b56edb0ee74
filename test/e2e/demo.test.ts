import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonOf, runCli, startCli } from "../harness/cli-run.ts";
import { makeScratch } from "../harness/scratch.ts";

let root: string;
beforeAll(async () => {
  root = await makeScratch("skyferry-demo-test-");
});
afterAll(() => rm(root, { recursive: true, force: true }));

const patience = 120_000;

test(
  "demo --seconds 5 --no-open --json ends with one document: all that was written is on the portal",
  async () => {
    const end = await runCli(["demo", "--seconds", "5", "--no-open", "--json"], {
      env: { TMPDIR: root },
      timeoutMs: patience,
    });
    expect(end.code).toBe(0);
    const report = jsonOf<Readonly<Record<string, unknown>>>(end);
    const { written } = report;
    expect(written).toBeGreaterThanOrEqual(4);
    expect(report).toEqual({
      ...{ written, delivered: written, verified: written, portalCount: written },
      ...{ blocked: 0, wrong: [] },
    });
    expect(end.stderr).toMatch(
      /^Bundled portal: http:\/\/127\.0\.0\.1:\d+\nSkyferry: http:\/\/127\.0\.0\.1:/,
    );
    expect(await readdir(root)).toEqual([]);
  },
  patience,
);

/** Starts a demo in a kept folder, lets each instrument write, presses Ctrl-C; gives its last line. */
async function demoUntilInterrupted(folder: string): Promise<string> {
  const demo = startCli(["demo", "--data", folder, "--no-open"], { timeoutMs: patience });
  const instruments = join(folder, "instruments");
  await mkdir(instruments, { recursive: true });
  const before = (await filesIn(instruments)).length;
  await expect
    .poll(async () => (await filesIn(instruments)).length, { timeout: patience / 2 })
    .toBeGreaterThan(before + 2);
  const { code, stdout } = await demo.stop("SIGINT");
  expect(code).toBe(0);
  return stdout.trimEnd().split("\n").at(-1) ?? "";
}

test(
  "a demo whose folder is kept goes on there; Ctrl-C ends it with a check in words",
  async () => {
    const folder = join(root, "kept");
    for (const _time of [1, 2])
      expect(await demoUntilInterrupted(folder)).toMatch(
        /^(\d+) files written, \1 delivered, \1 downloaded from the portal and found the same byte for byte, 0 blocked; the portal counts \1\.$/,
      );
  },
  patience,
);

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
