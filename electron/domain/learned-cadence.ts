const hourMs = 3_600_000;
const dayHours = 24;

/** So many hours with files, over so many days, must be known before an instrument is expected to write. */
const fewestHours = 20;
const fewestDays = 3;

/** The cadence is learned from the newest days with files: from so many, or from more until `fewestHours` are met. */
const learnedDays = 14;

/** So long a week is not known by heart: until then only Saturday and Sunday may be days off. */
const weekKnownFromDays = 21;
const weekend = [6, 0];

/** An hour of the day that was as busy as this, of 1, on all days together is one in which files are surely expected. */
const surelyFrom = 0.8;

/** Nothing is usual where more pauses than these, and than this share of all, are so many times as long as expected. */
const irregularPauses = 2;
const irregularShare = 0.07;
const irregularTimes = 2;

/** An instrument is silent when so many of its usual pauses have passed, but not before so many hours. */
const silentAfterTimes = 3;
const soonestSilentHours = 2;

/** An instrument whose files come less than hour after hour is not silent before so many of their pauses by the clock. */
const soonestTimes = 2;

/** How far ahead the moment is looked for at which an instrument is silent. */
const horizonHours = 100 * dayHours;

/** An hour, counted since the epoch, and the files that an instrument wrote in it. */
export type BusyHour = readonly [hour: number, files: number];

/** When an instrument usually writes. */
export interface LearnedCadence {
  /** For each hour of the day (UTC), how many hours with files are to be expected in it: 0 to 1. */
  readonly byHour: readonly number[];
  /** Days of the week on which it never writes; 0 is Sunday, UTC. */
  readonly daysOff: ReadonlySet<number>;
  /** Milliseconds that usually lie between two hours with files; null where it writes hour after hour. */
  readonly everyMs: number | null;
}

/**
 * Learns the cadence from the hours in which an instrument wrote files, each given once and in any order. Null while
 * too few are known, and where they come in no order.
 */
export function learnCadence(hours: readonly BusyHour[]): LearnedCadence | null {
  const all = hours.toSorted(([a], [b]) => b - a);
  const newest = all[0]?.[0] ?? 0;
  // Counted from half a day after the newest, so that one a day that comes early or late is one a day.
  const dayOf = (hour: number) => Math.floor((newest - hour) / dayHours + 0.5);
  const recent: BusyHour[] = [];
  const days = new Set<number>();
  for (const one of all) {
    const day = dayOf(one[0]);
    if (days.size >= learnedDays && recent.length >= fewestHours && !days.has(day)) break;
    recent.push(one);
    days.add(day);
  }
  if (recent.length < fewestHours || days.size < fewestDays) return null;
  const daysApart = median(pauses([...days]));
  const steps = pauses(recent.map(([hour]) => hour));
  const isDense = steps.filter((step) => step === 1).length > steps.length / 2;
  // The first and the last hour of a night may bring a few files only.
  const busyFrom = isDense ? median(recent.map(([, files]) => files)) / 2 : 1;
  const filled = Array.from({ length: dayHours }, () => 0);
  const seen: number[] = [];
  for (const [hour, files] of recent)
    filled[hourOfDay(hour)] = (filled[hourOfDay(hour)] ?? 0) + Math.min(1, files / busyFrom);
  let seenHours = 0;
  for (let hour = recent.at(-1)?.[0] ?? newest; hour <= newest; hour += 1) {
    if (!days.has(dayOf(hour))) continue;
    seen[hourOfDay(hour)] = (seen[hourOfDay(hour)] ?? 0) + 1;
    seenHours += 1;
  }
  const byHour = filled.map((sum, i) => sum / (seen[i] ?? 1) / daysApart);
  const rhythm = { byHour, daysOff: daysOffOf(all.map(([hour]) => hour)) };
  const everyHours = (daysApart * (seenHours - 1)) / (recent.length - 1);
  const long = recent.filter(([hour], i) => {
    const before = recent[i + 1]?.[0] ?? hour;
    return Math.min(expectedAfter(rhythm, before, hour), (hour - before) / everyHours) > irregularTimes;
  });
  if (long.length > Math.max(irregularPauses, irregularShare * steps.length)) return null;
  if (!isDense) return { ...rhythm, everyMs: everyHours * hourMs };
  // A day on which it stopped takes nothing from the hours in which it writes on all others.
  return { ...rhythm, byHour: byHour.map((share) => (share >= surelyFrom ? 1 : share)), everyMs: null };
}

