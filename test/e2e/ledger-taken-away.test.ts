import { copyFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf, type RunningCli, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

const portal = ofEachTest(openPortal, (one) => one.close());
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
let daemon: RunningCli;
const names = ["a", "b", "c"].map((name) => liveName(dayFromToday(0), name));

beforeEach(async () => {
  for (const name of names.slice(0, 2)) await place.write(name, name);
  daemon = startCli(["daemon", "--data", place.dataFolder]);
  await expect.poll(arrived).toEqual(names.slice(0, 2));
});
afterEach(() => daemon.stop("SIGKILL"));

const arrived = () =>
  portal
    .acceptances()
    .map(({ filename }) => filename)
    .sort();
const ledger = () => join(place.dataFolder, "ledger.sqlite");

async function take(how: string): Promise<void> {
  if (how === "replaced") {
    await copyFile(ledger(), join(place.root, "copy"));
    await rm(ledger());
    await copyFile(join(place.root, "copy"), ledger());
  } else await rm(how === "removed" ? ledger() : place.dataFolder, { recursive: true, maxRetries: 10 });
}

test.each(["removed", "replaced"])(
  "a ledger that is %s ends the daemon, which goes on when it is started again",
  async (how) => {
    await take(how);
    const { code, stderr } = await daemon.end;
    expect(code).toBe(75);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain(
      `The record of uploads in ${place.dataFolder} was removed or replaced while Skyferry was running`,
    );
    expect(await readFile(join(place.dataFolder, "logs", "skyferry.log"), "utf8")).toContain(
      "was removed or replaced",
    );

    await place.write(names[2] ?? "", "came meanwhile");
    daemon = startCli(["daemon", "--data", place.dataFolder]);
    await expect.poll(arrived).toEqual(names);
    const delivered = async () =>
      jsonOf<{ totals: { delivered: number } }>(await place.run("status", ["--json"])).totals;
    await expect.poll(delivered).toMatchObject({ delivered: 3, queued: 0, waiting: 0 });
    expect(requestsOf(portal, "PUT")).toBe(3);
    expect(daemon.said().stderr).toMatch(how === "removed" ? "It is rebuilt from the files on disk" : /^$/);
  },
);

test("a data folder that is removed ends the daemon with the same code and word", async () => {
  await take("folder");
  const { code, stderr } = await daemon.end;
  expect({ code, stderr }).toEqual({
    code: 75,
    stderr: expect.stringContaining(`The record of uploads in ${place.dataFolder} was removed`),
  });
});
