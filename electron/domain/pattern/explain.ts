import { phrase } from "#base/phrase.ts";
import { alternativesText } from "#base/text.ts";
import { isHidden, type Reading, readAll, readChunkAt, readingParts } from "./match.ts";
import { type Alternative, type Progress, walkParts } from "./prune.ts";
import { type Chunk, type NamePart, place, widthOf } from "./tokens.ts";

/** Why a name does not fit. Misfits that differ in `expected` alone are told in one clause. */
interface Misfit {
  /** Characters that fitted. */
  readonly reached: number;
  /** The misfit as a clause, with what was expected there. */
  readonly clause: (expected: string) => string;
  /** "" where the clause says it all. */
  readonly expected: string;
}

/**
 * Says which part of a path failed first and what was there instead, for the alternatives that came furthest.
 * `names` are the parts as matched, `shown` the same parts as they are on disk.
 */
export function explainNoMatch(
  alternatives: readonly Alternative[],
  names: readonly string[],
  shown: readonly string[],
): string {
  const walked = alternatives.map((alternative) => ({ alternative, ...walkParts(alternative, names, true) }));
  const depth = Math.max(...walked.map((walk) => walk.depth));
  if (depth === names.length) {
    return `${JSON.stringify(shown.join("/"))} is too high up: the pattern has more folders above the file`;
  }
  const isFile = depth === names.length - 1;
  const what = `${isFile ? "the name" : "the folder"} ${JSON.stringify(shown[depth])}`;
  const misfits = walked
    .filter((walk) => walk.depth === depth)
    .flatMap((walk) => misfitsAt(walk.alternative, walk, names[depth] ?? "", isFile));
  if (misfits.length === 0) return `${what} is a folder where the pattern has a file: its files are too deep`;
  const reached = Math.max(...misfits.map((one) => one.reached));
  return `${what} does not match: ${tell(misfits.filter((one) => one.reached === reached))}`;
}

function tell(misfits: readonly Misfit[]): string {
  const groups = Map.groupBy(misfits, ({ clause }) => clause(""));
  const clauses = [...groups.values()].map(
    (group) =>
      group[0]?.clause(alternativesText([...new Set(group.map((one) => one.expected))].slice(0, 8))) ?? "",
  );
  return clauses.slice(0, 3).join(phrase(", or "));
}

function misfitsAt(alternative: Alternative, walk: Progress, name: string, isFile: boolean): Misfit[] {
  const misfits: Misfit[] = [];
  for (const { next, reading } of walk.positions) {
    const part = alternative.parts[next];
    if (part === undefined) continue;
    if (part.kind === "folders") {
      if (isHidden(part, name, 0)) misfits.push(saying(0, '"**" does not match hidden folders'));
    } else if (isFile !== next < alternative.parts.length - 1) {
      misfits.push(misfit(part, name, reading));
    } else if (isFile) {
      misfits.push(saying(0, `it is a file, where the pattern has the folder "${part.text}"`));
    }
  }
  return misfits;
}

function saying(reached: number, clause: string): Misfit {
  return { reached, clause: () => clause, expected: "" };
}

function misfit(part: NamePart, name: string, reading: Reading): Misfit {
  if (isHidden(part, name, 0)) return saying(0, `it starts with a dot, and "${part.text}" does not`);
  const { head, tail } = part;
  const inHead = misfitOf(head, name, 0);
  if (inHead !== null) return inHead;
  if (tail === null && name.length > head.width) {
    return saying(
      head.width,
      `${JSON.stringify(name.slice(head.width))} comes after the end of "${part.text}"`,
    );
  }
  if (tail !== null && readChunkAt(tail, name, Math.max(0, name.length - tail.width), 0) < 0) {
    const inTail = tail.isDated ? misfitOf(tail, name, Math.max(0, name.length - tail.width)) : null;
    if (inTail !== null) return { ...inTail, reached: head.width };
    return {
      reached: head.width,
      clause: (expected) => `it does not end in ${expected}`,
      expected: `"${tail.text}"`,
    };
  }
  if (name.length < part.minWidth) return saying(head.width, `it is too short for "${part.text}"`);
  if (readAll(part, name, 0, name.length, 0)?.length === 0) {
    return saying(name.length - 1, middleMisfit(part, name));
  }
  return saying(name.length, `its date disagrees with ${knownOf(reading)} of the folders above it`);
}

