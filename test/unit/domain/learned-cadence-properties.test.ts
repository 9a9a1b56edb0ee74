import { describe, expect, it } from "vitest";
import { usualSpaceMs } from "#domain/cadence.ts";
import { type LearnedCadence, learnCadence, silentFromMs } from "#domain/learned-cadence.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const beginMs = Date.UTC(2026, 0, 1);
const simulatedDays = 400;
const endMs = beginMs + simulatedDays * dayMs;

/** Hours that the ledger gives, and modification times that it keeps beside them. */
const keptHours = 720;
const keptTimes = 60;

interface Writer {
  readonly name: string;
  readonly usualMs: number;
  /** How long it stops now and then, and in which hours it writes at all. */
  readonly stopMs: number;
  readonly isWriting: (atMs: number) => boolean;
  readonly files: (random: () => number) => number[];
}

const always = () => true;

/** Every so often, each file up to `jitterMs` late, in the hours in which it writes. */
function every(usualMs: number, jitterMs: number, isWriting: (atMs: number) => boolean = always) {
  return (random: () => number) => {
    const planned = Array.from(
      { length: Math.floor((endMs - beginMs) / usualMs) },
      (_, i) => beginMs + i * usualMs,
    );
    return planned.filter(isWriting).map((atMs) => Math.floor(atMs + random() * jitterMs));
  };
}

/** 20:00 to 04:00 UTC on the first of January, two hours less on either side in July. */
function isNight(atMs: number): boolean {
  const shorter = 1 - Math.cos((2 * Math.PI * (atMs - beginMs)) / (365 * dayMs));
  const hour = (atMs / hourMs) % 24;
  return hour >= 20 + shorter || hour < 4 - shorter;
}

const inHelsinki = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Helsinki",
  hour: "numeric",
  hourCycle: "h23",
});
const localHour = (atMs: number) => Number(inHelsinki.format(atMs));

/** So many files within ten minutes, after a pause of so many hours. */
function bursts(files: number, pauseHours: (random: () => number) => number) {
  return (random: () => number) => {
    const all: number[] = [];
    for (let atMs = beginMs; atMs < endMs; atMs += pauseHours(random) * hourMs)
      for (let i = 0; i < files; i += 1) all.push(Math.floor(atMs + (i / files) * 10 * minuteMs));
    return all;
  };
}

const writers: readonly Writer[] = [
  {
    name: "every hour",
    usualMs: hourMs,
    stopMs: dayMs,
    isWriting: always,
    files: every(hourMs, 4 * minuteMs),
  },
  {
    name: "every 5 min",
    usualMs: 5 * minuteMs,
    stopMs: dayMs,
    isWriting: always,
    files: every(5 * minuteMs, minuteMs),
  },
  {
    name: "every day",
    usualMs: dayMs,
    stopMs: 5 * dayMs,
    isWriting: always,
    files: every(dayMs, 90 * minuteMs),
  },
  {
    name: "every 10 min at night only, and nights get shorter",
    usualMs: 10 * minuteMs,
    stopMs: dayMs,
    isWriting: isNight,
    files: every(10 * minuteMs, minuteMs, isNight),
  },
  {
    name: "in a burst every 6 h",
    usualMs: 6 * hourMs,
    stopMs: 2 * dayMs,
    isWriting: always,
    files: (random) =>
      every(
        6 * hourMs,
        40 * minuteMs,
      )(random).flatMap((atMs) => Array.from({ length: 25 }, (_, i) => atMs + i * 20_000)),
  },
  {
    name: "in bursts 2 to 10 h apart",
    usualMs: 6 * hourMs,
    stopMs: 2 * dayMs,
    isWriting: always,
    files: bursts(20, (random) => 2 + 8 * random()),
  },
  {
    name: "every hour from 06 to 20 local time, with daylight saving",
    usualMs: hourMs,
    stopMs: dayMs,
    isWriting: (atMs) => localHour(atMs) >= 6 && localHour(atMs) < 20,
    files: every(hourMs, 4 * minuteMs, (atMs) => localHour(atMs) >= 6 && localHour(atMs) < 20),
  },
  {
    name: "every 30 min on working days",
    usualMs: 30 * minuteMs,
    stopMs: dayMs,
    isWriting: (atMs) => ![0, 6].includes(new Date(atMs).getUTCDay()) && isOfficeHour(atMs),
    files: every(
      30 * minuteMs,
      5 * minuteMs,
      (atMs) => ![0, 6].includes(new Date(atMs).getUTCDay()) && isOfficeHour(atMs),
    ),
  },
];

