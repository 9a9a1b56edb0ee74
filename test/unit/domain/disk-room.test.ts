import { describe, expect, it } from "vitest";
import { fullIn, isFull, noteRoom, type RoomMemory, type RoomSample, roomMemory } from "#domain/disk-room.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A disk of 1000 units; a unit is what is lost in a day at one byte a millisecond, so that all comes out even. */
const unit = dayMs;
const bytes = 1000 * unit;

const at = (day: number, free: number): RoomSample => [day * dayMs, free * unit];

/** Gives the memory after a week, from the room at the end of each of its days. */
function memoryOf(free: readonly number[], lows: readonly RoomSample[] = [], isTold = false): RoomMemory {
  return { bytes, samples: free.map((one, day) => at(day, one)), lows, isTold };
}

const days = (memory: RoomMemory, free: number) => {
  const fullInMs = fullIn(memory, free * unit);
  return fullInMs === null ? null : fullInMs / dayMs;
};

const falling = [700, 690, 680, 670, 660, 650, 640];

describe("a disk that only fills", () => {
  it("is full when its room is used up as fast as before", () => {
    expect(days(memoryOf(falling), 640)).toBeCloseTo(64);
    expect(days(memoryOf(falling), 320)).toBeCloseTo(32);
  });

  it("is not foretold from less than six days", () => {
    const { samples } = memoryOf(falling);
    const [first, ...later] = samples;
    expect(
      days({ ...memoryOf([]), samples: [[(first?.[0] ?? 0) + 1, 700 * unit], ...later] }, 640),
    ).toBeNull();
    expect(days(memoryOf([]), 640)).toBeNull();
  });

  it("is not foretold where room stays as it is, or grows", () => {
    expect(days(memoryOf([5, 5, 5, 5, 5, 5, 5]), 5)).toBeNull();
    expect(days(memoryOf(falling.toReversed()), 700)).toBeNull();
  });

  it("is foretold as usual although much was written or taken away on a day", () => {
    expect(days(memoryOf([700, 690, 480, 670, 660, 650, 640]), 640)).toBeCloseTo(64);
    expect(days(memoryOf([700, 690, 680, 670, 860, 650, 640]), 640)).toBeCloseTo(64);
    expect(days(memoryOf([900, 690, 680, 670, 660, 650, 640]), 640)).toBeCloseTo(64);
    expect(days(memoryOf([700, 690, 680, 670, 660, 650, 440]), 640)).toBeCloseTo(64);
  });

  it("is foretold from the least of each day, in whatever order it is cleared and filled", () => {
    const samples = falling.flatMap((free, day) => [
      at(day - 0.5, free + 7 * day * day),
      at(day - 0.25, free),
      at(day, free + 60 * (day % 2)),
    ]);
    expect(days({ ...memoryOf([]), samples }, 640)).toBeCloseTo(64);
  });
});

