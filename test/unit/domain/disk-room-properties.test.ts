import { describe, expect, it } from "vitest";
import { fullIn, noteRoom, type RoomMemory, roomMemory } from "#domain/disk-room.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const gb = 1e9;
const bytes = 500 * gb;
const startMs = Date.UTC(2026, 0, 1);

/** mulberry32 */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Looks so often a day; gives on which days it was told, and what was foretold on each. */
function watch(
  days: number,
  freeAt: (day: number) => number,
  between: (memory: RoomMemory) => RoomMemory = (one) => one,
  perDay = 144,
) {
  let memory: RoomMemory | null = null;
  const told: number[] = [];
  const foretold: (number | null)[] = [];
  for (let i = 0; i < days * perDay; i += 1) {
    const day = i / perDay;
    const free = Math.max(0, freeAt(day));
    const before: RoomMemory | null = memory === null ? null : between(memory);
    memory = noteRoom(before, startMs + day * dayMs, free, bytes);
    if (memory.isTold) told.push(day);
    if (i % perDay === 0) foretold.push(inDays(fullIn(memory, free)));
  }
  return { told, foretold, memory };
}

const inDays = (ms: number | null) => (ms === null ? null : ms / dayMs);

const noise = (seed: number, by: number) => {
  const random = randomFrom(seed);
  return () => (random() - 0.5) * 2 * by;
};

/** Fills and is cleared, down to `lowest`, once a period. */
const rotating = (periodDays: number, perDay: number, lowest: number) => (day: number) =>
  lowest + perDay * (periodDays - (day % periodDays));

describe("a disk that fills", () => {
  it("is told ten days before, from about the room and the slope of seven days", () => {
    const wobble = noise(1, 2 * gb);
    const freeAt = (day: number) => 400 * gb - 10 * gb * day + wobble();
    const { told, foretold } = watch(36, freeAt);
    expect(foretold.slice(0, 6)).toEqual([null, null, null, null, null, null]);
    for (const [day, left] of foretold.entries())
      if (left !== null) expect(Math.abs(left - (40 - day))).toBeLessThan(1 + (40 - day) / 5);
    expect(told[0]).toBeGreaterThan(28);
    expect(told[0]).toBeLessThan(31.5);
    // Without a gap.
    expect(told).toHaveLength(Math.round((36 - (told[0] ?? 0)) * 144));
  });

  it("is told although it is cleared a little each night", () => {
    const freeAt = (day: number) => 300 * gb - 10 * gb * day + rotating(1, 20 * gb, 0)(day);
    const { told } = watch(28, freeAt);
    expect(told[0]).toBeGreaterThan(17);
    expect(told[0]).toBeLessThan(25);
  });

  it("is over when somebody clears it, and told again when it fills again", () => {
    const freeAt = (day: number) => (day < 35 ? 400 * gb - 10 * gb * day : 400 * gb - 10 * gb * (day - 35));
    const { told } = watch(72, freeAt);
    expect(told.filter((day) => day > 35.1 && day < 60)).toEqual([]);
    expect(told.filter((day) => day > 65)).not.toEqual([]);
  });

  it("is known from one run to the next, and another disk in its place is not", () => {
    const freeAt = (day: number) => 400 * gb - 10 * gb * day;
    const again = (memory: RoomMemory) => roomMemory(JSON.parse(JSON.stringify(memory))) ?? memory;
    expect(watch(33, freeAt, again)).toEqual(watch(33, freeAt));
    const { memory } = watch(33, freeAt);
    const other = noteRoom(memory, startMs + 33 * dayMs, 60 * gb, 2 * bytes);
    expect([other.isTold, other.samples.length]).toEqual([false, 1]);
  });
});

/** Long, so looked at hourly, which is as often as a sample is kept. */
const seldom = (days: number, freeAt: (day: number) => number) => watch(days, freeAt, undefined, 24);

describe("no alarm", () => {
  it.each([1, 2, 3])("by noise, seed %i", (seed) => {
    const [jump, wobble] = [noise(seed, 1), noise(seed + 9, 4 * gb)];
    let level = 30 * gb;
    const freeAt = () => {
      // Wanders, and stays between 10 and 50 GB.
      level = Math.min(45 * gb, Math.max(15 * gb, level + jump() * 0.1 * gb));
      return level + wobble();
    };
    expect(seldom(200, freeAt).told).toEqual([]);
  });

  it.each([0.25, 0.4, 1, 3, 5])("by a logger that is cleared every %s days", (period) => {
    expect(seldom(90, rotating(period, 20 * gb, 5 * gb)).told).toEqual([]);
    expect(seldom(90, rotating(period, (100 * gb) / Math.max(period, 1), 0.3 * gb)).told).toEqual([]);
  });

  it.each([9, 20])("from the third time by one that is cleared every %s days", (period) => {
    const { told } = seldom(120, rotating(period, 10 * gb, 5 * gb));
    expect(told.filter((day) => day > 2 * period + 1)).toEqual([]);
  });

  it("by a disk that gets room, or that stays nearly full", () => {
    expect(seldom(60, (day) => 20 * gb + day * gb).told).toEqual([]);
    expect(seldom(60, () => gb).told).toEqual([]);
  });
});
