import { usualSpaceMs } from "./cadence.ts";
import { expectedInHour, expectedOnDay, type LearnedCadence } from "./learned-cadence.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A file of a day may be closed so long after the day is over; later its time says when it was copied. */
const closedWithinMs = 3 * hourMs;

/** The data of a file reach back to the file before it, or this many usual spaces. */
const reachesBack = 1.25;

/** Longer than this many usual spaces is a pause. */
const pauseFrom = 2;

/** An hour in which fewer are expected, of 1, is one in which it may rest. */
const expectedFrom = 0.5;

/** A span of time, epoch milliseconds. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Facts about the files of a day, and about when more are expected. */
export interface DayTimesFacts {
  /** Begin of the UTC day. */
  readonly beginMs: number;
  /** When each file was written last, in any order. */
  readonly writtenMs: readonly number[];
  /** Milliseconds between two files: by the settings, and where they say nothing, by the newest files; null: not known. */
  readonly setMs: number | null;
  readonly recentMs: number | null;
  /** Null where nothing is known of when it rests. */
  readonly learned: LearnedCadence | null;
  /** Switched off on this day. */
  readonly isOff: boolean;
  /** It wrote nothing before this day: what is expected of it begins with its first file. */
  readonly isFirstDay: boolean;
  readonly nowMs: number;
}

/** When the data of a day were written. */
export interface DayTimes {
  /** Gives the span of a file that was written last at this moment; null where that says nothing of its data. */
  spanOf(writtenMs: number): TimeSpan | null;
  /** Without a file, for longer than usual, while files were expected. */
  readonly pauses: readonly TimeSpan[];
}

/**
 * Gives spans and pauses by the times of a day's files. A file ends when it was written last; it begins where the one
 * before it ended, or a usual space before. Without a usual space it is a moment, and nothing is called a pause; nor is it
 * where files were copied at another time, as their data may lie anywhere on the day.
 */
export function dayTimes(facts: DayTimesFacts): DayTimes {
  const { beginMs, nowMs, learned, isOff } = facts;
  const endMs = beginMs + dayMs;
  const isOfDay = (ms: number) => ms > beginMs && ms <= endMs + closedWithinMs;
  const ends = [...new Set(facts.writtenMs.filter(isOfDay).map((ms) => Math.min(ms, endMs)))].sort(
    (a, b) => a - b,
  );
  const usualMs = facts.setMs ?? usualSpaceMs(ends) ?? facts.recentMs ?? learned?.everyMs ?? null;
  const firstMs = facts.isFirstDay ? (ends[0] ?? endMs) : beginMs;
  const before = new Map(ends.map((end, index) => [end, ends[index - 1] ?? beginMs]));
  const expects = (atMs: number) => {
    if (learned === null) return true;
    // If files are few, the hours of the day are not well known.
    if (learned.everyMs !== null) return expectedOnDay(learned, beginMs) > 0;
    return expectedInHour(learned, atMs) >= expectedFrom;
  };
  return {
    spanOf(writtenMs) {
      if (!isOfDay(writtenMs)) return null;
      const toMs = Math.min(writtenMs, endMs);
      const lastMs = before.get(toMs) ?? beginMs;
      if (usualMs === null) return { fromMs: toMs, toMs };
      // Behind a pause its data begin where the pause ends.
      const reachMs = isLong(lastMs, toMs, usualMs) ? usualMs : reachesBack * usualMs;
      return { fromMs: Math.max(lastMs, toMs - reachMs), toMs };
    },
    pauses:
      usualMs === null || isOff || !facts.writtenMs.every(isOfDay)
        ? []
        : pausesOf(ends, firstMs, Math.min(endMs, nowMs), usualMs).flatMap((pause) =>
            facts.setMs === null ? expectedParts(pause, expects) : [pause],
          ),
  };
}

function isLong(fromMs: number, toMs: number, usualMs: number): boolean {
  return toMs - fromMs > pauseFrom * usualMs;
}

/** Longer than usual between two files; what the file behind it may have measured is not part of it. */
function pausesOf(ends: readonly number[], beginMs: number, untilMs: number, usualMs: number): TimeSpan[] {
  const between = ends.flatMap((end, index) => {
    const fromMs = ends[index - 1] ?? beginMs;
    return isLong(fromMs, end, usualMs) ? [{ fromMs, toMs: end - usualMs }] : [];
  });
  const last = ends.at(-1) ?? beginMs;
  return isLong(last, untilMs, usualMs) ? [...between, { fromMs: last, toMs: untilMs }] : between;
}

/** The parts of a pause in hours in which files are expected. */
function expectedParts({ fromMs, toMs }: TimeSpan, expects: (atMs: number) => boolean): TimeSpan[] {
  const parts: TimeSpan[] = [];
  for (let at = fromMs; at < toMs; ) {
    const next = Math.min(toMs, (Math.floor(at / hourMs) + 1) * hourMs);
    const last = parts.at(-1);
    if (expects(at))
      if (last?.toMs === at) parts[parts.length - 1] = { fromMs: last.fromMs, toMs: next };
      else parts.push({ fromMs: at, toMs: next });
    at = next;
  }
  return parts;
}
