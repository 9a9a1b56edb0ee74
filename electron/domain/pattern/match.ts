import { isCalendarDay, type Period } from "#base/dates.ts";
import { type Chunk, type NamePart, type PatternPart, place, widthOf } from "./tokens.ts";

/**
 * Parts of the date that have been read so far, in one integer so that matching allocates nothing:
 * day 5 bits, month 4, short year + 1 in 7, year 12, and one bit for "cut out of a longer number".
 * 0 is nothing; -1 is "does not fit".
 * A token that appears twice must give the same value.
 */
export type Reading = number;

/** Readings that are followed at the same time at most; a name with more says too much to say anything. */
export const mostReadings = 200;

const year = { shift: 16, mask: 0xfff };
const shortYear = { shift: 9, mask: 0x7f };
const month = { shift: 5, mask: 0xf };
const day = { shift: 0, mask: 0x1f };
const cutBit = 0x1000_0000;

/** Readings are below this. */
export const readingSpan = 0x2000_0000;

/** True when a date between two `*` was found with a digit right before it, so that another place is as likely. */
export function isCut(reading: Reading): boolean {
  return (reading & cutBit) !== 0;
}

/** The date as `yyyymmdd`, or 0 when the calendar has none or %Y and %y disagree. */
export function dateOfReading(reading: Reading, period: Period): number {
  const found = readingParts(reading);
  const dayOfMonth = period === "month" ? 1 : found.day;
  if (found.isTorn || !isCalendarDay(found.year, found.month, dayOfMonth)) return 0;
  return found.year * 10_000 + found.month * 100 + dayOfMonth;
}

/** Year, month and day of a reading, 0 where not read; `isTorn` when %Y and %y disagree. */
export function readingParts(reading: Reading): {
  year: number;
  month: number;
  day: number;
  isTorn: boolean;
} {
  const full = (reading >>> year.shift) & year.mask;
  const short = ((reading >>> shortYear.shift) & shortYear.mask) - 1;
  return {
    year: full !== 0 || short < 0 ? full : short < 80 ? 2000 + short : 1900 + short,
    month: (reading >>> month.shift) & month.mask,
    day: (reading >>> day.shift) & day.mask,
    isTorn: full !== 0 && short >= 0 && full % 100 !== short,
  };
}

/** Reads one chunk at `at`, where it must have room; -1 when it is not there. */
export function readChunkAt(chunk: Chunk, text: string, at: number, before: Reading): Reading {
  const { places } = chunk;
  let reading = before;
  let here = at;
  for (let i = 0; i < places.length; i += 1) {
    const want = places[i] ?? place.any;
    if (want >= 0) {
      if (text.charCodeAt(here) !== want) return -1;
      here += 1;
    } else if (want === place.any) {
      here += 1;
    } else {
      reading = takeToken(want, text, here, reading);
      if (reading < 0) return -1;
      here += widthOf(want);
    }
  }
  return reading;
}

/** The names that `%b` takes, in their order. */
export const monthNames = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];
const monthByCode = new Map(monthNames.map((name, at) => [codeOfName(name, 0), at + 1]));

/** Three letters as one number, upper and lower case alike; what is no ASCII gives a number that no name has. */
function codeOfName(text: string, at: number): number {
  let code = 0;
  for (let i = at; i < at + 3; i += 1) code = code * 0x1_0000 + (text.charCodeAt(i) | 0x20);
  return code;
}

function takeToken(token: number, text: string, at: number, reading: Reading): Reading {
  if (token === place.monthName) {
    const named = monthByCode.get(codeOfName(text, at));
    return named === undefined ? -1 : keep(reading, month, named);
  }
  const value = twoDigits(text, at);
  if (value < 0) return -1;
  switch (token) {
    case place.year: {
      const low = twoDigits(text, at + 2);
      return low < 0 || (value !== 19 && value !== 20) ? -1 : keep(reading, year, value * 100 + low);
    }
    case place.shortYear:
      return keep(reading, shortYear, value + 1);
    case place.month:
      return value < 1 || value > 12 ? -1 : keep(reading, month, value);
    case place.day:
      return value < 1 || value > 31 ? -1 : keep(reading, day, value);
    default:
      return reading;
  }
}

