import { describe, expect, it } from "vitest";
import {
  type CadenceFacts,
  cadence,
  isFarAhead,
  newestMs,
  nextFileMs,
  steadySpaceMs,
  usualSpaceMs,
} from "#domain/cadence.ts";
import { fc } from "#test/support/fixed-cases.ts";

const minute = 60_000;
const hour = 60 * minute;
const nowMs = Date.UTC(2026, 10, 21, 14);

/** Moments that lie these many minutes before now. */
const ago = (...minutes: number[]) => minutes.map((one) => nowMs - one * minute);

describe("the usual space between files", () => {
  it("is the median, so that one long gap changes nothing", () => {
    expect(usualSpaceMs(ago(10, 70, 130, 190, 2000))).toBe(hour);
    expect(usualSpaceMs(ago(10, 70, 130, 200, 260))).toBe(hour);
    expect(usualSpaceMs(ago(0, 10, 30, 40, 60))).toBe(15 * minute);
  });

  it("takes files that come together for one", () => {
    expect(usualSpaceMs(ago(10, 10.2, 10.4, 70, 70.4, 130, 130.2, 130.4, 190.4))).toBe(hour);
  });

  it("may be as short as a minute, and may begin with the first moment of all", () => {
    expect(usualSpaceMs(ago(1, 2, 3, 4))).toBe(minute);
    expect(usualSpaceMs(ago(1, 2, 2.5, 3, 4))).toBe(minute);
    expect(usualSpaceMs([0, hour, 2 * hour, 3 * hour])).toBe(hour);
  });

  it("is not known from two spaces or fewer", () => {
    expect(usualSpaceMs([])).toBeNull();
    expect(usualSpaceMs(ago(10, 70, 130))).toBeNull();
    expect(usualSpaceMs(ago(10, 10, 10, 10, 10, 10))).toBeNull();
  });

  it("lies between the shortest and the longest space, whatever the order of the files", () => {
    const times = fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(times, (minutes) => {
        const all = ago(...minutes);
        const usual = usualSpaceMs(all);
        expect(usualSpaceMs(all.toReversed())).toBe(usual);
        if (usual === null) return;
        expect(usual).toBeGreaterThanOrEqual(minute);
        expect(usual).toBeLessThanOrEqual(Math.max(...all) - Math.min(...all));
      }),
    );
  });
});

describe("a modification time ahead of this PC's clock", () => {
  const dayMs = 24 * hour;

  it("is the mistake of a clock from more than 24 hours on", () => {
    expect(isFarAhead(nowMs + dayMs + 1, nowMs)).toBe(true);
    expect(isFarAhead(nowMs + dayMs, nowMs)).toBe(false);
    expect(isFarAhead(nowMs + 1, nowMs)).toBe(false);
    expect(isFarAhead(nowMs - 2 * dayMs, nowMs)).toBe(false);
  });

  it("is not the newest while another one is known", () => {
    const [older = 0, newer = 0] = ago(70, 10);
    expect(newestMs([older, nowMs + dayMs + 1, newer], nowMs)).toBe(newer);
    expect(newestMs([older, nowMs + dayMs], nowMs)).toBe(nowMs + dayMs);
  });

  it("is the newest where there is no other, and none is where nothing is known", () => {
    expect(newestMs([nowMs + 2 * dayMs, null, nowMs + 3 * dayMs], nowMs)).toBe(nowMs + 3 * dayMs);
    // Before 1970: null is no moment at all, and not the first one.
    expect(newestMs([null, -hour], nowMs)).toBe(-hour);
    expect(newestMs([null, null], nowMs)).toBeNull();
    expect(newestMs([], nowMs)).toBeNull();
  });
});

/** Gives the cadence of an instrument of which nothing was learned, and which is on. */
const judged = (facts: Omit<CadenceFacts, "learned" | "offUntilMs">) =>
  cadence({ learned: null, offUntilMs: null, ...facts });

