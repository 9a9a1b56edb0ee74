import { daysBetween, isCalendarDay, todayUtc } from "#base/dates.ts";

/** What a run of digits is read as: date tokens one after another, or null for something else. */
export type Reading = readonly DateToken[] | null;
export type DateToken = "%Y" | "%y" | "%m" | "%d" | "%H" | "%M" | "%S";

/** One file of a group: its runs of digits in their order, and when it was written. */
export interface Row {
  readonly runs: readonly string[];
  /** Microseconds since the epoch. */
  readonly mtimeUs: number;
}

const forms: readonly (readonly DateToken[])[] = [
  ["%Y", "%m", "%d"],
  ["%y", "%m", "%d"],
  ["%d", "%m", "%y"],
  ["%d", "%m", "%Y"],
  ["%Y", "%m"],
  ["%m", "%d"],
  ["%Y"],
  ["%m"],
  ["%d"],
];
const times: readonly (readonly DateToken[])[] = [[], ["%H"], ["%H", "%M"], ["%H", "%M", "%S"]];

const mostTries = 20_000;
const mostRows = 200;

/**
 * How the digits of a group of like names are best read, one reading for each run; null where no reading gives every
 * file a real date. Of several, that which lies nearest to when the files were written, then that which fixes the day,
 * then that which explains most. `parts` tells in which part of the path each run is.
 */
export function readDates(rows: readonly Row[], parts: readonly number[]): readonly Reading[] | null {
  const sample = thinned(rows);
  const widths = sample[0]?.runs.map((run) => run.length) ?? [];
  const options = widths.map((width, at) => optionsFor(width, at, sample));
  let best: { readings: readonly Reading[]; score: readonly number[] } | null = null;
  let tries = 0;
  const choose = (readings: readonly Reading[]): void => {
    if (tries > mostTries) return;
    const open = options[readings.length];
    if (open !== undefined) {
      for (const option of open) choose([...readings, option]);
      return;
    }
    tries += 1;
    const score = isPlausible(readings, parts) ? scoreOf(readings, sample) : null;
    if (score !== null && (best === null || isBetter(score, best.score))) best = { readings, score };
  };
  choose([]);
  return (best as { readings: readonly Reading[] } | null)?.readings ?? null;
}

/** Readings that every value could have; "something else" last. */
function optionsFor(width: number, at: number, rows: readonly Row[]): Reading[] {
  const fitting = forms.flatMap((form) =>
    times
      .map((time) => [...form, ...time])
      .filter((tokens) => widthOf(tokens) === width && (tokens.length === form.length || form.length === 3)),
  );
  const possible = fitting.filter((tokens) =>
    rows.every(({ runs }) =>
      valuesOf(tokens, runs[at] ?? "").every(([token, value]) => isInRange(token, value)),
    ),
  );
  return [...possible, null];
}

function widthOf(tokens: readonly DateToken[]): number {
  return tokens.reduce((sum, token) => sum + (token === "%Y" ? 4 : 2), 0);
}

function valuesOf(tokens: readonly DateToken[], run: string): [DateToken, number][] {
  let at = 0;
  return tokens.map((token) => {
    const width = token === "%Y" ? 4 : 2;
    at += width;
    return [token, Number(run.slice(at - width, at))];
  });
}

const ranges: Readonly<Record<DateToken, readonly [number, number]>> = {
  "%Y": [1950, 2099],
  "%y": [0, 99],
  "%m": [1, 12],
  "%d": [1, 31],
  "%H": [0, 24],
  "%M": [0, 59],
  "%S": [0, 60],
};

function isInRange(token: DateToken, value: number): boolean {
  const [least, most] = ranges[token];
  return least <= value && value <= most;
}

/**
 * False where a lone number only happens to be the month or day: nobody writes a field twice in one name, nor alone
 * into a file's name when the folders tell it already.
 */
function isPlausible(readings: readonly Reading[], parts: readonly number[]): boolean {
  const last = parts.at(-1);
  const above = new Set<DateToken>();
  const here = new Map<number, Set<DateToken>>();
  for (const [at, reading] of readings.entries()) {
    const part = parts[at] ?? 0;
    const seen = here.get(part) ?? new Set();
    here.set(part, seen);
    for (const token of reading ?? []) {
      if (seen.has(token)) return false;
      if (part === last && reading?.length === 1 && above.has(token)) return false;
      seen.add(token);
      if (part !== last) above.add(token);
    }
  }
  return true;
}

/** Smaller is better, the first number counts most; null where a file gets no date, or two that disagree. */
function scoreOf(readings: readonly Reading[], rows: readonly Row[]): readonly number[] | null {
  const tokens = new Set(readings.flatMap((reading) => reading ?? []));
  const hasDay = tokens.has("%d");
  const distances: number[] = [];
  for (const row of rows) {
    const date = dateOf(readings, row.runs);
    if (date === null) return null;
    const days = Math.abs(daysBetween(date, todayUtc(row.mtimeUs / 1000)));
    // A month is never nearer than a day of it, or files that were copied within their month would lose their day.
    distances.push(hasDay ? days : Math.max(days, 31));
  }
  distances.sort((a, b) => a - b);
  const median = distances[Math.floor(distances.length / 2)] ?? 0;
  // Files that were copied are all far off: only a great difference tells one reading from another.
  const far = median <= 3 ? 0 : Math.round(Math.log2(median));
  const explained = readings.reduce((sum, reading) => sum + (reading === null ? 0 : reading.length), 0);
  const preference = readings.reduce((sum, reading) => sum + (reading?.[0] === "%d" ? 1 : 0), 0);
  return [far, hasDay ? 0 : 1, -explained, preference];
}

function dateOf(readings: readonly Reading[], runs: readonly string[]): string | null {
  const found = new Map<string, number>();
  for (const [at, reading] of readings.entries()) {
    for (const [token, value] of valuesOf(reading ?? [], runs[at] ?? "")) {
      const name = token === "%y" ? "%Y" : token;
      const full = token === "%y" ? value + (value < 80 ? 2000 : 1900) : value;
      if (["%H", "%M", "%S"].includes(token)) continue;
      if ((found.get(name) ?? full) !== full) return null;
      found.set(name, full);
    }
  }
  const [year = 0, month = 0, day = 1] = ["%Y", "%m", "%d"].map((name) => found.get(name));
  if (!isCalendarDay(year, month, day)) return null;
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}

function isBetter(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return (a[at] ?? 0) < (b[at] ?? 0);
}

/** Evenly from all of them, so that different days are among them. */
function thinned(rows: readonly Row[]): readonly Row[] {
  const step = Math.max(1, Math.ceil(rows.length / mostRows));
  return rows.filter((_, index) => index % step === 0);
}
