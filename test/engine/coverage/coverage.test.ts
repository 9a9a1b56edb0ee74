import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { addDays } from "#base/dates.ts";
import type { CoverageDay } from "#domain/coverage.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import { requestsOf } from "#test/support/portals/cli-portal.ts";
import {
  type CoverageStation,
  checksumOf,
  instrumentsIn,
  openCoverageStation,
  openStoryPortal,
  type StoryFile,
  storyOf,
  today,
  uuidOf,
} from "./coverage-station.ts";
import { countsOf, plainDays } from "./plain-days.ts";

/** The days of a station against the portal's own store. */

const instruments = instrumentsIn("/data");
const story = storyOf(instruments, 62, "coverage");
const from = addDays(today, -62);
const yesterday = addDays(today, -1);

let ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});

async function open(given: { readonly story?: readonly StoryFile[] } = {}) {
  const { portal, close } = await openStoryPortal(given.story ?? story);
  ends.push(close);
  return { portal, station: await stationAt(portal) };
}

async function stationAt(portal: MockPortal, folder?: string): Promise<CoverageStation> {
  const station = await openCoverageStation(portal, folder === undefined ? {} : { folder });
  ends.push(() => station.close());
  return station;
}

async function daysOf(station: CoverageStation) {
  const found = await station.coverage.days(from, yesterday, null);
  if (found === null) throw new Error("No instrument is known.");
  return found;
}

async function expectAgreement(
  portal: MockPortal,
  station: CoverageStation,
  measured: readonly StoryFile[] = story.filter(({ fate }) => fate !== "only-on-portal"),
): Promise<readonly CoverageDay[]> {
  const { days } = await daysOf(station);
  expect(days.map(countsOf)).toEqual(await plainDays(portal, instruments, from, 62, measured));
  return days;
}

describe("62 days of four instruments", () => {
  test("every day agrees with the portal's store, for one request an instrument and month", async () => {
    const { portal, station } = await open();
    await station.measure(story);
    const before = requestsOf(portal, "GET");
    expect(before).toBe(0);
    station.sync.start();
    await station.pass(4);
    const asked = portal.requests();
    // Radar, ceilometer and the lidar of both channels in three months, and the site's products.
    expect(asked).toHaveLength(3 * 3 + 3);
    const days = await expectAgreement(portal, station);
    expect((await daysOf(station)).asOfMs).not.toBeNull();
    expect(new Set(days.map(({ state }) => state))).toEqual(new Set(["complete", "gap", "empty"]));
  });

  test("a kill in the middle of the first reading costs nothing", async () => {
    const { portal, station } = await open();
    await station.measure(story);
    station.sync.start();
    await station.pass(1);
    const asked = portal.requests().length;
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(12);
    const again = await station.killed();
    ends.push(() => again.close());
    await station.sync.stop();
    again.sync.start();
    await again.pass(4);
    await expectAgreement(portal, again);
    expect(portal.requests().length).toBeLessThanOrEqual(14);
  });

  test("a ledger that is lost is filled again", async () => {
    const { portal, station } = await open();
    await station.measure(story);
    station.sync.start();
    await station.pass(4);
    await station.sync.stop();
    await station.ledger.close();
    await rm(join(station.folder, "data"), { recursive: true });
    const again = await stationAt(portal, station.folder);
    await again.measure(story);
    again.sync.start();
    await again.pass(4);
    await expectAgreement(portal, again);
  });

  test("files that are removed here stay measured", async () => {
    const { portal, station } = await open();
    await station.measure(story);
    await rm(join(station.folder, "files"), { recursive: true });
    station.sync.start();
    await station.pass(4);
    await expectAgreement(portal, station);
  });
});

