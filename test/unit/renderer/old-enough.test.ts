import { describe, expect, it } from "vitest";
import { keptByEnd } from "#renderer/screens/cleanup/kept-until.ts";
import { monthsFound, oldEnoughWords } from "#renderer/screens/cleanup/old-enough.ts";

describe("when files that are too young are old enough", () => {
  const month = (name: string, reason: "young" | "invalid") => ({
    month: name,
    kept: [{ reason, files: 1, bytes: 1 }],
  });
  const nowMs = Date.parse("2026-11-28T12:00:00Z");

  it("is told of the first month, after its last day", () => {
    const months = [
      ...["2026-11", "2026-10", "2026-12"].map((name) => month(name, "young")),
      month("2026-09", "invalid"),
    ];
    expect(oldEnoughWords(months, 30, nowMs)).toBe(
      "All files of October 2026 are old enough on Tuesday 1 December.",
    );
  });

  it("is not told where none is too young", () => {
    expect(oldEnoughWords([month("2026-09", "invalid")], 30, nowMs)).toBe(null);
  });
});

describe("what is known before a check", () => {
  const day = (date: string, measured: number, processed: number | null) => ({
    date,
    measured,
    accepted: measured,
    processed,
  });

  it("is told by month of all instruments, oldest first, without months that have no file", () => {
    const days = [
      day("2026-11-02", 4, null),
      day("2026-10-31", 3, 2),
      day("2026-12-01", 0, 0),
      day("2026-10-30", 1, null),
    ];
    expect(monthsFound(days)).toEqual([
      { month: "2026-10", measured: 4, accepted: 4, processed: 2 },
      { month: "2026-11", measured: 4, accepted: 4, processed: null },
    ]);
  });
});

it("adds up kept files by how that ends, and leaves none out", () => {
  const kept = (["young", "unread", "listed-once", "no-record", "gap"] as const).map((reason, at) => ({
    reason,
    files: at + 1,
    bytes: 10 * at,
  }));
  expect(keptByEnd(kept)).toEqual([
    { end: "age", files: 1, bytes: 0 },
    { end: "portal", files: 7, bytes: 50 },
    { end: "coverage", files: 5, bytes: 40 },
    { end: "never", files: 2, bytes: 10 },
  ]);
});
