import { existsSync } from "node:fs";
import { chmod, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeFolder } from "#cli/demo/demo.ts";
import { openPages } from "#cli/open-pages.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { atMost } from "#test/support/limits.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeScratch("skyferry-demo-window-");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.skipIf(process.platform === "win32")(
  "the window of a demo is asked to quit, and is waited for",
  async () => {
    const program = path.join(folder, "electron");
    await writeFile(
      program,
      `#!/bin/sh
trap 'sleep 0.3; touch "${folder}/has-quit"; exit 0' TERM
touch "${folder}/runs"
while :; do sleep 0.05; done
`,
    );
    await chmod(program, 0o755);
    const said: string[] = [];
    const env = { PATH: process.env.PATH, DISPLAY: ":9" };
    const end = openPages("http://127.0.0.1:1/", folder, { env, runtime: program }, (line) =>
      said.push(line),
    );
    await expect.poll(() => existsSync(path.join(folder, "runs")), { timeout: atMost(10_000) }).toBe(true);
    await end();
    expect(existsSync(path.join(folder, "has-quit"))).toBe(true);
    // Once more is no fault.
    await end();
    expect(said).toEqual([]);
  },
);

test("where nothing was opened there is nothing to end", async () => {
  const end = openPages("http://127.0.0.1:1/", folder, { env: {}, runtime: null }, () => {});
  if (process.platform === "linux") expect(await end()).toBe(undefined);
});

test("a folder that cannot be removed is one line, and no failure of the demo", async () => {
  const stderr = new PassThrough();
  await removeFolder(folder, { stderr }, () => Promise.reject(new Error("ENOTEMPTY: directory not empty")));
  expect(String(stderr.read())).toMatch(/^The folder of the demo was not removed, .*ENOTEMPTY.*\n$/);
  await removeFolder(folder, { stderr });
  expect([existsSync(folder), stderr.read()]).toEqual([false, null]);
});
