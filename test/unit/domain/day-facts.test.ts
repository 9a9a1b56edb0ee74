import { describe, expect, test } from "vitest";
import { addedPath } from "#domain/added-files.ts";
import {
  type BothSides,
  factsOf,
  type KeptRecord,
  type MeasuredFile,
  matchFiles,
} from "#domain/day-facts.ts";
import { date, file, hourMs, md5, noonMs, record, sides } from "#test/support/builders/day-sides.ts";

const layerOf = (change: Partial<BothSides>) => matchFiles(sides(change)).files[0]?.layer;

describe("a measured file", () => {
  test.each<readonly [string, ReturnType<typeof layerOf>, Partial<BothSides>]>([
    ["whose bytes are processed", "processed", { records: [record(1)] }],
    ["whose bytes are there", "accepted", { records: [record(1, { status: "uploaded" })] }],
    ["in a status of later days", "accepted", { records: [record(1, { status: "archived" })] }],
    ["that the portal could not use", "invalid", { records: [record(1, { status: "invalid" })] }],
    ["that is announced only", "unlisted", { records: [record(1, { status: "created" })] }],
    ["under another name", "processed", { records: [record(1, { filename: "other.nc" })] }],
    ["of another day there", "processed", { elsewhere: (sum) => (sum === md5(1) ? record(1) : null) }],
    ["whose name has other bytes", "other-content", { records: [record(1, { checksum: md5(9) })] }],
    ["whose name has other tags", "unlisted", { records: [record(1, { checksum: md5(9), tags: ["co"] })] }],
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
    ["that is not there", "unlisted", {}],
    ["that another portal confirmed", "missing", { files: [file(1, { hasReceipt: false })] }],
    ["that was not sent", "missing", { files: [file(1, { state: "waiting" })] }],
  ])("%s is %s", (_, layer, change) => {
    expect(layerOf({ files: [file(1)], ...change })).toBe(layer);
  });

  test("that is not hashed yet is missing, whatever has its name", () => {
    const unread = sides({ files: [file(1, { checksum: null, state: "queued" })], records: [record(1)] });
    // The record of that name is told: nobody knows yet that it holds other bytes.
    expect(matchFiles(unread).files).toMatchObject([{ layer: "missing", record: { uuid: "uuid-1" } }]);
  });

  test("is accepted by its receipt until a list that was asked for after it shows other bytes under its name", () => {
    const at = (receipt: number | null, met: number, change: Partial<BothSides> = {}) => {
      const records = [record(1, { checksum: md5(9), reading: met })];
      return layerOf({ files: [file(1, { reading: receipt })], records, ...change });
    };
    expect(at(2, 2)).toBe("accepted");
    expect(at(1, 2)).toBe("other-content");
    // Clocks say nothing of the order.
    expect(at(1, 2, { listedAtMs: 0 })).toBe("other-content");
    expect(at(2, 2, { listedAtMs: noonMs + 1_000 * hourMs })).toBe("accepted");
  });

  test("is accepted by its receipt, and told, where a whole list that was asked for after it does not show it", () => {
    const found = (whole: BothSides["whole"]) => {
      const [one] = matchFiles(sides({ files: [file(1, { reading: 4 })], whole })).files;
      return [one?.layer, one?.missedAtMs];
    };
    expect(found(null)).toEqual(["accepted", null]);
    expect(found({ reading: 4, atMs: noonMs })).toEqual(["accepted", null]);
    expect(found({ reading: 5, atMs: noonMs - 7 * hourMs })).toEqual(["unlisted", noonMs - 7 * hourMs]);
    const counted = factsOf(matchFiles(sides({ files: [file(1), file(2)], records: [record(2)] })), []);
    expect(counted).toMatchObject({ measured: 2, accepted: 2, unlisted: 1, processed: 1 });
  });

  test("with a receipt of an earlier version is compared by the time of the list", () => {
    const records = [record(1, { checksum: md5(9) })];
    const at = (changedAtMs: number, listedAtMs: number | null, state: MeasuredFile["state"] = "delivered") =>
      layerOf({ files: [file(1, { changedAtMs, state, reading: null })], records, listedAtMs });
    expect(at(noonMs + 1, noonMs)).toBe("accepted");
    expect(at(noonMs, noonMs)).toBe("other-content");
    expect(at(noonMs + 1, noonMs, "waiting")).toBe("other-content");
  });

  test("counts once where its record is reached by two paths: the newest that was not given up", () => {
    const twice = (other: Partial<MeasuredFile>) => {
      const moved = file(1, { id: "moved", relPath: "b/1.nc", checksum: md5(2), ...other });
      return matchFiles(sides({ files: [moved, file(1)], records: [record(1)] })).files.map(({ id }) => id);
    };
    expect(twice({ foundAtMs: noonMs })).toEqual(["moved"]);
    expect(twice({ foundAtMs: noonMs - 50 * hourMs })).toEqual(["1"]);
    expect(twice({ foundAtMs: noonMs, state: "superseded" })).toEqual(["1"]);
    expect(twice({ foundAtMs: noonMs, state: "cancelled" })).toEqual(["1"]);
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
    expect(only({ records: [record(1), record(2)], ofSameInstrument: new Set([md5(1)]) })).toEqual([
      "uuid-2",
    ]);
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
  const of = (files: readonly MeasuredFile[], records: readonly KeptRecord[] = []) =>
    factsOf(matchFiles(sides({ files, records })), []);

  test("the oldest counts that is not sent, that the lists contradict, that is not processed", () => {
    const unsent = (n: number, ago: number) => file(n, { state: "waiting", foundAtMs: hours(ago) });
    const replaced = (n: number, ago: number) => file(n, { changedAtMs: hours(ago) });
    const uploaded = (n: number, ago: number, status: string) =>
      record(n, { status, updatedAtMs: hours(ago) });
    const files = [3, 7, 5].flatMap((ago) => [unsent(ago, ago), replaced(10 + ago, ago), file(20 + ago)]);
    const others = [13, 17, 15].map((n) => record(n, { checksum: md5(99) }));
    const records = [
      ...others,
      uploaded(23, 4, "uploaded"),
      uploaded(27, 8, "invalid"),
      uploaded(25, 6, "uploaded"),
    ];
    expect(of(files, records)).toMatchObject({
      unsentSinceMs: hours(7),
      unlistedSinceMs: hours(7),
      unprocessedSinceMs: hours(6),
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
    expect(matchFiles({ ...both, tags: ["a", "c"] }).files[0]?.layer).toBe("unlisted");
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

test("a file that the folder has and a person added counts once", () => {
  const inFolder = file(1);
  const added = file(1, { id: "added", relPath: addedPath("Radar", date, "1.nc") });
  const counted = (files: readonly MeasuredFile[]) =>
    factsOf(matchFiles(sides({ files, records: [record(1), record(2)] })), []);
  expect(counted([inFolder, added])).toMatchObject({ measured: 1, accepted: 1 });
  expect(counted([added])).toMatchObject({ measured: 1, accepted: 1 });
  expect(counted([inFolder, { ...added, checksum: md5(2) }])).toMatchObject({ measured: 1, accepted: 1 });
  // Not yet hashed, it may be any file, but its record is the same.
  expect(counted([inFolder, { ...added, checksum: null, state: "queued" }])).toMatchObject({ measured: 1 });
  const other = {
    ...added,
    relPath: addedPath("Radar", date, "2.nc"),
    hasReceipt: false,
    checksum: null,
    state: "queued",
  } as const;
  expect(counted([inFolder, other])).toMatchObject({ measured: 2, accepted: 1 });
  // Given up in the folder, the added one is what is awaited.
  const gaveUp = { ...inFolder, checksum: md5(3), state: "cancelled" } as const;
  expect(counted([gaveUp, { ...added, checksum: md5(3), state: "queued" }])).toMatchObject({ measured: 1 });
});
