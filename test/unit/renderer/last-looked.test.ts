import { describe, expect, it } from "vitest";
import { lookedNow, readLooked } from "#renderer/store/last-looked.ts";

const hourMs = 3_600_000;
const noonMs = Date.UTC(2026, 10, 21, 12);

describe("who looked when", () => {
  it("was away after two hours, and stays so until it is noted", () => {
    const first = lookedNow(null, noonMs);
    expect(first).toEqual({ lookedMs: noonMs, awayMs: null });
    const soon = lookedNow(first, noonMs + 2 * hourMs - 1);
    expect(soon.awayMs).toBeNull();
    const late = lookedNow(soon, soon.lookedMs + 2 * hourMs);
    expect(late).toEqual({ lookedMs: soon.lookedMs + 2 * hourMs, awayMs: soon.lookedMs });
    // Away again before it was noted: both absences are told together.
    expect(lookedNow(late, late.lookedMs + 9 * hourMs).awayMs).toBe(soon.lookedMs);
  });

  it("was not away where the clock was set back", () => {
    const ahead = { lookedMs: noonMs + 500 * hourMs, awayMs: null };
    expect(lookedNow(ahead, noonMs)).toEqual({ lookedMs: noonMs, awayMs: null });
  });

  it.each([null, "", "{", "null", "7", '{"lookedMs":"x"}', "[]"])("is not known from %s", (text) => {
    expect(readLooked(text)).toBeNull();
  });

  it("comes back as it was kept", () => {
    const looked = { lookedMs: noonMs, awayMs: noonMs - hourMs };
    expect(readLooked(JSON.stringify(looked))).toEqual(looked);
    expect(readLooked(JSON.stringify({ lookedMs: noonMs, awayMs: "x" }))).toEqual({
      lookedMs: noonMs,
      awayMs: null,
    });
  });
});
