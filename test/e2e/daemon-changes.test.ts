import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { ceilometer, dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { type RunningCli, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

const portal = ofEachTest(openPortal, (one) => one.close());
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
let daemon: RunningCli;
const start = async (words: readonly string[] = [], password: string | null = null) => {
  daemon = startCli(["daemon", "--data", place.dataFolder, ...words], { password });
  await daemon.ready;
};

afterEach(() => daemon.stop("SIGKILL"));

const today = dayFromToday(0);
const arrived = () => portal.acceptances().map(({ filename }) => filename);
const posts = () => requestsOf(portal, "POST");

const status = () => askHost(place.dataFolder, "status", {});

test("a wrong password costs one request and holds the queue; correcting the password file is enough", async () => {
  const passwordFile = join(place.root, "password");
  await writeFile(passwordFile, "not-the-word\n", { mode: 0o600 });
  for (const what of ["a", "b", "c"]) await place.write(liveName(today, what), `waits ${what}`);
  await start(["--password-file", passwordFile]);
  await expect.poll(posts).toBe(1);
  await expect.poll(async () => (await status()).holds[0]?.cause).toBe("credentials");
  const held = await place.run("status");
  expect(held.code).toBe(1);
  expect(held.stdout).toContain(`  ${new URL(portal.url).host} does not accept the user name`);
  await place.write(liveName(today, "d"), "comes while it is held");
  expect((await place.run("explain", [liveName(today, "a")])).stdout).toContain(
    "does not accept the user name",
  );
  expect(posts()).toBe(1);

  await writeFile(passwordFile, "station\n");
  await expect.poll(() => arrived().length).toBe(4);
  expect((await status()).holds).toEqual([]);
  expect((await daemon.stop()).code).toBe(0);
  for (const name of await readdir(place.dataFolder, { recursive: true }))
    if (!name.endsWith("logs"))
      expect(await readFile(join(place.dataFolder, name), "latin1")).not.toContain("not-the-word");
});

test("settings that change while it runs are taken up: an instrument comes, an error is told and can be fixed", async () => {
  await start([], "station");
  const folder = join(place.root, "second");
  const path = await place.write(join(folder, "disdrometer_20211205.txt"), "of the second instrument");
  const second = {
    name: "Second",
    site: "hyytiala",
    instrument: "parsivel",
    folder,
    finish: ceilometer.finish,
    pid: "https://hdl.handle.net/21.12132/3.0b6f9ce3ed364cc4",
    pattern: "disdrometer_%Y%m%d.txt",
  };
  await place.configure({
    ...place.settings,
    instruments: [...place.settings.instruments, { ...second, pid: "x" }],
  });
  await expect
    .poll(async () => (await status()).settingsProblems.map(({ key }) => key))
    .toEqual(["instruments[1].pid"]);
  await place.write(liveName(today, "first"), "the first instrument goes on");
  await expect.poll(arrived).toEqual([liveName(today, "first")]);

  // As an editor saves: a new file takes the old one's name.
  const draft = join(place.root, "draft.json");
  await writeFile(draft, JSON.stringify({ ...place.settings, instruments: [second] }));
  await rename(draft, place.settingsFile);
  await expect.poll(arrived).toContain("disdrometer_20211205.txt");
  expect((await status()).settingsProblems).toEqual([]);
  expect((await place.run("explain", [path])).stdout).toContain("Instrument: Second");

  await writeFile(place.settingsFile, "{ half a fi");
  await expect.poll(async () => (await status()).needsAttention).toBe(true);
  await place.write(join(folder, "disdrometer_20211206.txt"), "goes on by the settings read last");
  await expect.poll(arrived).toContain("disdrometer_20211206.txt");
});

test("a folder that is not there yet is a problem that resolves itself", async () => {
  const folder = join(place.root, "share");
  await place.configure({ ...place.settings, instruments: [{ ...ceilometer, folder }] });
  await start([], "station");
  expect(daemon.said().stderr).toContain(`${folder} does not exist`);
  await expect.poll(async () => (await status()).needsAttention).toBe(true);
  await place.write(join(folder, liveName(today)), "the share is back");
  await askHost(place.dataFolder, "rescan", {});
  expect(await status()).toMatchObject({ needsAttention: false, settingsProblems: [] });
  await expect.poll(arrived).toEqual([liveName(today)]);
});
