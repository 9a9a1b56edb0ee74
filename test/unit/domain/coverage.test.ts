import { describe, expect, test } from "vitest";
import { addedPath } from "#domain/added-files.ts";
import { type DayContext, judgeDay } from "#domain/coverage.ts";
import { type BothSides, type DayFacts, factsOf, type MeasuredFile, matchFiles } from "#domain/day-facts.ts";
import type { ListedRecord } from "#domain/portal-records.ts";
import { usualDeadlines } from "#domain/settings.ts";

const hourMs = 3_600_000;
const date = "2026-11-18";
const noonMs = Date.UTC(2026, 10, 20, 12);
const md5 = (n: number): string => String(n).padStart(32, "0");

function file(n: number, change: Partial<MeasuredFile> = {}): MeasuredFile {
  const foundAtMs = noonMs - 40 * hourMs;
  const times = { modifiedAtMs: foundAtMs, foundAtMs, changedAtMs: foundAtMs };
  return {
    id: String(n),
    relPath: `a/${n}.nc`,
    checksum: md5(n),
    size: n,
    state: "delivered",
    isTwin: false,
    ...times,
    ...change,
  };
}

function record(n: number, change: Partial<ListedRecord> = {}): ListedRecord {
  return {
    uuid: `uuid-${n}`,
    checksum: md5(n),
    filename: `${n}.nc`,
    measurementDate: date,
    size: n,
    status: "processed",
    updatedAtMs: noonMs - 39 * hourMs,
    siteId: "hyytiala",
    instrumentPid: "pid",
    tags: [],
    ...change,
  };
}

const sides = (change: Partial<BothSides>): BothSides => ({
  files: [],
  records: [],
  tags: [],
  listedAtMs: noonMs,
  elsewhere: () => null,
  ofFellows: new Set(),
  ...change,
});

const layerOf = (change: Partial<BothSides>) => matchFiles(sides(change)).files[0]?.layer;

describe("a measured file", () => {
  test.each<readonly [string, ReturnType<typeof layerOf>, Partial<BothSides>]>([
    ["whose bytes are processed", "processed", { records: [record(1)] }],
    ["whose bytes are there", "accepted", { records: [record(1, { status: "uploaded" })] }],
    ["in a status of later days", "accepted", { records: [record(1, { status: "archived" })] }],
    ["that the portal could not use", "invalid", { records: [record(1, { status: "invalid" })] }],
    ["that is announced only", "missing", { records: [record(1, { status: "created" })] }],
    ["under another name", "processed", { records: [record(1, { filename: "other.nc" })] }],
    ["of another day there", "processed", { elsewhere: (sum) => (sum === md5(1) ? record(1) : null) }],
    ["whose name has other bytes", "other-content", { records: [record(1, { checksum: md5(9) })] }],
    ["whose name has other tags", "missing", { records: [record(1, { checksum: md5(9), tags: ["co"] })] }],
    [
      "by name and size where the record has no checksum",
      "processed",
      { records: [record(1, { checksum: null })] },
    ],
    [
      "of another size where it has none",
      "other-content",
      { records: [record(1, { checksum: null, size: 7 })] },
    ],
    ["that is not there", "missing", {}],
  ])("%s is %s", (_, layer, change) => {
    expect(layerOf({ files: [file(1)], ...change })).toBe(layer);
  });

  test("that is not hashed yet is missing, whatever has its name", () => {
    const unread = sides({ files: [file(1, { checksum: null, state: "queued" })], records: [record(1)] });
    // Which record that is, is told: nobody knows yet that it holds other bytes.
    expect(matchFiles(unread).files).toMatchObject([{ layer: "missing", record: { uuid: "uuid-1" } }]);
  });

  test("that was delivered since the list is not blamed for the bytes that it replaced", () => {
    const records = [record(1, { checksum: md5(9) })];
    const at = (changedAtMs: number, listedAtMs: number | null, state: MeasuredFile["state"] = "delivered") =>
      layerOf({ files: [file(1, { changedAtMs, state })], records, listedAtMs });
    expect(at(noonMs + 1, noonMs)).toBe("unlisted");
    expect(at(noonMs, noonMs)).toBe("other-content");
    expect(at(noonMs + 1, noonMs, "waiting")).toBe("other-content");
    expect(at(noonMs + 1, null)).toBe("other-content");
  });

  test("that was delivered since the list is not called missing", () => {
    expect(layerOf({ files: [file(1, { changedAtMs: noonMs + 1 })], listedAtMs: noonMs })).toBe("unlisted");
    expect(layerOf({ files: [file(1, { changedAtMs: noonMs })], listedAtMs: noonMs })).toBe("missing");
  });

  test("whose receipt names a record elsewhere is accepted where no list shows it", () => {
    expect(layerOf({ files: [file(1, { isTwin: true })] })).toBe("accepted");
  });
});

