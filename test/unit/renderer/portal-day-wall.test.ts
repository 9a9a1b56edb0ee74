import { describe, expect, it } from "vitest";
import type { WallPlot } from "#renderer/plots/wall.ts";
import { readBeside, writeBeside } from "#renderer/screens/portal/day-wall/beside.ts";
import { countsOf, dayAt, stripDayAfter } from "#renderer/screens/portal/day-wall/day-counts.ts";
import { dayRowsOf, minuteAt, minuteOfDayText, movedBy } from "#renderer/screens/portal/day-wall/day-rows.ts";

const plot = (product: string, variable: string, parts: Partial<WallPlot> = {}): WallPlot => ({
  s3key: `${product} ${variable} ${parts.date ?? ""}`,
  fileUuid: product,
  date: "2026-11-20",
  site: "Hyytiälä",
  product,
  variable,
  variableId: `${product}-${variable}`,
  source: "",
  marks: [],
  dimensions: null,
  ...parts,
});

describe("the lines of the day wall", () => {
  it("stand beside those of another day by variable, and say where one has none", () => {
    const other = { date: "2026-11-19" };
    const rows = dayRowsOf([
      [plot("Lidar", "beta"), plot("Radar", "Zh")],
      [plot("Lidar", "beta", other), plot("Lidar", "depol", other), plot("Rain", "rate", other)],
    ]);
    expect(
      rows.map(({ lead, plots, isFirst }) => [lead.variable, plots.map((one) => one?.date ?? null), isFirst]),
    ).toEqual([
      ["beta", ["2026-11-20", "2026-11-19"], true],
      ["depol", [null, "2026-11-19"], false],
      ["Zh", ["2026-11-20", null], true],
      ["rate", [null, "2026-11-19"], true],
    ]);
  });

  it("keep two instruments of one product apart, in a column and beside each other", () => {
    const two = [plot("Radar", "Zh", { source: "A" }), plot("Radar", "Zh", { source: "B" })];
    expect(dayRowsOf([two]).map(({ lead, isFirst }) => [lead.source, isFirst])).toEqual([
      ["A", true],
      ["B", true],
    ]);
    const [row, ...more] = dayRowsOf([two.slice(0, 1), two.slice(1)]);
    expect(row?.plots.map((one) => one?.source)).toEqual(["A", "B"]);
    expect(more).toEqual([]);
  });
});

describe("the cursor of the day wall", () => {
  it("tells the time at a share of the axis, and never leaves the day", () => {
    expect([-0.2, 0, 0.5, 0.9999, 1, 7].map((share) => minuteOfDayText(minuteAt(share)))).toEqual([
      "00:00",
      "00:00",
      "12:00",
      "24:00",
      "24:00",
      "24:00",
    ]);
    expect(minuteOfDayText(875)).toBe("14:35");
  });

  it("moves by ten minutes, with Shift by an hour, to both ends, and leaves other keys alone", () => {
    expect(movedBy("ArrowRight", false, 720)).toBe(730);
    expect(movedBy("ArrowLeft", true, 720)).toBe(660);
    expect(movedBy("ArrowLeft", false, 4)).toBe(0);
    expect(movedBy("End", false, 3)).toBe(1440);
    expect(movedBy("Home", false, 3)).toBe(0);
    expect([movedBy("PageUp", false, 720), movedBy("PageDown", true, 720)]).toEqual([780, 660]);
    expect([movedBy("ArrowUp", false, 720), movedBy("ArrowDown", true, 720)]).toEqual([730, 660]);
    expect(movedBy("Tab", false, 3)).toBeNull();
  });
});

describe("the days with products", () => {
  const days = ["2026-10-30", "2026-11-01", "2026-11-01", "not a day"].map((measurementDate) => ({
    measurementDate,
  }));

  it("are counted from the first on; what is none of them counts for nothing", () => {
    expect(countsOf(days, "2026-10-31", 3)).toEqual([0, 2, 0]);
  });

  it("are found by place and by key, never beyond the strip", () => {
    expect([-1, 0, 0.5, 1].map((share) => dayAt(share, "2026-10-31", 3))).toEqual([
      "2026-10-31",
      "2026-10-31",
      "2026-11-01",
      "2026-11-02",
    ]);
    expect(stripDayAfter("ArrowLeft", false, "2026-11-01", "2026-10-31", "2026-11-30")).toBe("2026-10-31");
    expect(stripDayAfter("ArrowLeft", true, "2026-11-01", "2026-10-31", "2026-11-30")).toBe("2026-10-31");
    expect(stripDayAfter("PageUp", false, "2026-11-01", "2026-10-31", "2026-11-30")).toBe("2026-11-08");
    expect(stripDayAfter("Home", false, "2026-11-15", "2026-10-31", "2026-11-30")).toBe("2026-10-31");
    expect(stripDayAfter("End", true, "2026-11-15", "2026-10-31", "2026-11-30")).toBe("2026-11-30");
    // A day that was chosen elsewhere lies beyond it.
    expect(stripDayAfter("ArrowRight", false, "2026-12-24", "2026-10-31", "2026-11-30")).toBe("2026-11-30");
    expect(stripDayAfter("x", false, "2026-11-01", "2026-10-31", "2026-11-30")).toBeNull();
  });
});

describe("what is shown beside a day", () => {
  it("is kept in one word of the address, names with commas too", () => {
    const beside = { date: "2026-11-19", site: "juelich", source: "Radar, old" };
    expect(readBeside(writeBeside(beside))).toEqual(beside);
    const day = { date: "2026-11-19", site: null, source: null };
    expect(readBeside(writeBeside(day))).toEqual(day);
    expect(readBeside("2026-02-30,juelich")).toBeNull();
    expect(readBeside(null)).toBeNull();
  });
});
