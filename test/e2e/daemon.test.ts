import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, jsonOf, type RunningCli, startCli } from "#test/support/hosts/cli-run.ts";
import { atMost } from "#test/support/limits.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

/** A daemon, from its start to its end; each test is a moment of its life. */
const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
let daemon: RunningCli;
const first = liveName(dayFromToday(0), "first");

beforeAll(async () => {
  await place.write(first, "was there before the daemon");
  daemon = startCli(["daemon", "--data", place.dataFolder]);
});
afterAll(() => daemon.stop("SIGKILL"));

const arrived = () => portal.acceptances().map(({ filename }) => filename);

test("it prints one JSON line with the pages' address when it is ready", async () => {
  const ready = await daemon.ready;
  expect(Object.keys(ready)).toEqual(["ui"]);
  expect(ready.ui).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32,}$/);
});

test("host.json is readable by this user alone and leads to it", async () => {
  const file = join(place.dataFolder, "host.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const record = JSON.parse(await readFile(file, "utf8"));
  expect(Object.keys(record)).toEqual(["pid", "address", "token", "startedAt", "version"]);
  expect(record.pid).toBe(daemon.pid);
  const { ui } = await daemon.ready;
  expect(`${record.address}/#token=${record.token}`).toBe(ui);
});

test("it delivers what was there before it and what comes while it runs", async () => {
  await expect.poll(arrived).toEqual([first]);
  const second = liveName(dayFromToday(0), "second");
  await place.write(second, "came later");
  await expect.poll(arrived).toEqual([first, second]);
});

test("status and explain answer beside it", async () => {
  const status = await place.run("status", ["--json"]);
  expect(status).toMatchObject({ code: 0, stderr: "" });
  const found = jsonOf<{ instruments: { lastSweepAt: string | null }[] }>(status);
  expect(found).toMatchObject({ running: true, totals: { delivered: 2 }, needsAttention: false });
  expect(found.instruments[0]?.lastSweepAt).not.toBeNull();
  expect((await place.run("status")).stdout).toMatch(
    /^Everything is safe\.\n2 of today's 2 files are on the portal\.\nSkyferry is running as a daemon \(process \d+\)\.\n2 files delivered/,
  );
  const explained = await place.run("explain", [first]);
  expect(explained).toMatchObject({ code: 0, stderr: "" });
  expect(explained.stdout).toContain("It is on the portal, confirmed at ");
});

test("a second daemon and a submit on its data folder are refused, and it goes on", async () => {
  for (const command of ["daemon", "submit"]) {
    const complaint = complaintOf(await place.run(command));
    expect(complaint).toContain("already in use by another Skyferry process");
    expect(complaint).toContain(place.dataFolder);
  }
  expect(existsSync(join(place.dataFolder, "host.json"))).toBe(true);
  expect((await place.run("status")).stdout).toMatch(/\nSkyferry is running as a daemon \(process \d+\)\./);
});

test("SIGTERM in the middle of an upload ends it with 0 within 5 seconds, and nothing is lost", async () => {
  const slow = liveName(dayFromToday(0), "slow");
  const content = Buffer.alloc(9_000_000, "slow");
  portal.setFaults([{ method: "PUT", fault: { uploadBytesPerSecond: 100_000 } }]);
  await place.write(slow, content);
  await expect.poll(() => requestsOf(portal, "PUT")).toBe(3);
  const { code, signal, stderr, lastedMs } = await daemon.stop();
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: "" });
  expect(lastedMs).toBeLessThan(atMost(5_000));
  expect(existsSync(join(place.dataFolder, "host.json"))).toBe(false);
  expect(arrived()).not.toContain(slow);

  const status = await place.run("status", ["--json"]);
  expect(jsonOf(status)).toMatchObject({ running: false, totals: { delivered: 2, queued: 1 } });
  portal.setFaults([]);
  const { code: submitted, report } = await place.submit();
  expect({ submitted, ...report }).toMatchObject({ submitted: 0, found: 3, delivered: 1 });
  expect(portal.acceptances().at(-1)).toMatchObject({ filename: slow, size: content.length });
});
