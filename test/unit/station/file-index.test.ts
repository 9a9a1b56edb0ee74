import { expect, it } from "vitest";
import type { ListedRecord } from "#domain/portal-records.ts";
import { createFileIndex } from "#station/plan/file-index.ts";

const list = { kind: "raw", site: "hyytiala", instrument: "cl61d" } as const;
const sources = [{ list, pid: "p", tagsOfOthers: ["cross"] }];
const first = { date: "2026-10-01", filename: "a" };
const recordOf = (change: Partial<ListedRecord>): ListedRecord => ({
  ...{ uuid: "u", checksum: null, status: "uploaded", updatedAtMs: 0, siteId: "hyytiala" },
  ...{ filename: "a", measurementDate: "2026-10-01", size: 5, instrumentPid: "p", tags: [] },
  ...change,
});

it.each<[string, Partial<ListedRecord>, number]>([
  ["the same", {}, 1],
  ["no size", { size: null }, 1],
  ["another size", { size: 6 }, 0],
  ["another name", { filename: "b" }, 0],
  ["another date", { measurementDate: "2026-10-02" }, 0],
  ["another instrument", { instrumentPid: "q" }, 0],
  ["tags that it had before", { tags: ["co"] }, 1],
  ["tags of another instrument of this PID", { tags: ["cross"] }, 0],
])("a record with %s", (_, change, onPortal) => {
  const index = createFileIndex();
  index.add(sources, first, 5);
  expect(index.groups()[0]?.compared(() => [recordOf(change)])).toEqual([
    { date: "2026-10-01", files: 1 - onPortal, bytes: 5 * (1 - onPortal), onPortal },
  ]);
});

it("counts a file that any of its sources has", () => {
  const former = { list: { ...list, instrument: "q" }, pid: "q", tagsOfOthers: [] };
  const index = createFileIndex();
  const both = [...sources, former];
  for (const filename of ["a", "b", "c"]) index.add(both, { ...first, filename }, 5);
  const found = index
    .groups()[0]
    ?.compared(({ instrument }) =>
      instrument === "q"
        ? [recordOf({ instrumentPid: "q" }), recordOf({ instrumentPid: "q", filename: "b", size: 6 })]
        : [recordOf({ size: 6 }), recordOf({ filename: "b" })],
    );
  expect(found).toEqual([{ date: "2026-10-01", files: 1, bytes: 5, onPortal: 2 }]);
});

it("counts by day, and all of it where no record is known", () => {
  const index = createFileIndex();
  index.add(sources, first, 5);
  index.add(sources, { date: "2026-10-02", filename: "b" }, 7);
  expect(index.groups()[0]?.compared(null)).toEqual([
    { date: "2026-10-01", files: 1, bytes: 5, onPortal: 0 },
    { date: "2026-10-02", files: 1, bytes: 7, onPortal: 0 },
  ]);
});

it("keeps a million files in little memory, and takes no two for one", () => {
  const dateOf = (n: number) => `20${10 + n}-10-01`;
  const index = createFileIndex();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 1_000_000; n += 1)
    index.add(sources, { date: dateOf(n % 30), filename: `file_${n}.nc` }, n);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150e6);
  const records = Array.from({ length: 1_000 }, (_, n) =>
    recordOf({ filename: `file_${30 * n}.nc`, size: 30 * n, measurementDate: dateOf(0) }),
  );
  const of = index
    .groups()
    .find(({ month }) => month === dateOf(0).slice(0, 7))
    ?.compared(() => records);
  expect(of).toMatchObject([{ onPortal: 1_000, files: Math.ceil(1_000_000 / 30) - 1_000 }]);
});
