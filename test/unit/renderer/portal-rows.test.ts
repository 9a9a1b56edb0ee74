import { describe, expect, it } from "vitest";
import { largestNetcdfBytes } from "#contract/netcdf.ts";
import { jobSentence, jobsOf, mostInJob } from "#renderer/screens/portal/downloads/items.ts";
import { columnsFor } from "#renderer/screens/portal/list/columns.ts";
import {
  clicked,
  narrowed,
  newestFirst,
  ordered,
  readOrder,
  writeOrder,
} from "#renderer/screens/portal/list/row-order.ts";
import type { ResultRow } from "#renderer/screens/portal/list/rows.ts";
import { largestLookBytes } from "#renderer/screens/portal/netcdf/look.ts";
import { addressOfTab } from "#renderer/screens/portal/tabs.ts";
import { qualityOf } from "#renderer/text/portal-marks.ts";

const row = (parts: Partial<ResultRow>): ResultRow =>
  ({
    kind: "product",
    uuid: "u",
    date: "2026-11-20",
    filename: "a.nc",
    siteName: "Site",
    what: "Radar",
    size: 1,
    coverage: null,
    quality: null,
    status: "",
    version: "",
    updatedAt: "2026-11-20T10:00:00.000Z",
    record: { kind: "product", file: {} },
    ...parts,
  }) as ResultRow;

const names = (rows: readonly ResultRow[]) => rows.map(({ filename }) => filename);

describe("the order of a result table", () => {
  const rows = [
    row({ filename: "a2.nc", date: "2026-11-19", size: 30, coverage: 0.5, quality: "error" }),
    row({ filename: "a10.nc", date: "2026-11-20", size: 5, coverage: null, quality: "pass" }),
    row({ filename: "b.nc", date: "2026-11-20", size: 200, coverage: 1, quality: "warning" }),
  ];

  it("is newest first, then by name", () => {
    expect(names(ordered(rows, newestFirst))).toEqual(["a10.nc", "b.nc", "a2.nc"]);
  });

  it("counts figures as figures, and worse quality as more", () => {
    expect(names(ordered(rows, { columnId: "size", isDescending: true }))).toEqual([
      "b.nc",
      "a2.nc",
      "a10.nc",
    ]);
    expect(names(ordered(rows, { columnId: "quality", isDescending: true }))).toEqual([
      "a2.nc",
      "b.nc",
      "a10.nc",
    ]);
    expect(names(ordered(rows, { columnId: "filename", isDescending: false }))).toEqual([
      "a2.nc",
      "a10.nc",
      "b.nc",
    ]);
  });

  it("is in the address, but not where it needs no words", () => {
    expect(writeOrder(newestFirst)).toBeNull();
    for (const text of ["size", "-size", "date", "-updated"]) expect(writeOrder(readOrder(text))).toBe(text);
    expect(readOrder("constructor")).toEqual(newestFirst);
    expect(clicked({ columnId: "size", isDescending: true }, "size").isDescending).toBe(false);
  });

  it("narrows to rows that have every word", () => {
    expect(names(narrowed(rows, "RADAR b."))).toEqual(["b.nc"]);
    expect(narrowed(rows, "  ")).toBe(rows);
  });

  it("takes 20,000 files", () => {
    const many = Array.from({ length: 20_000 }, (_, at) => row({ filename: `f${(at * 7919) % 20_000}.nc` }));
    const sorted = ordered(many, { columnId: "filename", isDescending: true });
    expect(sorted).toHaveLength(20_000);
    expect(sorted[0]?.filename).toBe("f19999.nc");
  });
});

describe("downloads", () => {
  it("are asked for in jobs that the host takes", () => {
    const jobs = jobsOf(Array.from({ length: mostInJob + 3 }, () => row({})));
    expect(jobs.map(({ length }) => length)).toEqual([mostInJob, 3]);
  });

  it("say their state", () => {
    const job = {
      id: "1",
      folder: "/x",
      state: "done",
      message: null,
      counts: { waiting: 0, receiving: 0, verified: 3, wasThere: 2, failed: 1 },
      totalBytes: 6000,
      receivedBytes: 5000,
      startedAt: "2026-11-20T10:00:00.000Z",
      endedAt: null,
    } as const;
    expect(jobSentence(job)).toBe("5 of 6 files downloaded and checked. 1 failed.");
    expect(jobSentence({ ...job, counts: { ...job.counts, failed: 0 } })).toBe(
      "5 files downloaded and checked, 6.0 kB. Already there: 2.",
    );
  });

  it("know the same limit for a look inside as the host", () => {
    expect(largestLookBytes).toBe(largestNetcdfBytes);
  });
});

describe("the address of another tab", () => {
  const from = new URLSearchParams(
    "site=a&product=radar&dateFrom=2026-11-01&dateTo=2026-11-07&open=1&sort=size",
  );

  it("takes site and dates along", () => {
    expect(addressOfTab("model-files", from)).toBe(
      "/data/model-files?site=a&dateFrom=2026-11-01&dateTo=2026-11-07",
    );
    expect(addressOfTab("sites", from)).toBe("/data/sites");
  });

  it("makes a span one day for plots", () => {
    expect(addressOfTab("plots", from)).toBe("/data/plots?site=a&product=radar&date=2026-11-07");
  });
});

describe("quality", () => {
  it("is told in words; a level that nobody knows as the portal wrote it", () => {
    expect(["pass", "info", "warning", "error", "odd"].map((level) => qualityOf(level).label)).toEqual([
      "Good",
      "Good, with notes",
      "Some checks failed",
      "Failed the checks",
      "odd",
    ]);
  });
});

describe("the columns of a list", () => {
  it("say nothing of quality where the portal judges none", () => {
    const shown = { isOneSite: true, hasVersions: false, width: 0 };
    expect(columnsFor("modelFiles", shown).map(({ id }) => id)).toEqual([
      "check",
      "date",
      "plot",
      "what",
      "marks",
      "size",
      "updated",
    ]);
  });

  it("are those that find room, the less telling ones left out first", () => {
    const ids = (width: number) =>
      columnsFor("files", { isOneSite: true, hasVersions: false, width }).map(({ id }) => id);
    const all = ["check", "date", "plot", "what", "quality", "coverage", "marks", "size", "updated"];
    expect(ids(0)).toEqual(all);
    expect(ids(958)).toEqual(all);
    expect(ids(957)).toEqual(all.filter((id) => id !== "updated"));
    expect(ids(820)).toEqual(all.filter((id) => id !== "updated" && id !== "marks"));
    const least = ["check", "date", "plot", "what", "quality"];
    expect(ids(602)).toEqual([...least, "coverage"]);
    expect(ids(601)).toEqual(least);
    expect(ids(100)).toEqual(least);
  });
});