function keep(reading: Reading, field: { shift: number; mask: number }, value: number): Reading {
  const held = (reading >>> field.shift) & field.mask;
  if (held === 0) return reading | (value << field.shift);
  return held === value ? reading : -1;
}

function twoDigits(text: string, at: number): number {
  const high = text.charCodeAt(at) - 48;
  const low = text.charCodeAt(at + 1) - 48;
  return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : -1;
}

/** Reads one name, `text` from `start` to `end`, against a part that fits in one way only (`isCertain`). */
export function readCertain(
  part: NamePart,
  text: string,
  start: number,
  end: number,
  before: Reading,
): Reading {
  const { head, tail, middle } = part;
  if (end - start < part.minWidth || isHidden(part, text, start)) return -1;
  if (tail === null) return end - start === head.width ? readChunkAt(head, text, start, before) : -1;
  const afterTail = readChunkAt(tail, text, end - tail.width, before);
  if (afterTail < 0) return -1;
  const reading = readChunkAt(head, text, start, afterTail);
  if (reading < 0) return -1;
  let from = start + head.width;
  for (const chunk of middle) {
    from = endOfFirst(chunk, text, from, end - tail.width);
    if (from < 0) return -1;
  }
  return reading;
}

/** Every reading that the name allows, each once, the leftmost first; null when there are more than `mostReadings`. */
export function readAll(
  part: NamePart,
  text: string,
  start: number,
  end: number,
  before: Reading,
): Reading[] | null {
  if (part.isCertain || part.tail === null) {
    const reading = readCertain(part, text, start, end, before);
    return reading < 0 ? [] : [reading];
  }
  if (end - start < part.minWidth || isHidden(part, text, start)) return [];
  const limit = end - part.tail.width;
  const afterTail = readChunkAt(part.tail, text, limit, before);
  const first = afterTail < 0 ? -1 : readChunkAt(part.head, text, start, afterTail);
  if (first < 0) return [];
  // For each reading only the earliest end counts: what fits after a later one fits after it too.
  let ends = new Map<Reading, number>([[first, start + part.head.width]]);
  for (const chunk of part.middle) {
    ends = placeChunk(chunk, text, ends, limit);
    if (ends.size > mostReadings) return null;
  }
  return [...ends.keys()];
}

function placeChunk(chunk: Chunk, text: string, ends: ReadonlyMap<Reading, number>, limit: number) {
  const next = new Map<Reading, number>();
  for (const [reading, from] of ends) {
    for (let at = from; at + chunk.width <= limit && next.size <= mostReadings; at += 1) {
      const fitting = readChunkAt(chunk, text, at, reading);
      if (fitting < 0) continue;
      const after = isCutAt(chunk, text, at) ? fitting | cutBit : fitting;
      const known = next.get(after);
      if (known === undefined || at + chunk.width < known) next.set(after, at + chunk.width);
      if (!chunk.isDated) break;
    }
  }
  return next;
}

function isCutAt(chunk: Chunk, text: string, at: number): boolean {
  const before = text.charCodeAt(at + chunk.openingWidth - 1) - 48;
  return chunk.openingWidth >= 0 && at + chunk.openingWidth > 0 && before >= 0 && before <= 9;
}

function endOfFirst(chunk: Chunk, text: string, from: number, limit: number): number {
  for (let at = from; at + chunk.width <= limit; at += 1) {
    if (readChunkAt(chunk, text, at, 0) >= 0) return at + chunk.width;
  }
  return -1;
}

/** True for a name with a leading dot that the part does not write out. */
export function isHidden(part: PatternPart, text: string, start: number): boolean {
  return text.charCodeAt(start) === 46 && (part.kind === "folders" || !part.hasLeadingDot);
}
