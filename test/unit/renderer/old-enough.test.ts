import { describe, expect, it } from "vitest";
import { oldEnoughWords } from "#renderer/screens/cleanup/old-enough.ts";

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