describe("a disk on which room came back", () => {
  const lows = (...ofDays: [day: number, free: number][]) => ofDays.map(([day, free]) => at(day, free));

  it("is cleared by a program where it was so low twice before: that is no loss", () => {
    const cleared = lows([-20, 100], [-10, 200]);
    expect(days(memoryOf(falling, cleared), 640)).toBeNull();
    expect(days(memoryOf(falling, cleared), 50)).toBeNull();
    // Half of the lowest is left: now it goes deeper than ever.
    expect(days(memoryOf(falling, cleared), 49)).toBeCloseTo(4.9);
    expect(days(memoryOf(falling, lows([-20, 100])), 640)).toBeCloseTo(64);
  });

  it("is as full as it was at its lowest, each time, and goes on from low to low", () => {
    expect(days(memoryOf(falling, lows([1, 300], [3, 260])), 640)).toBeCloseTo(13);
    expect(days(memoryOf(falling, lows([0, 300], [3, 260], [5, 200])), 640)).toBeCloseTo(10);
  });

  it("is judged by what lies within these days alone", () => {
    expect(days(memoryOf(falling, lows([-0.1, 900], [2, 300], [3, 260])), 640)).toBeCloseTo(6.5);
    expect(days(memoryOf(falling, lows([-0.1, 900], [3, 260])), 640)).toBeNull();
  });

  it("is lower now than at the last low", () => {
    expect(days(memoryOf(falling, lows([2, 300])), 260)).toBeCloseTo(26);
    expect(days(memoryOf(falling, lows([2, 300], [4, 280])), 260)).toBeCloseTo(26);
    expect(days(memoryOf(falling, lows([2, 300], [4, 280])), 280)).toBeCloseTo(28);
    expect(days(memoryOf(falling, lows([2, 300])), 300)).toBeNull();
  });

  it("is not foretold from less than a day", () => {
    expect(days(memoryOf(falling, lows([2, 300], [3, 260])), 640)).toBeCloseTo(6.5);
    expect(days(memoryOf(falling, lows([2, 300], [2.9, 260])), 640)).toBeNull();
  });

  it("loses nothing where its lows differ by less than a hundredth of the disk", () => {
    expect(days(memoryOf(falling, lows([1, 300], [3, 290.5])), 640)).toBeNull();
    expect(days(memoryOf(falling, lows([1, 300], [3, 290])), 640)).toBeCloseTo(58);
    expect(days(memoryOf(falling, lows([1, 300], [3, 320])), 640)).toBeNull();
  });
});

describe("what is told", () => {
  const note = (memory: RoomMemory | null, day: number, free: number, size = bytes) =>
    noteRoom(memory, day * dayMs, free * unit, size);
  /** Loses one unit a day, and has this much at the end. */
  const losing = (left: number, isTold: boolean) => {
    const free = Array.from({ length: 6 }, (_, day) => left + 6 - day);
    return note(memoryOf(free, [], isTold), 6, left).isTold;
  };

  it("is a disk that is full within ten days, until it is not full within fourteen", () => {
    expect([losing(9.9, false), losing(10, false), losing(10.1, false)]).toEqual([true, true, false]);
    expect([losing(13.9, true), losing(14, true), losing(14.1, true)]).toEqual([true, true, false]);
  });

  it("is nothing where nothing is foretold", () => {
    expect(note(null, 0, 1).isTold).toBe(false);
    expect(note(memoryOf([1, 1, 1], [], true), 3, 1).isTold).toBe(false);
  });

  it("is not what was told of another disk", () => {
    const told = memoryOf([16, 15, 14, 13, 12, 11], [at(1, 3)], true);
    expect(note(told, 6, 10, bytes * 1.02)).toEqual({
      bytes: bytes * 1.02,
      samples: [at(6, 10)],
      lows: [],
      isTold: false,
    });
    expect(note(told, 6, 10, bytes / 1.02).samples).toEqual([at(6, 10)]);
  });

  it("is of the same disk where its size differs by a hundredth at most", () => {
    const small: RoomMemory = { bytes: 101, samples: [[0, 7]], lows: [], isTold: false };
    expect(noteRoom(small, dayMs, 7, 100).samples).toHaveLength(2);
    expect(noteRoom({ ...small, bytes: 99 }, dayMs, 7, 100).samples).toHaveLength(2);
    expect(noteRoom({ ...small, bytes: 102 }, dayMs, 7, 100).samples).toHaveLength(1);
    expect(noteRoom({ ...small, bytes: 98 }, dayMs, 7, 100).samples).toHaveLength(1);
  });
});