describe("a day is shown as it is now", () => {
  const [radar] = instruments;
  const fileOf = (fate: StoryFile["fate"], n: number): StoryFile => {
    if (radar === undefined) throw new Error("The demo has no radar.");
    return { instrument: radar, date: yesterday, relPath: `${yesterday}/${n}.nc`, fate };
  };
  const dayOf = async (station: CoverageStation) => {
    const found = await station.coverage.day("Cloud radar", yesterday);
    if (found === null) throw new Error("The radar is not known.");
    return found;
  };

  test("after more is measured, changed and delivered", async () => {
    const { station } = await open({ story: [fileOf("processed", 1)] });
    await station.measure([fileOf("processed", 1)]);
    station.sync.start();
    await station.pass(2);
    expect((await dayOf(station)).day).toMatchObject({ measured: 1, accepted: 1, state: "complete" });
    await station.measure([fileOf("not-sent", 2)]);
    expect((await dayOf(station)).day).toMatchObject({ measured: 2, accepted: 1 });
    const [unsent] = await station.ledger.list({ states: ["queued"] }, 1, null);
    await station.ledger.apply(unsent?.id ?? "", { type: "changed" }, station.clock.nowMs());
    expect((await dayOf(station)).day).toMatchObject({ measured: 2, accepted: 1 });
  });

  test("without blame for the bytes that a delivery replaced since the list", async () => {
    const file = { ...fileOf("other-bytes", 1), date: today };
    const { station } = await open({ story: [file] });
    station.sync.start();
    await station.pass(2);
    await station.measure([file]);
    const layers = async () =>
      (await station.coverage.day("Cloud radar", today))?.files.map(({ layer }) => layer);
    expect(await layers()).toEqual(["accepted"]);
    // Nor is it sent again, which would give up its receipt.
    expect(await station.coverage.sendMissing(today, today, null)).toEqual({ queued: 0, left: 0, asked: 0 });
    await station.pass(120);
    expect(await layers()).toEqual(["other-content"]);
  });

  test("with what the portal has of each file, and without the delivered ones that are gone from their folder", async () => {
    const files = [
      fileOf("processed", 1),
      fileOf("uploaded", 2),
      fileOf("invalid", 3),
      fileOf("not-sent", 4),
    ];
    const { station } = await open({ story: [...files, fileOf("only-on-portal", 5)] });
    await station.measure(files);
    station.sync.start();
    await station.pass(2);
    const told = (await dayOf(station)).files.map(({ relPath, size, verdict }) => [
      relPath.replace(`${yesterday}/`, ""),
      size,
      verdict,
    ]);
    expect(told.toSorted()).toEqual([
      ["1.nc", 5, "processed"],
      ["2.nc", 5, "accepted"],
      ["3.nc", 5, "invalid"],
      ["4.nc", 5, null],
      ["5.nc", null, "processed"],
    ]);
    const gone = async () => {
      const found = await station.coverage.gone("Cloud radar", yesterday);
      const { files: now } = await dayOf(station);
      return found?.map(({ uploadId: id }) => now.find(({ uploadId }) => uploadId === id)?.relPath);
    };
    expect(await gone()).toEqual([]);
    const folder = join(station.folder, "files", "Cloud radar");
    for (const n of [2, 4]) await rm(join(folder, yesterday, `${n}.nc`));
    expect(await gone()).toEqual([`${yesterday}/2.nc`]);
    // Nothing is said of a folder that went away, as of a drive that is not mounted.
    await rm(folder, { recursive: true });
    expect(await gone()).toEqual([]);
    expect(await station.coverage.gone("Nobody", yesterday)).toBe(null);
  });

  test("by the newest word of a portal that contradicts itself", async () => {
    const file = fileOf("processed", 1);
    const { station } = await open({ story: [] });
    await station.measure([file]);
    const reading = await station.ledger.beginReading("http://portal");
    const newer = {
      uuid: uuidOf("radar"),
      checksum: checksumOf(file),
      filename: "1.nc",
      measurementDate: yesterday,
      size: 5,
      status: "invalid",
      updatedAtMs: 2_000,
      siteId: file.instrument.site,
      instrumentPid: file.instrument.pid,
      tags: [],
    };
    await station.ledger.keepRecords([newer, { ...newer, status: "processed", updatedAtMs: 1_000 }], reading);
    expect((await dayOf(station)).files.map(({ layer }) => layer)).toEqual(["invalid"]);
  });

  test("without what another instrument of the same PID measured", async () => {
    const one = fileOf("processed", 1);
    const fellow = { ...one.instrument, name: "Radar, other folder" };
    const both = [one, { ...fileOf("processed", 2), instrument: fellow }];
    const { portal, close } = await openStoryPortal(both);
    ends.push(close);
    const station = await openCoverageStation(portal, { instruments: [one.instrument, fellow] });
    ends.push(() => station.close());
    await station.measure(both);
    station.sync.start();
    await station.pass(2);
    const { days } = await daysOf(station);
    expect(days.filter(({ onlyOnPortal }) => onlyOnPortal !== 0)).toEqual([]);
    expect(days.filter(({ accepted }) => accepted === 1)).toHaveLength(2);
  });

  test("no day is expected for the sake of older files that a person added", async () => {
    const instrument = { ...fileOf("processed", 1).instrument, expectEveryMinutes: 60 };
    const own = { ...fileOf("processed", 1), instrument, date: addDays(today, -3) };
    const date = addDays(today, -10);
    const added = { ...own, date, relPath: `/added/radar-0a1b2c3d/${date}/old.nc` };
    const { portal, close } = await openStoryPortal([own, added]);
    ends.push(close);
    const station = await openCoverageStation(portal, { instruments: [instrument] });
    ends.push(() => station.close());
    await station.measure([own, added]);
    station.sync.start();
    await station.pass(2);
    const { days } = await daysOf(station);
    expect(days.find((day) => day.date === date)).toMatchObject({ measured: 1, state: "complete" });
    expect(days.filter(({ state }) => state === "gap").map((day) => day.date)).toEqual([
      addDays(today, -2),
      yesterday,
    ]);
  });

  test("what the portal confirmed is accepted, before its list was read and where the list lacks it", async () => {
    const [listed, absent, unsent] = [fileOf("processed", 1), fileOf("absent", 2), fileOf("not-sent", 3)];
    const { station } = await open({ story: [listed, absent] });
    await station.measure([listed, absent, unsent]);
    const found = await station.coverage.day("Cloud radar", yesterday);
    expect(found).toMatchObject({
      asOfMs: null,
      day: {
        state: "gap",
        gaps: ["accepted"],
        measured: 3,
        accepted: 2,
        unlisted: 0,
        processed: null,
        invalid: null,
        otherContent: null,
        onlyOnPortal: null,
      },
    });
    expect(found?.files.map(({ layer }) => layer).sort()).toEqual(["accepted", "accepted", "missing"]);
    expect(await station.coverage.sendMissing(yesterday, yesterday, null)).toEqual({
      queued: 1,
      left: 0,
      asked: 0,
    });
    expect(await station.ledger.totals()).toMatchObject({ queued: 1, delivered: 2, superseded: 0 });
    station.sync.start();
    await station.pass(2);
    const after = await station.coverage.day("Cloud radar", yesterday);
    expect(after).toMatchObject({ day: { measured: 3, accepted: 2, unlisted: 1, processed: 1 } });
    expect(after?.files.map(({ layer }) => layer).sort()).toEqual(["missing", "processed", "unlisted"]);
  });

  test("what waits is sent again, what is absent is asked for, what another PC replaced is left", async () => {
    const { station } = await open({ story: [fileOf("other-bytes", 1), fileOf("absent", 2)] });
    await station.measure([fileOf("other-bytes", 1), fileOf("absent", 2), fileOf("not-sent", 3)]);
    const [waiting] = await station.ledger.list({ states: ["queued"] }, 1, null);
    const failure = { cause: "refused", message: "No.", portalMessage: null } as const;
    await station.ledger.apply(waiting?.id ?? "", { type: "claimed" }, station.clock.nowMs());
    await station.ledger.apply(waiting?.id ?? "", { type: "failed-final", failure }, station.clock.nowMs());
    station.sync.start();
    await station.pass(2);
    expect(await station.coverage.sendMissing(yesterday, yesterday, "Cloud radar")).toEqual({
      queued: 1,
      left: 1,
      asked: 1,
    });
    expect(station.compared).toEqual([yesterday]);
    // A list alone withdraws no receipt.
    expect(await station.ledger.totals()).toMatchObject({ queued: 1, delivered: 2, superseded: 0 });
  });
});
