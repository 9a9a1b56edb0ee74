import { daysBetween, isCalendarDay, type Period, todayUtc } from "#base/dates.ts";
import { monthNames } from "./match.ts";

/** The reading of a run: date tokens one after another, or null for something else. */
export type RunReading = readonly DateToken[] | null;
export type DateToken = "%Y" | "%y" | "%m" | "%b" | "%d" | "%H" | "%M" | "%S";

/** A file of a group: its runs of digits and its day words in their order, and when it was written. */
export interface NameRow {
  readonly runs: readonly string[];
  /** Microseconds since the epoch. */
  readonly mtimeUs: number;
}

/** A reading of all runs. */
export interface DatedReadings {
  readonly readings: readonly RunReading[];
  /** By run: a day word that is that of the date of each file. */
  readonly followsDay: readonly boolean[];
}

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const weekdayWord = `(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?`;
const monthWord = `jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?`;

/** Parts of a name that change with the day: digits, and the English names of weekdays and months, short and full. */
export const runPattern = new RegExp(
  String.raw`\d+|(?<!\p{L})(?:${weekdayWord}|${monthWord})(?!\p{L})`,
  "giu",
);

const forms: readonly (readonly DateToken[])[] = [
  ["%Y", "%m", "%d"],
  ["%y", "%m", "%d"],
  ["%d", "%m", "%y"],
  ["%d", "%m", "%Y"],
  ["%m", "%d", "%y"],
  ["%m", "%d", "%Y"],
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
 * How the runs of a group of like names are best read, one reading for each; null where no reading gives every file a
 * real date. Best is the reading with dates near to when the files were written, then the one that fixes the day, then
 * the one that explains most. `parts` tells in which part of the path each run is.
 */
export function readDates(rows: readonly NameRow[], parts: readonly number[]): DatedReadings | null {
  const sample = thinned(rows);
  const first = sample[0]?.runs ?? [];
  const hasWord = first.some((run) => !isDigits(run));
  const options = first.map((run, at) => optionsFor(run, at, sample, hasWord));
  let best: { readings: readonly RunReading[]; score: readonly number[] } | null = null;
  let tries = 0;
  const choose = (readings: readonly RunReading[]): void => {
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
  const { readings } = (best as Pick<DatedReadings, "readings"> | null) ?? { readings: null };
  if (readings === null) return null;
  return {
    readings,
    followsDay: readings.map((_, at) => rows.every((row) => isWordOfDate(readings, row, at))),
  };
}

/** Readings that every value could have; "something else" last. */
function optionsFor(first: string, at: number, rows: readonly NameRow[], hasWord: boolean): RunReading[] {
  if (!isDigits(first)) {
    const isMonth = rows.every(({ runs }) => monthNames.includes((runs[at] ?? "").toLowerCase()));
    return isMonth ? [["%b"], null] : [null];
  }
  // A year of two digits alone is one beside the name of a month only.
  const known = hasWord ? [...forms, ["%y"] as const] : forms;
  const fitting = known.flatMap((form) =>
    times
      .map((time) => [...form, ...time])
      .filter(
        (tokens) => widthOf(tokens) === first.length && (tokens.length === form.length || form.length === 3),
      ),
  );
  const possible = fitting.filter((tokens) =>
    rows.every(({ runs }) =>
      valuesOf(tokens, runs[at] ?? "").every(([token, value]) => isInRange(token, value)),
    ),
  );
  return [...possible, null];
}

function isDigits(run: string): boolean {
  return /^\d/.test(run);
}

function widthOf(tokens: readonly DateToken[]): number {
  return tokens.reduce((sum, token) => sum + (token === "%Y" ? 4 : 2), 0);
}

function valuesOf(tokens: readonly DateToken[], run: string): [DateToken, number][] {
  if (tokens[0] === "%b") return [["%b", monthNames.indexOf(run.toLowerCase()) + 1]];
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
  "%b": [1, 12],
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
function isPlausible(readings: readonly RunReading[], parts: readonly number[]): boolean {
  const last = parts.at(-1);
  const above = new Set<DateToken>();
  const here = new Map<number, Set<DateToken>>();
  const hasName = readings.some((reading) => reading?.[0] === "%b");
  for (const [at, reading] of readings.entries()) {
    const part = parts[at] ?? 0;
    const seen = here.get(part) ?? new Set();
    here.set(part, seen);
    if (reading?.[0] === "%y" && reading.length === 1 && !hasName) return false;
    for (const token of reading ?? []) {
      if (seen.has(token)) return false;
      if (part === last && reading?.length === 1 && above.has(token)) return false;
      seen.add(token);
      if (part !== last) above.add(token);
    }
  }
  return true;
}

/** How a date lies to the moment at which its file was written. */
function placeInTime(date: string, mtimeUs: number, period: Period): "near" | "ahead" | "long-ago" {
  const after = daysBetween(date, todayUtc(mtimeUs / 1000));
  if (after < -mostDaysAhead) return "ahead";
  return after <= mostDaysAfter + (period === "month" ? daysOfMonth : 0) ? "near" : "long-ago";
}

/** True where the file, written at `mtimeUs` (microseconds since the epoch), may well be of that date (`YYYY-MM-DD`). */
export function isNearWrite(date: string, mtimeUs: number, period: Period): boolean {
  return placeInTime(date, mtimeUs, period) === "near";
}

/** Clocks differ, and some instruments name a file by its end: a file may be written so many days before its date. */
const mostDaysAhead = 2;
/** Finished and written so many days after it, at most; who copies files without their times comes later. */
const mostDaysAfter = 60;
/** The date of a monthly file is the first of its month. */
const daysOfMonth = 31;

/** Smaller is better, the first number counts most; null where a file gets no date, or two that disagree. */
function scoreOf(readings: readonly RunReading[], rows: readonly NameRow[]): readonly number[] | null {
  const tokens = new Set(readings.flatMap((reading) => reading ?? []));
  const hasDay = tokens.has("%d");
  const distances: number[] = [];
  let near = 0;
  let ahead = 0;
  for (const row of rows) {
    const date = dateOf(readings, row.runs);
    if (date === null) return null;
    const place = placeInTime(date, row.mtimeUs, hasDay ? "day" : "month");
    if (place === "near") near += 1;
    if (place === "ahead") ahead += 1;
    const days = Math.abs(daysBetween(date, todayUtc(row.mtimeUs / 1000)));
    // A month is never nearer than a day of it, or files that were copied within their month would lose their day.
    distances.push(hasDay ? days : Math.max(days, daysOfMonth));
  }
  distances.sort((a, b) => a - b);
  const median = distances[Math.floor(distances.length / 2)] ?? 0;
  // Files that were copied are all far off: only a great difference tells one reading from another.
  const far = median <= 3 ? 0 : Math.round(Math.log2(median));
  const explained = readings.reduce((sum, reading) => sum + (reading === null ? 0 : reading.length), 0);
  const preference = readings.reduce((sum, reading) => sum + unusual(reading), 0);
  // Nothing is measured after it was written, so a reading that says it is the least likely.
  const outside = near * 2 > rows.length ? 0 : ahead * 2 > rows.length ? 2 : 1;
  return [outside, far, hasDay ? 0 : 1, -explained, preference];
}

/** Rank of an order among those that fit equally well: the year first, then the day, then the month as in the United States. */
function unusual(reading: RunReading): number {
  if (reading?.[0] === "%d") return 1;
  return reading?.[0] === "%m" && reading.includes("%d") && reading.length > 2 ? 2 : 0;
}

type DateField = "year" | "month" | "day";

const fieldOf: Readonly<Record<DateToken, DateField | null>> = {
  "%Y": "year",
  "%y": "year",
  "%m": "month",
  "%b": "month",
  "%d": "day",
  "%H": null,
  "%M": null,
  "%S": null,
};

function dateOf(readings: readonly RunReading[], runs: readonly string[]): string | null {
  const found = new Map<DateField, number>();
  for (const [at, reading] of readings.entries()) {
    for (const [token, value] of valuesOf(reading ?? [], runs[at] ?? "")) {
      const name = fieldOf[token];
      if (name === null) continue;
      const full = token === "%y" ? value + (value < 80 ? 2000 : 1900) : value;
      if ((found.get(name) ?? full) !== full) return null;
      found.set(name, full);
    }
  }
  const [year = 0, month = 0, day = 1] = (["year", "month", "day"] as const).map((name) => found.get(name));
  if (!isCalendarDay(year, month, day)) return null;
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}

/** True for a word that is the weekday or the month of the file's date. */
function isWordOfDate(readings: readonly RunReading[], { runs }: NameRow, at: number): boolean {
  const run = runs[at] ?? "";
  const date = dateOf(readings, runs);
  if (isDigits(run) || date === null) return false;
  const day = new Date(`${date}T00:00:00Z`);
  const start = run.slice(0, 3).toLowerCase();
  return start === weekdays[day.getUTCDay()] || start === monthNames[day.getUTCMonth()];
}

function isBetter(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return (a[at] ?? 0) < (b[at] ?? 0);
}

/** Evenly from all of them, so that different days are among them. */
function thinned(rows: readonly NameRow[]): readonly NameRow[] {
  const step = Math.max(1, Math.ceil(rows.length / mostRows));
  return rows.filter((_, index) => index % step === 0);
}
