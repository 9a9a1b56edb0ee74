import { expect, it } from "vitest";
import { createSteadyRate, timeLeftAt } from "#domain/steady-rate.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";

/** A rate that hears of so many bytes each second. */
function setUp() {
  const rate = createSteadyRate();
  let nowMs = 5_000;
  const send = (seconds: number, perSecond: number, isFile = false) => {
    for (let second = 0; second < seconds; second++) {
      nowMs += 1_000;
      rate.add(perSecond, nowMs);
      if (isFile) rate.fileEnded();
    }
  };
  const rest = (ms: number) => {
    nowMs += ms;
  };
  return { send, rest, measured: () => rate.measured(nowMs) };
}

it("is told after 20 files or half a minute, whichever comes first", () => {
  const one = setUp();
  one.send(30, 1_000);
  expect(one.measured()).toBeNull();
  one.send(2, 1_000);
  expect(one.measured()?.usual).toBeCloseTo(1_000, -2);
  const many = setUp();
  many.send(19, 1_000, true);
  expect(many.measured()).toBeNull();
  many.send(2, 1_000, true);
  expect(many.measured()?.usual).toBeCloseTo(1_000, -2);
});

it("is that of the last five minutes, and a stall or a burst alone does not move it", () => {
  const { send, measured } = setUp();
  send(200, 10_000);
  send(310, 1_000);
  expect(measured()?.usual).toBeCloseTo(1_000, -2);
  send(15, 0);
  send(1, 20_000);
  expect(measured()?.usual).toBeGreaterThan(950);
  expect(measured()?.usual).toBeLessThan(1_050);
  expect(measured()?.least).toBeLessThan(950);
});

it("begins again after a rest of 30 s", () => {
  const { send, rest, measured } = setUp();
  send(100, 1_000);
  rest(30_000);
  expect(measured()).toBeNull();
  send(30, 9_000);
  expect(measured()).toBeNull();
  send(2, 9_000);
  expect(measured()?.usual).toBeCloseTo(9_000, -2);
});

it("is none where it is not steady", () => {
  const { send, measured } = setUp();
  send(1, 20_000);
  send(25, 0);
  send(1, 20_000);
  send(12, 0);
  expect(measured()).toBeNull();
});

it("gives the shortest and the longest time for what is left, and none for nothing", () => {
  const rate = { least: 500, usual: 800, most: 1_000 };
  expect(timeLeftAt(rate, 10_000)).toEqual({ fromMs: 10_000, toMs: 20_000 });
  expect(timeLeftAt(rate, 0)).toBeNull();
});

/** A link with noise from second to second, waves of minutes, stalls, and a wait at each file. */
function simulated(seed: number) {
  const random = seededRandom(`link ${seed}`);
  const logUniform = (from: number, to: number) => from * (to / from) ** random.next();
  const bell = () =>
    Array.from({ length: 6 }, random.next).reduce((sum, part) => sum + part, -3) * Math.SQRT2;
  const bytesPerMs = logUniform(200, 20_000);
  const [noise, wave, waveMs] = [0.5 * random.next(), 0.15 * random.next(), logUniform(20_000, 600_000)];
  const [stallShare, waitMs] = [0.01 * random.next(), logUniform(5, 300)];
  const [usualSize, spread] = [logUniform(1e5, 2e7), 0.8 * random.next()];
  const sizes = Array.from({ length: random.int(400, 1_500) }, () => usualSize * Math.exp(spread * bell()));
  const rate = createSteadyRate();
  const phase = random.next();
  let [nowMs, doneBytes] = [0, 0];
  /** Looks at a share of the bytes, with what they tell. */
  const looks: { readonly atMs: number; readonly range: ReturnType<typeof timeLeftAt> }[] = [];
  const ofBytes = sizes.reduce((sum, size) => sum + size, 0);
  const shares = [0.05, 0.1, 0.25, 0.5, 0.75];
  for (const size of sizes) {
    nowMs += waitMs;
    for (let left = size; left > 0; ) {
      const tide = 1 + wave * Math.sin(2 * Math.PI * (phase + nowMs / waveMs));
      const speed = bytesPerMs * tide * Math.max(0.05, 1 + noise * bell());
      const bytes = Math.min(left, speed * 400);
      nowMs += bytes / speed + (random.next() < stallShare ? 2_000 * random.next() : 0);
      left -= bytes;
      doneBytes += bytes;
      rate.add(bytes, nowMs);
    }
    rate.fileEnded();
    if (doneBytes < (shares[looks.length] ?? 2) * ofBytes) continue;
    const measured = rate.measured(nowMs);
    looks.push({ atMs: nowMs, range: measured && timeLeftAt(measured, ofBytes - doneBytes) });
  }
  return looks.map(({ atMs, range }) => ({ range, truthMs: nowMs - atMs }));
}

it("holds the truth in 95 % of 200 runs from 200 kB/s to 20 MB/s, at 5 % and later", () => {
  const runs = Array.from({ length: 200 }, (_, seed) => simulated(seed));
  for (const look of [0, 1, 2, 3, 4]) {
    const right = runs.filter((looks) => {
      const { range, truthMs } = looks[look] ?? { range: null, truthMs: 0 };
      return range != null && range.fromMs <= truthMs && truthMs <= range.toMs;
    });
    const widths = runs.flatMap((looks) => {
      const range = looks[look]?.range;
      return range == null ? [] : [range.toMs / range.fromMs];
    });
    expect(right.length).toBeGreaterThanOrEqual(190);
    // A range that holds everything tells nothing.
    expect(widths.toSorted((one, other) => one - other)[100]).toBeLessThan(1.6);
  }
});
