import type { Period } from "#base/dates.ts";
import { explainImpossible } from "./explain.ts";
import { dateOfReading, isCut, type Reading } from "./match.ts";
import { type Alternative, readCertainPath, readPath } from "./prune.ts";

/** What reading a path comes to where it is no date (`yyyymmdd`, positive). */
export const noMatch = 0;
const noDate = -1;
const severalDates = -2;

/** The date of a path as `yyyymmdd`, or `noMatch`, `noDate`, `severalDates`. */
export function readDate(alternatives: readonly Alternative[], path: string, period: Period): number {
  let found = noMatch;
  for (const alternative of alternatives) {
    if (alternative.isCertain) {
      const reading = readCertainPath(alternative.parts, path);
      if (reading >= 0) found = joinDates(found, dateOfReading(reading, period) || noDate);
    } else {
      const readings = readPath(alternative, path);
      if (readings === null) return severalDates;
      for (const reading of deciding(alternative, readings)) {
        found = joinDates(found, dateOfReading(reading, period) || noDate);
      }
    }
  }
  return found;
}

/** The readings that count: the leftmost alone, unless it is cut out of a number or nothing orders them. */
function deciding(alternative: Alternative, readings: readonly Reading[]): readonly Reading[] {
  const [first] = readings;
  return first === undefined || alternative.isLoose || isCut(first) ? readings : [first];
}

function joinDates(a: number, b: number): number {
  if (a === noMatch || a === b) return b;
  if (b === noDate) return a;
  return a === noDate ? b : severalDates;
}

/** `YYYY-MM-DD` of `yyyymmdd`. */
export function writeDate(date: number): string {
  const digits = String(date);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Why a path whose names fit has no date, as a clause. */
export function explainDate(alternatives: readonly Alternative[], path: string, period: Period): string {
  const remedy = "write the text around the date into the pattern";
  const all: Reading[] = [];
  for (const alternative of alternatives) {
    const readings = readPath(alternative, path);
    if (readings === null) return `its date can be read in too many ways: ${remedy}`;
    all.push(...deciding(alternative, readings));
  }
  const dates = new Set(all.map((reading) => dateOfReading(reading, period)).filter((date) => date > 0));
  if (dates.size < 2) return explainImpossible(all[0] ?? 0);
  return `its date can be read as ${[...dates].slice(0, 3).map(writeDate).join(" and as ")}: ${remedy}`;
}