describe("what only the portal has", () => {
  const only = (change: Partial<BothSides>) => matchFiles(sides(change)).onlyOnPortal.map(({ uuid }) => uuid);

  test("is what was received, of these tags, and matches no file by MD5 or name", () => {
    const records = [
      record(1),
      record(2),
      record(3, { status: "created" }),
      record(4, { tags: ["co"] }),
      record(5, { checksum: md5(99) }),
    ];
    expect(only({ files: [file(1), file(5)], records })).toEqual(["uuid-2"]);
  });

  test("leaves out what another instrument of this PID measured", () => {
    expect(only({ records: [record(1), record(2)], ofFellows: new Set([md5(1)]) })).toEqual(["uuid-2"]);
  });
});

test("a file that a person gave up is not measured, unless the portal has it", () => {
  const files = [file(1, { state: "cancelled" }), file(2, { state: "cancelled" })];
  expect(factsOf(matchFiles(sides({ files, records: [record(1)] })), [])).toMatchObject({
    measured: 1,
    accepted: 1,
  });
});

describe("of the files of a day", () => {
  const hours = (ago: number) => noonMs - ago * hourMs;
  const of = (files: readonly MeasuredFile[], records: readonly ListedRecord[] = []) =>
    factsOf(matchFiles(sides({ files, records })), []);

  test("the oldest counts that is not sent, that no list shows, that is not processed", () => {
    const unsent = (n: number, ago: number) => file(n, { state: "waiting", foundAtMs: hours(ago) });
    const unlisted = (n: number, ago: number) => file(n, { changedAtMs: hours(ago) });
    const uploaded = (n: number, ago: number, status: string) =>
      record(n, { status, updatedAtMs: hours(ago) });
    const files = [3, 7, 5].flatMap((ago) => [unsent(ago, ago), unlisted(10 + ago, ago), file(20 + ago)]);
    const records = [uploaded(23, 4, "uploaded"), uploaded(27, 8, "invalid"), uploaded(25, 6, "uploaded")];
    expect(of(files, records)).toMatchObject({
      unsentSinceMs: hours(7),
      unlistedSinceMs: hours(7),
      unprocessedSinceMs: hours(8),
      processedAtMs: null,
    });
  });

  test("each is counted in the layers that it has reached", () => {
    const files = [1, 2, 3, 4, 5].map((n) => file(n, { state: "waiting", foundAtMs: hours(n) }));
    const records = [
      record(1, { status: "uploaded" }),
      record(2),
      record(3, { status: "invalid" }),
      record(5, { checksum: md5(9) }),
    ];
    expect(of(files, records)).toMatchObject({
      measured: 5,
      accepted: 3,
      processed: 1,
      invalid: 1,
      otherContent: 1,
      onlyOnPortal: 0,
    });
    // Other content is as little sent as what is missing.
    expect(of(files.slice(4), records)).toMatchObject({ unsentSinceMs: hours(5), onlyOnPortal: 3 });
  });

  test("one that the portal has under another name, or with its tags in another order, is not there alone", () => {
    expect(of([file(1)], [record(1, { filename: "other.nc" })]).onlyOnPortal).toBe(0);
    const tagged = [record(1, { checksum: md5(9), tags: ["b", "a"] })];
    const both = sides({ files: [file(1)], records: tagged, tags: ["a", "b"] });
    expect(matchFiles(both)).toMatchObject({ files: [{ layer: "other-content" }], onlyOnPortal: [] });
    expect(matchFiles({ ...both, tags: ["b", "a"] }).files[0]?.layer).toBe("other-content");
    expect(matchFiles({ ...both, tags: ["a", "c"] }).files[0]?.layer).toBe("missing");
  });

  test("the newest that is processed counts", () => {
    const records = [9, 2, 6].map((ago) => record(ago, { updatedAtMs: hours(ago) }));
    expect(of([file(9), file(2), file(6)], records)).toMatchObject({
      processedAtMs: hours(2),
      unsentSinceMs: null,
      unlistedSinceMs: null,
      unprocessedSinceMs: null,
    });
  });

  test("one that was given up is not awaited, also where its name has other bytes", () => {
    const given = file(1, { state: "cancelled" });
    expect(of([given], [record(1, { checksum: md5(9) })])).toMatchObject({ measured: 0, otherContent: 0 });
    expect(of([file(1)], [record(1, { checksum: md5(9) })])).toMatchObject({ measured: 1, otherContent: 1 });
  });
});

