import type { Period } from "#base/dates.ts";
import {
  isHidden,
  mostReadings,
  type Reading,
  readAll,
  readCertain,
  readingParts,
  readingSpan,
} from "./match.ts";
import type { PatternPart } from "./tokens.ts";

/** A way to write the pattern, after its braces are written out. */
export interface Alternative {
  readonly text: string;
  readonly parts: readonly PatternPart[];
  /** A path fits in one way only: no `**`, no date token between two `*`. */
  readonly isCertain: boolean;
  /** Holds `**` twice, so that one path fits in several ways that no rule puts in order. */
  readonly isLoose: boolean;
}

/** How far matching is: the pattern part that comes next, and what has been read of the date. */
export interface Position {
  readonly next: number;
  readonly reading: Reading;
}

/** How far a path fits an alternative. */
export interface Progress {
  /** Positions that are possible after the last part that fitted. */
  readonly positions: readonly Position[];
  /** Parts of the path that fitted, from the left. */
  readonly depth: number;
  /** The path can be read in more ways than are followed; the rest says nothing. */
  readonly isTooOpen: boolean;
}

/** The one reading of a path, or -1; only for an alternative that is certain. */
export function readCertainPath(parts: readonly PatternPart[], path: string): Reading {
  let reading = 0;
  let start = 0;
  const last = parts.length - 1;
  for (let i = 0; i <= last; i += 1) {
    const part = parts[i];
    const slash = path.indexOf("/", start);
    if (part?.kind !== "name" || slash < 0 !== (i === last)) return -1;
    reading = readCertain(part, path, start, slash < 0 ? path.length : slash, reading);
    if (reading < 0) return -1;
    start = slash + 1;
  }
  return reading;
}

/** Every reading of the whole path, each once, the leftmost first; null when there are too many. */
export function readPath(alternative: Alternative, path: string): readonly Reading[] | null {
  if (alternative.isCertain) {
    const reading = readCertainPath(alternative.parts, path);
    return reading < 0 ? [] : [reading];
  }
  const names = path.split("/");
  const progress = walkParts(alternative, names, true);
  if (progress.isTooOpen) return null;
  if (progress.depth < names.length) return [];
  return progress.positions.filter((s) => s.next === alternative.parts.length).map((s) => s.reading);
}

/**
 * Walks the names of a path along an alternative until nothing is possible. With `hasFile` the last name is a
 * file's, which `**` does not take. Time grows with length × readings, never exponentially.
 */
export function walkParts(alternative: Alternative, names: readonly string[], hasFile: boolean): Progress {
  let positions: readonly Position[] = [...open(alternative.parts, 0, 0)];
  for (const [depth, name] of names.entries()) {
    const isFolder = !hasFile || depth < names.length - 1;
    const next = new Map<number, Position>();
    for (const position of positions) {
      const after = stepInto(alternative.parts, position, name, isFolder);
      for (const reached of after ?? []) next.set(reached.next * readingSpan + reached.reading, reached);
      if (after === null || next.size > mostReadings) return { positions, depth, isTooOpen: true };
    }
    if (next.size === 0) return { positions, depth, isTooOpen: false };
    positions = [...next.values()];
  }
  return { positions, depth: names.length, isTooOpen: false };
}

function stepInto(
  parts: readonly PatternPart[],
  from: Position,
  name: string,
  isFolder: boolean,
): readonly Position[] | null {
  const part = parts[from.next];
  if (part === undefined) return [];
  if (part.kind === "folders") {
    return isFolder && !isHidden(part, name, 0) ? [...open(parts, from.next, from.reading)] : [];
  }
  const readings = readAll(part, name, 0, name.length, from.reading);
  return readings === null ? null : readings.flatMap((reading) => [...open(parts, from.next + 1, reading)]);
}

/** A position before a part, and past it where that is `**`, which may stand for no folder. */
function* open(parts: readonly PatternPart[], next: number, reading: Reading): Iterable<Position> {
  for (let at = next; ; at += 1) {
    yield { next: at, reading };
    if (parts[at]?.kind !== "folders") return;
  }
}

/** True when a date that begins with this reading may be `since` (`yyyymmdd`) or later. */
export function mayReach(reading: Reading, since: number, period: Period): boolean {
  const found = readingParts(reading);
  if (found.year === 0) return true;
  const lastDay = period === "month" ? 1 : found.day || 31;
  return found.year * 10_000 + (found.month || 12) * 100 + lastDay >= since;
}
