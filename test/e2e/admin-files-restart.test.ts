import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { type RunningCli, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const portal = ofEachTest(openPortal, (one) => one.close());
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
let daemon: RunningCli;
const admin = () => join(place.root, "settings.d");
const file = () => join(admin(), "10-network.json");
const env = () => ({ SKYFERRY_SETTINGS_D: admin() });
const start = async () => {
  daemon = startCli(["daemon", "--data", place.dataFolder], { env: env() });
  await daemon.ready;
};

afterEach(() => daemon.stop("SIGKILL"));

const problems = async () => (await askHost(place.dataFolder, "status", {})).settingsProblems;

test("an administrator's file that breaks holds as it was, also over a restart, until it is corrected or taken out", async () => {
  await mkdir(admin());
  const document = { ...place.settings, locked: ["portal.url"] };
  await writeFile(file(), JSON.stringify(document), { mode: 0o644 });
  await place.configure({});
  await start();
  await daemon.stop("SIGKILL");
  const breaks = [() => writeFile(file(), JSON.stringify(document).slice(0, 60)), () => chmod(file(), 0o666)];
  for (const [index, break_] of breaks.entries()) {
    await writeFile(file(), JSON.stringify(document));
    await break_();
    await start();
    expect(await problems()).toHaveLength(1);
    expect((await problems()).at(0)?.message).toMatch(/^\S+10-network\.json .* stays in force\.$/);
    const name = liveName(dayFromToday(0), `after-${index}`);
    await place.write(name, `sent by the version before ${index}`);
    await expect.poll(() => portal.acceptances().map(({ filename }) => filename)).toContain(name);
    const shown = await place.run("settings", ["show", "--origin"], { env: env() });
    expect(shown.stdout).toMatch(/^portal\.url = .* \S+10-network\.json \(its version of .* UTC\)$/m);
    const checked = await place.run("settings", ["check"], { env: env() });
    expect(checked).toMatchObject({ code: 1, stdout: expect.stringContaining("stays in force.") });
    await daemon.stop("SIGKILL");
  }
  expect(await readFile(join(place.dataFolder, "settings.d.json"), "utf8")).toContain(portal.url);
  await rm(file());
  await start();
  expect((await askHost(place.dataFolder, "status", {})).instruments).toEqual([]);
  expect(await readFile(join(place.dataFolder, "settings.d.json"), "utf8")).not.toContain(portal.url);
});