function isOfficeHour(atMs: number): boolean {
  const hour = new Date(atMs).getUTCHours();
  return hour >= 8 && hour < 17;
}

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

/** When the writer has been at work for so long after a moment. */
function afterWork(fromMs: number, workMs: number, isWriting: (atMs: number) => boolean): number {
  let left = workMs;
  let atMs = fromMs;
  while (left > 0) {
    if (isWriting(atMs)) left -= minuteMs;
    atMs += minuteMs;
  }
  return atMs;
}

/** Goes through the files as a station meets them: `judge` sees each pause with what was learned until then. */
function simulate({ files, stopMs }: Writer, seed: number, isStopped: boolean) {
  const random = randomFrom(seed);
  const stops: { fromMs: number; toMs: number }[] = [];
  if (isStopped)
    for (let atMs = beginMs + 40 * dayMs; atMs < endMs - 30 * dayMs; atMs += (18 + 8 * random()) * dayMs)
      stops.push({ fromMs: atMs, toMs: atMs + stopMs });
  const times = files(random)
    .filter((atMs) => !stops.some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs))
    .toSorted((a, b) => a - b);
  const hours: [number, number][] = [];
  let learned: LearnedCadence | null = null;
  const pauses: { fromMs: number; toMs: number; silentMs: number | null; isKnown: boolean }[] = [];
  times.forEach((atMs, i) => {
    const hour = Math.floor(atMs / hourMs);
    const last = hours.at(-1);
    if (last?.[0] === hour) last[1] += 1;
    else hours.push([hour, 1]);
    const toMs = times[i + 1];
    if (toMs === undefined) return;
    // Within an hour nothing is silent; what was learned is looked at where it matters.
    if (toMs - atMs >= hourMs || i % 50 === 0) learned = learnCadence(hours.slice(-keptHours));
    const usualMs =
      toMs - atMs < hourMs ? null : usualSpaceMs(times.slice(Math.max(0, i + 1 - keptTimes), i + 1));
    const silentMs = learned === null || toMs - atMs < hourMs ? null : silentFromMs(learned, atMs, usualMs);
    pauses.push({ fromMs: atMs, toMs, silentMs, isKnown: learned !== null });
  });
  return { pauses, stops };
}

describe("400 days of an instrument that writes", () => {
  it.each(writers)("$name: no false alarm", (writer) => {
    const { pauses } = simulate(writer, 1, false);
    const alarms = pauses.filter(({ toMs, silentMs }) => silentMs !== null && silentMs <= toMs);
    expect(
      alarms.map(({ fromMs, toMs }) => [new Date(fromMs).toISOString(), (toMs - fromMs) / hourMs]),
    ).toEqual([]);
    const known = pauses.filter(({ isKnown }) => isKnown).length;
    expect(known).toBeGreaterThan(0.9 * pauses.length);
  });

  it.each(writers)("$name: every stop is told in time, and nothing else", (writer) => {
    const { pauses, stops } = simulate(writer, 2, true);
    const { usualMs, isWriting } = writer;
    let told = 0;
    for (const { fromMs, toMs, silentMs } of pauses) {
      const stop = stops.find((one) => fromMs < one.toMs && toMs > one.fromMs);
      const isTold = silentMs !== null && silentMs <= toMs;
      if (stop === undefined) expect(isTold, new Date(fromMs).toISOString()).toBe(false);
      else {
        const lastMs = afterWork(fromMs, Math.max(3.5 * usualMs, (2 * hourMs * 3.5) / 3), isWriting);
        if (lastMs > stop.toMs) continue;
        expect(
          silentMs ?? Number.NaN,
          `${new Date(fromMs).toISOString()} ${(toMs - fromMs) / hourMs}`,
        ).toBeLessThanOrEqual(lastMs);
        told += 1;
      }
    }
    expect(told).toBeGreaterThan(8);
  });

  it("is not called silent where its files come in no order", () => {
    const pauseHours = (random: () => number) => -6 * Math.log(1 - random());
    const rain = { name: "", usualMs: 0, stopMs: 0, isWriting: always, files: bursts(5, pauseHours) };
    const { pauses } = simulate(rain, 3, false);
    expect(pauses.filter(({ isKnown }) => isKnown).length).toBeLessThan(0.05 * pauses.length);
  });
});
