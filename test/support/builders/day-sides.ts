import {
  type BothSides,
  type DayFacts,
  factsOf,
  type KeptRecord,
  type MeasuredFile,
  matchFiles,
} from "#domain/day-facts.ts";

/** Both sides of one day, for tests. */

export const hourMs = 3_600_000;
export const date = "2026-11-18";
export const noonMs = Date.UTC(2026, 10, 20, 12);
export const md5 = (n: number): string => String(n).padStart(32, "0");

export function file(n: number, change: Partial<MeasuredFile> = {}): MeasuredFile {
  const foundAtMs = noonMs - 40 * hourMs;
  const times = { modifiedAtMs: foundAtMs, foundAtMs, changedAtMs: foundAtMs };
  return {
    id: String(n),
    relPath: `a/${n}.nc`,
    checksum: md5(n),
    size: n,
    state: "delivered",
    isTwin: false,
    hasReceipt: (change.state ?? "delivered") === "delivered",
    reading: 1,
    ...times,
    ...change,
  };
}

export function record(n: number, change: Partial<KeptRecord> = {}): KeptRecord {
  return {
    uuid: `uuid-${n}`,
    checksum: md5(n),
    filename: `${n}.nc`,
    measurementDate: date,
    size: n,
    status: "processed",
    updatedAtMs: noonMs - 39 * hourMs,
    reading: 2,
    siteId: "hyytiala",
    instrumentPid: "pid",
    tags: [],
    ...change,
  };
}

export const sides = (change: Partial<BothSides>): BothSides => ({
  files: [],
  records: [],
  tags: [],
  listedAtMs: noonMs,
  whole: { reading: 2, atMs: noonMs },
  elsewhere: () => null,
  ofSameInstrument: new Set(),
  ...change,
});

export function facts(change: Partial<BothSides>, published: DayFacts["published"] = []): DayFacts {
  return factsOf(matchFiles(sides(change)), published);
}