function facts(change: Partial<BothSides>, published: DayFacts["published"] = []): DayFacts {
  return factsOf(matchFiles(sides(change)), published);
}

const context = (change: Partial<DayContext> = {}): DayContext => ({
  instrument: "Radar",
  since: null,
  firstWritten: "2026-11-01",
  expects: () => true,
  usualMs: 0,
  publishes: false,
  deadlines: usualDeadlines,
  listedAtMs: noonMs,
  isListed: () => true,
  nowMs: noonMs,
  ...change,
});

const judge = (of: DayFacts, change: Partial<DayContext> = {}, day = date) => {
  const { state, dueAtMs, gaps } = judgeDay(day, of, context(change));
  return { state, dueInHours: dueAtMs === null ? null : (dueAtMs - noonMs) / hourMs, gaps };
};

const whole = facts({ files: [file(1)], records: [record(1)] });
const nothing = facts({});
const product = { product: "radar", uuid: "u", volatile: true, errorLevel: "pass" } as const;

test("a file that the folder has and a person added counts once", () => {
  const inFolder = file(1);
  const added = file(1, { id: "added", relPath: addedPath("Radar", date, "1.nc") });
  const counted = (files: readonly MeasuredFile[]) =>
    factsOf(matchFiles(sides({ files, records: [record(1), record(2)] })), []);
  expect(counted([inFolder, added])).toMatchObject({ measured: 1, accepted: 1 });
  expect(counted([added])).toMatchObject({ measured: 1, accepted: 1 });
  expect(counted([inFolder, { ...added, checksum: md5(2) }])).toMatchObject({ measured: 2, accepted: 2 });
  // Not yet hashed, it may be any file.
  expect(counted([inFolder, { ...added, checksum: null, state: "queued" }])).toMatchObject({ measured: 2 });
  // Given up in the folder, the added one is what is awaited.
  const gaveUp = { ...inFolder, checksum: md5(3), state: "cancelled" } as const;
  expect(counted([gaveUp, { ...added, checksum: md5(3), state: "queued" }])).toMatchObject({ measured: 1 });
});

