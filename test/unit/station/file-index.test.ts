import { expect, it } from "vitest";
import type { ListedRecord } from "#domain/portal-records.ts";
import { createFileIndex } from "#station/plan/file-index.ts";

const list = { kind: "raw", site: "hyytiala", instrument: "cl61d" } as const;
const placeOf = (filename: string) => ({ pid: "p", tags: [], date: "2026-10-01", filename });
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
  ["other tags", { tags: ["cross"] }, 0],
])("a record with %s", (_, change, onPortal) => {
  const index = createFileIndex();
  index.add(list, "2026-10", placeOf("a"), 5);
  expect(index.groups()[0]?.compared([recordOf(change)])).toEqual([
    { date: "2026-10-01", files: 1 - onPortal, bytes: 5 * (1 - onPortal), onPortal },
  ]);
});

it("counts by day, and all of it where no record is known", () => {
  const index = createFileIndex();
  index.add(list, "2026-10", placeOf("a"), 5);
  index.add(list, "2026-10", { ...placeOf("b"), date: "2026-10-02" }, 7);
  expect(index.groups()[0]?.compared(null)).toEqual([
    { date: "2026-10-01", files: 1, bytes: 5, onPortal: 0 },
    { date: "2026-10-02", files: 1, bytes: 7, onPortal: 0 },
  ]);
});

it("keeps a million files in little memory, and takes no two for one", () => {
  const index = createFileIndex();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 1_000_000; n += 1) index.add(list, `month ${n % 30}`, placeOf(`file_${n}.nc`), n);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150e6);
  const records = Array.from({ length: 1_000 }, (_, n) =>
    recordOf({ filename: `file_${30 * n}.nc`, size: 30 * n }),
  );
  const of = index
    .groups()
    .find(({ month }) => month === "month 0")
    ?.compared(records);
  expect(of).toMatchObject([{ onPortal: 1_000, files: Math.ceil(1_000_000 / 30) - 1_000 }]);
});
