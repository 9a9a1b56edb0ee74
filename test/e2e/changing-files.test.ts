import { appendFile, utimes } from "node:fs/promises";
import { expect, test } from "vitest";
import { ofAllTests, ofEachTest } from "#test/support/builders/of-tests.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";
import { portalProbe } from "#test/support/portals/portal-probe.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

/** A hundredth of a second, in the hours of the settings: over before the next run looks. */
const momentOfHours = 1 / 360_000;
const appendEvery = (everyHours: number) =>
  place.configure({
    ...place.settings,
    instruments: [
      {
        ...place.settings.instruments[0],
        finish: { policy: "append", everyHours, graceMinutes: 0, seconds: 0 },
      },
    ],
  });
/** The instrument appends; its file is as old as the last telegram. */
const append = async (path: string, agoSeconds: number) => {
  await appendFile(path, "one more telegram\n");
  const at = Date.now() / 1000 - agoSeconds;
  await utimes(path, at, at);
};
const versionsOf = (name: string) =>
  portal
    .acceptances()
    .filter(({ filename }) => filename === name)
    .map(({ size }) => size);

test("append: today's file goes when it is due, again when it has grown, and not sooner than every N hours", async () => {
  const name = liveName(dayFromToday(0), "day");
  await appendEvery(momentOfHours);
  const path = await place.write(name, "first telegram\n");
  expect(await place.submit()).toMatchObject({ code: 0, report: { delivered: 1 } });

  await append(path, 1800);
  expect(await place.submit()).toMatchObject({ code: 0, report: { delivered: 1 } });
  expect(versionsOf(name)).toEqual([15, 33]);
  const records = (await portalProbe(portal.url).rawFiles("hyytiala")).filter(
    ({ filename }) => filename === name,
  );
  expect(records).toMatchObject([{ size: "33" }]);

  await append(path, 900);
  await appendEvery(24);
  const early = await place.submit();
  expect(early).toMatchObject({ code: 0, report: { found: 0, delivered: 0 } });
  expect(early.report.skipped).toEqual([
    { path, reason: expect.stringContaining("it grows and is sent every 24 h") },
  ]);
  expect(versionsOf(name)).toEqual([15, 33]);
});

test("append: a file whose day is closed goes once more whatever the hours say, and then no more", async () => {
  const name = liveName(dayFromToday(-1), "day");
  await appendEvery(momentOfHours);
  const path = await place.write(name, "yesterday first\n");
  await place.submit();
  await append(path, 1800);
  await appendEvery(24);
  expect(await place.submit()).toMatchObject({ code: 0, report: { found: 1, delivered: 1 } });
  expect(await place.submit()).toMatchObject({
    code: 0,
    report: { found: 1, delivered: 0, deliveredBefore: 1 },
  });
  expect(versionsOf(name)).toEqual([16, 34]);
});

test("a file that changes while it is sent is superseded, and its newer version is what the portal has", async () => {
  const name = liveName("2021-05-05", "rewritten");
  const path = await place.write(name, "a".repeat(9_000_000));
  portal.setFaults([{ method: "PUT", requests: 1, fault: { uploadBytesPerSecond: 6_000_000 } }]);
  const before = requestsOf(portal, "PUT");
  const submitted = place.submit();
  await expect.poll(() => requestsOf(portal, "PUT")).toBe(before + 1);
  await append(path, 3000);
  const { code, report } = await submitted;
  expect({ code, ...report }).toMatchObject({ code: 0, delivered: 1, superseded: 1 });
  expect(versionsOf(name).at(-1)).toBe(9_000_018);
});