describe("an instrument", () => {
  const hourly = { recentMs: ago(190, 250, 310, 370), lastFileAtMs: nowMs - 190 * minute, nowMs };

  it("is quiet when three usual spaces are over", () => {
    const late = judged({ ...hourly, expectEveryMinutes: null });
    expect(late).toEqual({ usualMinutes: 60, isQuiet: true, silentAtMs: null });
    const soon = { ...hourly, nowMs: nowMs - 10 * minute };
    expect(judged({ ...soon, expectEveryMinutes: null })).toMatchObject({ isQuiet: false });
  });

  it("is judged by the interval that was set rather than by what it did", () => {
    expect(judged({ ...hourly, expectEveryMinutes: 90 }).isQuiet).toBe(false);
    expect(judged({ ...hourly, expectEveryMinutes: 10 })).toMatchObject({ usualMinutes: 60, isQuiet: true });
    const often = { recentMs: [], lastFileAtMs: nowMs - 16 * minute, expectEveryMinutes: 5, nowMs };
    expect(judged(often)).toMatchObject({ isQuiet: true });
    expect(judged({ ...often, nowMs: nowMs - minute }).isQuiet).toBe(false);
  });

  it("is not called quiet at once after a burst", () => {
    const burst = { recentMs: ago(20, 22, 24, 26), lastFileAtMs: nowMs - 20 * minute, nowMs };
    expect(judged({ ...burst, expectEveryMinutes: null }).isQuiet).toBe(false);
    expect(judged({ ...burst, nowMs: nowMs + 11 * minute, expectEveryMinutes: null }).isQuiet).toBe(true);
  });

  it("is not quiet while it has never written, or nothing is known of its rhythm", () => {
    expect(judged({ recentMs: [], lastFileAtMs: null, expectEveryMinutes: 10, nowMs }).isQuiet).toBe(false);
    const one = { recentMs: ago(9000), lastFileAtMs: nowMs - 9000 * minute, nowMs };
    expect(judged({ ...one, expectEveryMinutes: null })).toEqual({
      usualMinutes: null,
      isQuiet: false,
      silentAtMs: null,
    });
  });

  /** Three days and more of a file every hour. */
  const learned = { byHour: Array.from({ length: 24 }, () => 1), daysOff: new Set<number>(), everyMs: null };

  it("is silent by what was learned, which counts before a guess, and after what was set", () => {
    const facts = { ...hourly, recentMs: ago(190, 195, 200, 205), learned, offUntilMs: null };
    expect(cadence({ ...facts, expectEveryMinutes: null })).toEqual({
      usualMinutes: 5,
      isQuiet: true,
      silentAtMs: hourly.lastFileAtMs + 2 * hour,
    });
    const night = {
      ...facts,
      learned: { ...learned, byHour: learned.byHour.map((_, i) => (i > 18 ? 1 : 0)) },
    };
    const atNight = Date.UTC(2026, 10, 21, 21);
    expect(cadence({ ...night, expectEveryMinutes: null })).toMatchObject({
      isQuiet: false,
      silentAtMs: atNight,
    });
    expect(cadence({ ...night, expectEveryMinutes: 60 }).silentAtMs).toBe(hourly.lastFileAtMs + 3 * hour);
  });

  it("is expected to write one usual space after its last file, when it usually writes", () => {
    const recentMs = ago(10, 70, 130, 190);
    const facts = { recentMs, expectEveryMinutes: null, learned: null, offUntilMs: null, nowMs };
    expect(nextFileMs(facts)).toBe(nowMs + 50 * minute);
    expect(nextFileMs({ ...facts, expectEveryMinutes: 20 })).toBe(nowMs + 10 * minute);
    const evening = { ...learned, byHour: learned.byHour.map((_, i) => (i > 18 ? 1 : 0)) };
    expect(nextFileMs({ ...facts, learned: evening })).toBe(Date.UTC(2026, 10, 21, 20));
    // Late, off, or of no order: nobody can tell.
    expect(nextFileMs({ ...facts, nowMs: nowMs + hour })).toBeNull();
    expect(nextFileMs({ ...facts, offUntilMs: nowMs + 1 })).toBeNull();
    expect(nextFileMs({ ...facts, recentMs: ago(10, 12, 14, 600) })).toBeNull();
    expect(nextFileMs({ ...facts, recentMs: [] })).toBeNull();
  });

  it("is not silent before the day until which it is off", () => {
    const offUntilMs = nowMs + 5 * hour;
    const off = { ...hourly, recentMs: ago(190, 250, 310, 370), offUntilMs };
    const whole = { ...learned, everyMs: null };
    expect(cadence({ ...off, learned: whole, expectEveryMinutes: null })).toMatchObject({
      isQuiet: false,
      silentAtMs: offUntilMs + 3 * hour,
    });
    expect(cadence({ ...off, learned: null, expectEveryMinutes: 10 }).silentAtMs).toBe(offUntilMs + hour / 2);
    expect(cadence({ ...off, learned: null, expectEveryMinutes: null }).isQuiet).toBe(false);
    const over = { ...off, nowMs: nowMs + 9 * hour };
    expect(cadence({ ...over, learned: null, expectEveryMinutes: null }).isQuiet).toBe(true);
  });
});

describe("files that come all the time", () => {
  const everyMs = 5 * 60_000;
  const run = (count: number, fromMs = 0) => Array.from({ length: count }, (_, at) => fromMs + at * everyMs);

  it("have a usual space, also with an outage among them", () => {
    expect(steadySpaceMs(run(100))).toBe(everyMs);
    expect(steadySpaceMs([...run(100), ...run(100, 100 * everyMs + 3 * 3_600_000)])).toBe(everyMs);
  });

  it("are none where nights lie between them, or where there are few", () => {
    expect(steadySpaceMs([...run(100), ...run(100, 100 * everyMs + 12 * 3_600_000)])).toBeNull();
    expect(steadySpaceMs(run(3))).toBeNull();
  });
});
