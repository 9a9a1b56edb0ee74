import { describe, expect, it } from "vitest";
import { type Snooze, snoozeOf } from "#domain/snooze.ts";

const issue = { key: "refused", cause: "refused", kind: "needsYou", count: 3 } as const;
const timed: Snooze = { ...issue, untilMs: 1_000 };
const endless: Snooze = { ...issue, untilMs: null };

describe("a snooze", () => {
  it("holds until its time, whatever the issue grows to", () => {
    expect(snoozeOf([timed], issue, 999)).toBe(timed);
    expect(snoozeOf([timed], issue, 1_000)).toBeUndefined();
    expect(snoozeOf([timed], { ...issue, cause: "too-large", count: 9 }, 999)).toBe(timed);
  });

  it("without an end holds until there are more files, or another cause", () => {
    expect(snoozeOf([endless], issue, Number.MAX_SAFE_INTEGER)).toBe(endless);
    expect(snoozeOf([endless], { ...issue, count: 2 }, 0)).toBe(endless);
    expect(snoozeOf([endless], { ...issue, count: 4 }, 0)).toBeUndefined();
    expect(snoozeOf([endless], { ...issue, cause: "too-large" }, 0)).toBeUndefined();
  });

  it("is of its own issue alone", () => {
    const other = { ...issue, key: "too-large" };
    expect(snoozeOf([timed, endless], other, 0)).toBeUndefined();
    expect(snoozeOf([{ ...timed, key: "too-large" }, endless], issue, 0)).toBe(endless);
    expect(snoozeOf([], issue, 0)).toBeUndefined();
  });
});
