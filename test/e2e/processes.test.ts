import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MockPortal } from "#mock-portal/portal.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { type CliPlace, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { type CliEnd, runCli } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** Most suites run commands in their own process: here each is held against a process as the system starts it. */
let portal: MockPortal;
let place: CliPlace;
const good = liveName("2021-02-03");

beforeAll(async () => {
  portal = await openPortal();
  place = await makeCliPlace(portal.url);
  await place.write(good, "delivered");
  await place.write(liveName("2021-02-03", "ä b"), "hostile name");
  expect((await place.submit()).code).toBe(1);
  await writeFile(join(place.root, "config.toml"), '[user_account]\nusername = "station"\n');
  await mkdir(join(place.root, "nothing"));
});
afterAll(async () => {
  await place.remove();
  await portal.close();
});

/** A run tells how long it took. */
const withoutTimes = ({ code, signal, stdout, stderr }: CliEnd) => ({
  code,
  signal,
  stderr,
  stdout: stdout.replace(/(?<= in |"seconds":)\d+(\.\d+)?/g, "N"),
});

test.each([
  [0, ["--version"]],
  [0, ["daemon", "--help"]],
  [2, []],
  [2, ["delivr"]],
  [1, ["submit", "--data", "data"]],
  [0, ["submit", "--data", "data", "--dry-run", "--json", "--date", "2021-02-04"]],
  [1, ["status", "--data", "data"]],
  [2, ["status", "--data", "nothing"]],
  [0, ["explain", "--data", "data", good]],
  [2, ["daemon", "--data", "data", "--ui-port", "x"]],
  [2, ["demo", "--data", "data", "--seconds", "0"]],
  [2, ["mock-portal", "--data", "data", "--seed", "full"]],
  [2, ["import-submit-config", "config.toml", "--data", "data"]],
] as const)("ends with %i as a process too, and says the same: %j", async (code, words) => {
  const own = await runCli(words, { cwd: place.root });
  const here = await runInProcess(words, { cwd: place.root });
  expect(own).toMatchObject({ code, signal: null });
  expect(withoutTimes(here)).toEqual(withoutTimes(own));
});