function middleMisfit(part: NamePart, name: string): string {
  const absent = part.middle.find((chunk) => {
    for (let at = 0; at + chunk.width <= name.length; at += 1)
      if (readChunkAt(chunk, name, at, 0) >= 0) return false;
    return true;
  });
  return absent === undefined
    ? `the pieces of "${part.text}" do not occur in this order`
    : `"${absent.text}" does not occur in it`;
}

/** The first place of a chunk that does not fit, in words; null when the chunk fits. */
function misfitOf(chunk: Chunk, name: string, start: number): Misfit | null {
  let at = start;
  for (let i = 0; i < chunk.places.length; i += 1) {
    const want = chunk.places[i] ?? place.any;
    const width = widthOf(want);
    const one: Chunk = { ...chunk, places: [want], width };
    if (at + width > name.length || readChunkAt(one, name, at, 0) < 0) {
      return want >= 0 ? literalMisfit(chunk, i, name, at) : tokenMisfit(want, name, at, width);
    }
    at += width;
  }
  return readChunkAt(chunk, name, start, 0) < 0
    ? saying(at, `a date token occurs twice in "${chunk.text}" with different values`)
    : null;
}

const tokenWords: Readonly<Record<number, string>> = {
  [place.any]: "one more character (?)",
  [place.year]: "a year (%Y, 1900 to 2099)",
  [place.shortYear]: "a year of two digits (%y)",
  [place.month]: "a month (%m, 01 to 12)",
  [place.monthName]: "the name of a month (%b, Jan to Dec)",
  [place.day]: "a day (%d, 01 to 31)",
  [place.time]: "two digits of a time (%H, %M or %S)",
};

function endsThere(expected: string): string {
  return `it ends where ${expected} should be`;
}

function tokenMisfit(want: number, name: string, at: number, width: number): Misfit {
  const found = name.slice(at, at + width);
  const expected = tokenWords[want] ?? "";
  if (found === "") return { reached: at, clause: endsThere, expected };
  return {
    reached: at,
    clause: (wanted) =>
      found === name ? `it is not ${wanted}` : `${JSON.stringify(found)} is not ${wanted}`,
    expected,
  };
}

function literalMisfit(chunk: Chunk, index: number, name: string, at: number): Misfit {
  let from = index;
  while ((chunk.places[from - 1] ?? -1) >= 0) from -= 1;
  let to = index;
  while ((chunk.places[to] ?? -1) >= 0) to += 1;
  const expected = `"${String.fromCharCode(...chunk.places.slice(from, to))}"`;
  const found = name.slice(at - (index - from), at - index + to);
  if (found === "") return { reached: at, clause: endsThere, expected };
  return {
    reached: at,
    clause: (wanted) => `${JSON.stringify(found)} is where ${wanted} should be`,
    expected,
  };
}

function knownOf(reading: Reading): string {
  const { year, month, day } = readingParts(reading);
  const named = [
    year === 0 ? "" : phrase(`year ${year}`),
    month === 0 ? "" : phrase(`month ${month}`),
    day === 0 ? "" : phrase(`day ${day}`),
  ];
  return named.filter((one) => one !== "").join(", ");
}

/** Why a reading is no date, for a path whose every part fitted: only a day can be wrong, or two years. */
export function explainImpossible(reading: Reading): string {
  const { year, month, day, isTorn } = readingParts(reading);
  if (isTorn) return "%Y and %y give different years";
  return `the calendar has no ${[year, month, day].map((value) => String(value).padStart(2, "0")).join("-")}`;
}
