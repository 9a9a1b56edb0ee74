import { expect, it } from "vitest";
import { spanProblem } from "#renderer/components/span-words.ts";

it("names both ends of a span that lie in the wrong order, and says what to do", () => {
  expect(spanProblem("2026-11-21", "2026-11-20")).toBe(
    "From is after To: choose an earlier From or a later To.",
  );
});

it.each([
  ["2026-11-20", "2026-11-20"],
  ["2026-11-20", "2026-11-21"],
  ["", "2026-11-21"],
  ["2026-11-21", ""],
])("takes %j to %j", (from, to) => {
  expect(spanProblem(from, to)).toBeNull();
});