describe("what is remembered", () => {
  const day = 100 * dayMs;
  const memory = (samples: readonly RoomSample[], lows: readonly RoomSample[] = []): RoomMemory => ({
    bytes,
    samples,
    lows,
    isTold: false,
  });
  const timesOf = (samples: readonly RoomSample[]) => samples.map(([atMs]) => atMs - day);

  it("is one look an hour", () => {
    const lookedAfter = (passedMs: number) =>
      timesOf(noteRoom(memory([[day, unit]]), day + passedMs, unit, bytes).samples);
    expect(lookedAfter(hourMs - 1)).toEqual([0]);
    expect(lookedAfter(hourMs)).toEqual([0, hourMs]);
  });

  it("is what was seen in seven days, and of lows in sixty", () => {
    const samples = [-7 * dayMs, -7 * dayMs + 1, -1].map((ms): RoomSample => [day + ms, unit]);
    const lows = [-60 * dayMs, -60 * dayMs + 1].map((ms): RoomSample => [day + ms, unit]);
    const noted = noteRoom(memory(samples, lows), day, unit, bytes);
    expect(timesOf(noted.samples)).toEqual([-7 * dayMs + 1, -1]);
    expect(timesOf(noted.lows)).toEqual([-60 * dayMs + 1]);
  });

  it("is not what lies ahead, after a clock was set back", () => {
    const around = [-hourMs, 0, 1].map((ms): RoomSample => [day + ms, unit]);
    const noted = noteRoom(memory(around, around), day, 2 * unit, bytes);
    expect(noted.samples).toEqual(around.slice(0, 2));
    expect(noted.lows).toEqual(around.slice(0, 2));
  });

  /** The lows after these looks, an hour apart. */
  const lowsAfter = (...free: number[]) => {
    let noted: RoomMemory | null = null;
    for (const [hour, one] of free.entries()) noted = noteRoom(noted, hour * hourMs, one * unit, bytes);
    return noted?.lows.map(([atMs, one]) => [atMs / hourMs, one / unit]);
  };

  it("is how little there was when room came back, once", () => {
    expect(lowsAfter(900, 500, 100)).toEqual([]);
    expect(lowsAfter(900, 500, 100, 100, 900, 910, 920)).toEqual([[2, 100]]);
    expect(lowsAfter(900, 100, 900, 120, 900)).toEqual([
      [1, 100],
      [3, 120],
    ]);
  });

  it("is not the first look, behind which it may have been lower", () => {
    expect(lowsAfter(100, 900)).toEqual([]);
    expect(lowsAfter(100, 900, 300, 900)).toEqual([[2, 300]]);
  });

  it("is of a rise by more than a quarter of what room moved by", () => {
    expect(lowsAfter(900, 100, 300)).toEqual([]);
    expect(lowsAfter(900, 100, 301)).toEqual([[1, 100]]);
  });

  it("is of a rise by more than a hundredth of the disk", () => {
    expect(lowsAfter(900, 890, 900)).toEqual([]);
    expect(lowsAfter(900, 889, 900)).toEqual([[1, 889]]);
  });

  it("begins a new low when it fell as much below the highest since", () => {
    expect(lowsAfter(900, 100, 400, 800, 600, 900)).toEqual([[1, 100]]);
    expect(lowsAfter(900, 100, 400, 800, 599, 900)).toEqual([
      [1, 100],
      [4, 599],
    ]);
    expect(lowsAfter(900, 100, 800, 700, 599, 900)).toHaveLength(2);
  });
});

it("a disk is full with 50 MB left, that of the records with 200 MB, a small one with a fiftieth", () => {
  const large = 500e9;
  expect([isFull(50e6, large, false), isFull(50e6 - 1, large, false)]).toEqual([false, true]);
  expect([isFull(200e6, large, true), isFull(200e6 - 1, large, true)]).toEqual([false, true]);
  expect([isFull(20e6, 1e9, true), isFull(20e6 - 1, 1e9, true)]).toEqual([false, true]);
});

it("a memory that is damaged is none", () => {
  const good = { bytes: 1, samples: [[1, 2]], lows: [], isTold: false };
  expect(roomMemory(good)).toEqual(good);
  expect(roomMemory({ ...good, isTold: true })?.isTold).toBe(true);
  expect(roomMemory({ ...good, isTold: "yes" })?.isTold).toBe(false);
  for (const bad of [
    null,
    undefined,
    7,
    {},
    { ...good, samples: [[1]] },
    { ...good, samples: [[1, 2, 3]] },
    { ...good, samples: [[1, 2], "12"] },
    { ...good, samples: {} },
    { ...good, lows: [["a", 1]] },
    { ...good, lows: undefined },
    { ...good, bytes: "1" },
  ])
    expect(roomMemory(bad)).toBeNull();
});
