import { describe, expect, it } from "vitest";
import type { ShownDay } from "#renderer/model/coverage-model.ts";
import { besideInMonth, firstOfYear, gapsOf } from "#renderer/screens/coverage/month-lines.ts";

const dayOf = (date: string, state: ShownDay["state"], measured = 4): ShownDay => ({
  instrument: "Radar",
  date,
  measured,
  accepted: measured,
  unlisted: 0,
  processed: measured,
  invalid: 0,
  otherContent: 0,
  onlyOnPortal: 0,
  state,
  published: [],
  dueAt: null,
  gaps: [],
});

describe("the lines of the months", () => {
  it("begin with the first of the month a year before", () => {
    expect(firstOfYear("2026-11-28")).toBe("2025-11-01");
    expect(firstOfYear("2024-02-29")).toBe("2023-02-01");
  });

  it.each([
    ["2026-03-31", false, "2026-02-28"],
    ["2026-01-15", false, "2025-12-15"],
    ["2026-12-01", true, "2027-01-01"],
    ["2024-01-30", true, "2024-02-29"],
  ])("have below and above %s (later: %s) the same day, or the last one: %s", (date, isLater, next) => {
    expect(besideInMonth(date, isLater)).toBe(next);
  });

  it("name late days and those without a file between the first file and today, in runs", () => {
    const days = [
      dayOf("2026-11-01", "empty", 0),
      dayOf("2026-11-02", "complete"),
      dayOf("2026-11-03", "gap"),
      dayOf("2026-11-04", "gap"),
      dayOf("2026-11-05", "empty", 0),
      dayOf("2026-11-06", "gap"),
      dayOf("2026-11-07", "pending"),
      dayOf("2026-11-08", "empty", 0),
    ];
    expect(gapsOf(days, "2026-11-02", "2026-11-08")).toEqual({ late: "3–4, 6", silent: "5", underWay: 1 });
    expect(gapsOf(days.slice(0, 2), "2026-11-02", "2026-11-08")).toEqual({
      late: "",
      silent: "",
      underWay: 0,
    });
  });

  it("name no day as without a file that the portal has one of", () => {
    const days = [
      dayOf("2026-11-02", "complete"),
      { ...dayOf("2026-11-03", "empty", 0), onlyOnPortal: 2 },
      dayOf("2026-11-04", "empty", 0),
    ];
    expect(gapsOf(days, "2026-11-02", "2026-11-08").silent).toBe("4");
  });
});