describe("a day", () => {
  test("on which all is accepted and processed is complete", () => {
    expect(judge(whole)).toEqual({ state: "complete", dueInHours: null, gaps: [] });
  });

  test("that is not over is pending, whatever is there", () => {
    expect(judge(whole, {}, "2026-11-20")).toEqual({ state: "pending", dueInHours: null, gaps: [] });
  });

  test("is a gap from two hours after a file that is not sent, to the millisecond", () => {
    const of = (ago: number) => facts({ files: [file(1, { state: "waiting", foundAtMs: noonMs - ago })] });
    expect(judge(of(2 * hourMs - 1))).toMatchObject({ state: "pending", gaps: [] });
    expect(judge(of(2 * hourMs))).toEqual({ state: "gap", dueInHours: 0, gaps: ["accepted"] });
  });

  test("is no gap for what was delivered since the list was read, and is one when a later list lacks it", () => {
    const of = facts({ files: [file(1, { changedAtMs: noonMs - 3 * hourMs })] });
    expect(judge(of, { listedAtMs: noonMs - 4 * hourMs })).toMatchObject({
      state: "pending",
      dueInHours: -1,
    });
    expect(judge(of)).toEqual({ state: "gap", dueInHours: -1, gaps: ["accepted"] });
  });

  test("is unknown while the list of another month alone was read", () => {
    const of = facts({ files: [file(1, { changedAtMs: noonMs - 3 * hourMs })] });
    const unknown = { state: "unknown", dueInHours: null, gaps: [] };
    expect(judge(of, { isListed: () => false })).toEqual(unknown);
  });

  test("is a gap from six hours after acceptance without processing, also of an invalid file", () => {
    for (const status of ["uploaded", "invalid"]) {
      const of = (hours: number) =>
        facts({ files: [file(1)], records: [record(1, { status, updatedAtMs: noonMs - hours * hourMs })] });
      expect(judge(of(5))).toEqual({ state: "pending", dueInHours: 1, gaps: [] });
      expect(judge(of(6))).toEqual({ state: "gap", dueInHours: 0, gaps: ["processed"] });
      expect(judge(of(6), { deadlines: { ...usualDeadlines, processedHours: 24 } }).state).toBe("pending");
      expect(judge(of(6), { listedAtMs: noonMs - hourMs }).state).toBe("pending");
    }
  });

  test("is a gap from two days after processing without a product, where the instrument has products", () => {
    const of = (hours: number) =>
      facts({ files: [file(1)], records: [record(1, { updatedAtMs: noonMs - hours * hourMs })] });
    expect(judge(of(48)).state).toBe("complete");
    expect(judge(of(47), { publishes: true })).toEqual({ state: "pending", dueInHours: 1, gaps: [] });
    expect(judge(of(48), { publishes: true })).toEqual({ state: "gap", dueInHours: 0, gaps: ["published"] });
    const published = facts({ files: [file(1)], records: [record(1, { updatedAtMs: 0 })] }, [product]);
    expect(judge(published, { publishes: true }).state).toBe("complete");
  });

  test("names the earliest moment of what is overdue, and every layer of it", () => {
    const files = [file(1, { state: "blocked", foundAtMs: noonMs - 10 * hourMs }), file(2), file(3)];
    const records = [record(2, { status: "invalid", updatedAtMs: noonMs - 20 * hourMs }), record(3)];
    expect(judge(facts({ files, records }))).toEqual({
      state: "gap",
      dueInHours: -14,
      gaps: ["accepted", "processed"],
    });
  });

  test("without a file is a gap where files are expected, two hours after it, or one usual pause", () => {
    expect(judge(nothing)).toMatchObject({ state: "gap", gaps: ["measured"] });
    expect(judge(nothing, {}, "2026-11-20")).toMatchObject({ state: "pending", dueInHours: 14 });
    expect(judge(nothing, { usualMs: 24 * hourMs }, "2026-11-19")).toMatchObject({
      state: "pending",
      dueInHours: 12,
    });
  });

  test.each<readonly [string, Partial<DayContext>, DayFacts]>([
    ["before `since`", { since: "2026-11-19" }, nothing],
    ["before the first file", { firstWritten: "2026-11-19" }, nothing],
    ["of an instrument that never wrote", { firstWritten: null }, nothing],
    ["on which no file is expected", { expects: () => false }, nothing],
    ["that another PC measured", {}, facts({ records: [record(1)] })],
  ])("%s is empty", (_, change, of) => {
    expect(judge(of, change)).toEqual({ state: "empty", dueInHours: null, gaps: [] });
  });

  test("counts from `since` and from the first file on, that day included", () => {
    for (const change of [{ since: date }, { since: "2026-11-01" }, { firstWritten: date }])
      expect(judge(nothing, change).state).toBe("gap");
    expect(judge(whole, { since: "2026-11-19" }).state).toBe("complete");
    const isListed = () => false;
    for (const since of [date, null])
      expect(judge(nothing, { isListed, since, expects: () => false }).state).toBe("unknown");
    expect(judge(whole, { isListed, since: "2026-11-19" }).state).toBe("unknown");
  });

  test("is not complete before it is over", () => {
    const endMs = Date.UTC(2026, 10, 19);
    expect(judge(whole, { nowMs: endMs - 1 }).state).toBe("pending");
    expect(judge(whole, { nowMs: endMs }).state).toBe("complete");
  });

  test("whose month was not listed is unknown, but for what was not sent", () => {
    const isListed = () => false;
    const unsent = facts({ files: [file(1, { state: "blocked" })] });
    expect(judge(facts({ files: [file(1)] }), { isListed, listedAtMs: null }).state).toBe("unknown");
    expect(judge(unsent, { isListed, listedAtMs: null }).state).toBe("gap");
    expect(judge(nothing, { isListed, expects: () => false }).state).toBe("unknown");
    expect(judge(nothing, { isListed, since: "2026-11-19" }).state).toBe("empty");
  });
});
