import { execFile } from "node:child_process";
import { mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const run = promisify(execFile);
const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

beforeAll(async () => {
  await run("mkfifo", [join(place.root, "pipe")]);
  await writeFile(join(place.root, "config.toml"), '[user_account]\nusername = "station"\n');
  await mkdir(join(place.root, "folder"));
  await writeFile(join(place.root, "large"), "");
  await truncate(join(place.root, "large"), 1e11);
});

/** Things that are given where a command expects a file; none of them ever ends, or is worth reading. */
const things = ["pipe", "folder", "large"];

describe.skipIf(process.platform === "win32").each(things)("a %s where a file is named", (thing) => {
  const path = () => join(place.root, thing);
  const ended = (said: {
    readonly code: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }) => {
    expect(said.code).toBeGreaterThan(0);
    expect(said.stdout + said.stderr).toContain(path());
  };

  test("as the password", async () => {
    await place.write(`live_20240501_${thing}.nc`, thing);
    ended(await place.run("submit", ["--password-file", path()], { password: null }));
  });

  test("as the settings", async () => {
    const words = ["--data", place.dataFolder, "--settings", path()];
    ended(await runInProcess(["submit", ...words]));
    ended(await runInProcess(["import-submit-config", join(place.root, "config.toml"), ...words]));
  });

  test("as the official client's configuration", async () => {
    ended(await runInProcess(["import-submit-config", path(), "--data", place.dataFolder]));
  });

  test("as own certificates", async () => {
    await place.configure({ ...place.settings, portal: { ...place.settings.portal, caFile: path() } });
    ended(await place.run("submit"));
    await place.configure(place.settings);
  });

  test.skipIf(thing === "large")("as the bundled portal's users and faults", async () => {
    for (const flag of ["--users", "--faults"])
      ended(await runInProcess(["mock-portal", "--data", join(place.root, "portal"), flag, path()]));
  });
});
