import { type LearnedCadence, nextFromMs, silentFromMs } from "./learned-cadence.ts";

const minuteMs = 60_000;

/** Files that come closer together than this are one arrival: an instrument often writes several at once. */
const togetherMs = minuteMs;

/** So many spaces between arrivals must be known before one is called usual. */
const fewestSpaces = 3;

/** An instrument is quiet when its last file is older than this many of its usual spaces. */
const quietAfterTimes = 3;

/** A few spaces may be a burst, so nothing is called quiet on them sooner than this. */
const soonestQuietMs = 30 * minuteMs;

/**
 * Milliseconds that usually lie between two files: the median space between recent arrivals. Null while fewer than
 * three spaces are known. `atMs`: modification times in any order.
 */
export function usualSpaceMs(atMs: readonly number[]): number | null {
  return medianOf(spacesOf(atMs));
}

/** A space longer than this many of the usual ones is a pause; pauses may take this share of the time. */
const pauseTimes = 2;
const mostPaused = 0.25;

/** The same where files come all the time; null where pauses, such as nights, take much of it. */
export function steadySpaceMs(atMs: readonly number[]): number | null {
  const spaces = spacesOf(atMs);
  const usual = medianOf(spaces);
  if (usual === null) return null;
  const pausedMs = sumOf(spaces.filter((space) => space > pauseTimes * usual));
  return pausedMs > mostPaused * sumOf(spaces) ? null : usual;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Ascending. */
function spacesOf(atMs: readonly number[]): readonly number[] {
  const spaces: number[] = [];
  let last: number | null = null;
  for (const at of atMs.toSorted((a, b) => a - b)) {
    if (last !== null && at - last >= togetherMs) spaces.push(at - last);
    if (last === null || at - last >= togetherMs) last = at;
  }
  return spaces.sort((a, b) => a - b);
}

function medianOf(spaces: readonly number[]): number | null {
  if (spaces.length < fewestSpaces) return null;
  const middle = spaces[Math.floor(spaces.length / 2)] ?? 0;
  return spaces.length % 2 === 1 ? middle : (middle + (spaces[spaces.length / 2 - 1] ?? 0)) / 2;
}

/** A modification time further ahead than this is the mistake of a clock and says nothing of when the file was written. */
const mostAheadMs = 24 * 60 * minuteMs;

/** True for a time that no clock of this PC, its drives and its instruments should show yet. */
export function isFarAhead(atMs: number, nowMs: number): boolean {
  return atMs > nowMs + mostAheadMs;
}

/** The newest of some modification times; one that is far ahead counts only where there is no other. */
export function newestMs(timesMs: readonly (number | null)[], nowMs: number): number | null {
  const known = timesMs.filter((ms) => ms !== null);
  const likely = known.filter((ms) => !isFarAhead(ms, nowMs));
  return known.length === 0 ? null : Math.max(...(likely.length === 0 ? known : likely));
}

/** Facts about an instrument's files. */
export interface CadenceFacts {
  /** Recent modification times in any order, epoch milliseconds. */
  readonly recentMs: readonly number[];
  /** Newest file seen, epoch milliseconds; it may be too young to be recorded. Null where none was. */
  readonly lastFileAtMs: number | null;
  /** Value that the operator set; it counts before what was learned. */
  readonly expectEveryMinutes: number | null;
  /** When it usually writes; null while that is not known, or says nothing. */
  readonly learned: LearnedCadence | null;
  /** It is switched off until then, epoch milliseconds; null where nobody said so. */
  readonly offUntilMs: number | null;
  readonly nowMs: number;
}

/** How often files come, and whether they have stopped coming. */
export interface Cadence {
  /** Minutes that usually lie between two files; null while too few are known. */
  readonly usualMinutes: number | null;
  /** Nothing came for much longer than usual; of few files, a guess. */
  readonly isQuiet: boolean;
  /** When it is to be called silent unless a file comes, epoch milliseconds; null where that cannot be told. */
  readonly silentAtMs: number | null;
}

/** Judges one instrument. An instrument that has never written is not called quiet. */
export function cadence(facts: CadenceFacts): Cadence {
  const { recentMs, lastFileAtMs, expectEveryMinutes, learned, offUntilMs, nowMs } = facts;
  const spaceMs = learned?.everyMs ?? usualSpaceMs(recentMs);
  const usualMinutes = spaceMs === null ? null : Math.round(spaceMs / minuteMs);
  if (lastFileAtMs === null) return { usualMinutes, isQuiet: false, silentAtMs: null };
  const fromMs = Math.max(lastFileAtMs, offUntilMs ?? lastFileAtMs);
  const silentAtMs =
    expectEveryMinutes !== null
      ? fromMs + quietAfterTimes * expectEveryMinutes * minuteMs
      : learned === null
        ? null
        : silentFromMs(learned, fromMs, spaceMs);
  if (silentAtMs !== null || spaceMs === null)
    return { usualMinutes, isQuiet: silentAtMs !== null && nowMs > silentAtMs, silentAtMs };
  const isQuiet = nowMs - fromMs > Math.max(quietAfterTimes * spaceMs, soonestQuietMs);
  return { usualMinutes, isQuiet, silentAtMs };
}

/**
 * When the next file is expected, epoch milliseconds: one usual space after the last that was recorded, in hours in which
 * the instrument writes. Null where nobody can tell, and where it should be there already.
 */
export function nextFileMs(facts: Omit<CadenceFacts, "lastFileAtMs">): number | null {
  const { recentMs, expectEveryMinutes, learned, offUntilMs, nowMs } = facts;
  const lastMs = newestMs(recentMs, nowMs);
  if (lastMs === null || (offUntilMs ?? 0) > nowMs) return null;
  const steadyMs = expectEveryMinutes === null ? steadySpaceMs(recentMs) : expectEveryMinutes * minuteMs;
  const nextMs =
    learned !== null && expectEveryMinutes === null
      ? nextFromMs(learned, lastMs, learned.everyMs ?? usualSpaceMs(recentMs))
      : steadyMs && lastMs + steadyMs;
  return nextMs !== null && nextMs > nowMs ? Math.round(nextMs) : null;
}