/**
 * When an instrument is to be called silent unless a file comes, epoch milliseconds: when three of its usual pauses, and
 * two hours, have passed in hours in which it usually writes. `usualMs` lie between two files of an instrument
 * that writes hour after hour. Null where that never comes.
 */
export function silentFromMs(
  { byHour, daysOff, everyMs }: LearnedCadence,
  lastFileAtMs: number,
  usualMs: number | null,
): number | null {
  // If files are few, the hours of the day are not well known.
  const soonestMs = lastFileAtMs + soonestTimes * (everyMs ?? 0);
  const usualHours = everyMs === null && usualMs !== null ? Math.min(1, usualMs / hourMs) : 1;
  const atMs = whenExpected(
    { byHour, daysOff },
    lastFileAtMs,
    Math.max(soonestSilentHours, silentAfterTimes * usualHours),
  );
  return atMs === null ? null : Math.ceil(Math.max(soonestMs, atMs));
}

/** When the next file is expected after one, epoch milliseconds; `usualMs` as above. Null where that never comes. */
export function nextFromMs(
  { byHour, daysOff, everyMs }: LearnedCadence,
  fileAtMs: number,
  usualMs: number | null,
): number | null {
  const usualHours = everyMs === null && usualMs !== null ? Math.min(1, usualMs / hourMs) : 1;
  return whenExpected({ byHour, daysOff }, fileAtMs, usualHours);
}

/** When so many expected hours have passed since a moment, epoch milliseconds; null where that never comes. */
function whenExpected(rhythm: Rhythm, fromMs: number, hours: number): number | null {
  let left = hours;
  let atMs = fromMs;
  for (let i = 0; i < horizonHours; i += 1) {
    const hour = Math.floor(atMs / hourMs);
    const expected = expectedIn(rhythm, hour);
    const restMs = (hour + 1) * hourMs - atMs;
    if (left <= (expected * restMs) / hourMs) return atMs + (left / expected) * hourMs;
    left -= (expected * restMs) / hourMs;
    atMs += restMs;
  }
  return null;
}

/** Hours with files that are to be expected after one hour, until another and with it. */
function expectedAfter(rhythm: Rhythm, afterHour: number, untilHour: number): number {
  let sum = 0;
  for (let hour = afterHour + 1; hour <= untilHour; hour += 1) sum += expectedIn(rhythm, hour);
  return sum;
}

/** Hours with files that are to be expected on the UTC day that begins at this moment, epoch milliseconds: 0 to 24. */
export function expectedOnDay(rhythm: LearnedCadence, beginMs: number): number {
  const begin = Math.floor(beginMs / hourMs);
  return expectedAfter(rhythm, begin - 1, begin + dayHours - 1);
}

/** Hours with files that are to be expected in the UTC hour of this moment, epoch milliseconds: 0 to 1. */
export function expectedInHour(rhythm: LearnedCadence, atMs: number): number {
  return expectedIn(rhythm, Math.floor(atMs / hourMs));
}

type Rhythm = Pick<LearnedCadence, "byHour" | "daysOff">;

function expectedIn({ byHour, daysOff }: Rhythm, hour: number): number {
  return daysOff.has(dayOfWeek(hour)) ? 0 : (byHour[hourOfDay(hour)] ?? 0);
}

/** `hours`: newest first. */
function daysOffOf(hours: readonly number[]): ReadonlySet<number> {
  const isWeekKnown = (hours[0] ?? 0) - (hours.at(-1) ?? 0) >= weekKnownFromDays * dayHours;
  const written = new Set(hours.map(dayOfWeek));
  if (isWeekKnown) return new Set([1, 2, 3, 4, 5, ...weekend].filter((day) => !written.has(day)));
  return new Set(weekend.some((day) => written.has(day)) ? [] : weekend);
}

function hourOfDay(hour: number): number {
  return ((hour % dayHours) + dayHours) % dayHours;
}

/** 1 January 1970 was a Thursday. */
function dayOfWeek(hour: number): number {
  return (((Math.floor(hour / dayHours) + 4) % 7) + 7) % 7;
}

function pauses(numbers: readonly number[]): number[] {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted.slice(1).map((one, i) => one - (sorted[i] ?? one));
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}
