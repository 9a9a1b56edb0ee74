import type { Period } from "#base/dates.ts";
import { absoluteDate } from "#base/text.ts";
import { compileAlternatives } from "./compile.ts";
import { explainImpossible, explainNoMatch } from "./explain.ts";
import { dateOfReading, isCut, type Reading, readAll } from "./match.ts";
import { type Alternative, mayReach, readCertainPath, readPath, walkParts } from "./prune.ts";

export interface MatchOptions {
  /** Upper and lower case are the same (Windows). */
  readonly caseInsensitive: boolean;
}

/** Result of matching a path against a pattern. */
export type PatternMatch =
  /** `measurementDate`: `YYYY-MM-DD`; of a monthly file the first of its month. */
  | { readonly kind: "match"; readonly measurementDate: string }
  /** `failed`: `name` is another file; `date` fits the names but gives no single date. `reason` is a clause. */
  | { readonly kind: "no-match"; readonly failed: "name" | "date"; readonly reason: string };

/** How an instrument's files are called, relative to its folder, `/` between parts. */
export interface Pattern {
  readonly text: string;
  /** Time that a file covers. */
  readonly period: Period;
  /** The date of a file, or why it is none of this pattern's. Never throws; time is linear in the name. */
  match(relPath: string, options: MatchOptions): PatternMatch;
  /** The date alone, null where `match` would not match: the fast way, for walking. */
  dateOf(relPath: string, options: MatchOptions): string | null;
  /**
   * Whether the pattern's last part takes a name, whatever folders it lies in; `date` where the name alone gives a single
   * one. For files that came without their folders.
   */
  readName(name: string, options: MatchOptions): { readonly date: string | null } | null;
  /**
   * False when no file below this folder can match, or only files older than `since` (`YYYY-MM-DD`).
   * The instrument's folder itself is "".
   */
  couldEnter(relFolder: string, options: MatchOptions & { readonly since?: string | null }): boolean;
}

export type CompiledPattern =
  | { readonly kind: "pattern"; readonly pattern: Pattern }
  /** `reason` is a clause that names the cause and what to do. */
  | { readonly kind: "refused"; readonly reason: string };

/** The patterns of the settings are asked for by all that reads them. */
const compiled = new Map<string, CompiledPattern>();
const mostCompiled = 100;

/**
 * Compiles a pattern. Tokens: `%Y` (1900 to 2099), `%y` (00–79 are 2000s, 80–99 are 1900s), `%m`, `%b` (Jan to Dec,
 * in any case), `%d`; `%H %M %S` are any two digits; `%%` is a percent sign. `*` is any text within a name and `?` one character;
 * neither takes the dot of a hidden name. `**` is any folders, also none. `{a,b}` nests. `\` separates like `/`.
 * All else stands for itself. `*` takes as little as it can, so of two
 * dates in a name the first counts; where that one would begin within a longer number and other dates are possible
 * too, the name matches nothing: a date is never guessed.
 */
export function compilePattern(text: string): CompiledPattern {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  if (compiled.size === mostCompiled) compiled.clear();
  const pattern = compile(text);
  compiled.set(text, pattern);
  return pattern;
}

function compile(text: string): CompiledPattern {
  const exact = compileAlternatives(text, false);
  const folded = compileAlternatives(text, true);
  if (exact.kind === "refused") return exact;
  if (folded.kind === "refused") return folded;
  const { period } = exact;
  // An "ä" may be one character on disk or two; only these patterns can tell.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is "not ASCII"
  const tellsForms = /[^\x00-\x7f]|\?/.test(text);
  const pick = (options: MatchOptions) => (options.caseInsensitive ? folded : exact).alternatives;
  const prepare = (path: string, options: MatchOptions) => {
    const composed = tellsForms ? path.normalize("NFC") : path;
    return options.caseInsensitive ? composed.toLowerCase() : composed;
  };
  // A walk asks several times about the same file, one after the other.
  let last = { relPath: "", isFolded: false, date: readDate(exact.alternatives, "", period) };
  const read = (relPath: string, options: MatchOptions): number => {
    if (relPath === last.relPath && options.caseInsensitive === last.isFolded) return last.date;
    const date = readDate(pick(options), prepare(relPath, options), period);
    last = { relPath, isFolded: options.caseInsensitive, date };
    return date;
  };
  let lastDate = noMatch;
  let lastText = "";
  const write = (date: number) => {
    if (date !== lastDate) lastText = writeDate(date);
    lastDate = date;
    return lastText;
  };

  return {
    kind: "pattern",
    pattern: {
      text,
      period,
      match(relPath, options) {
        const date = read(relPath, options);
        if (date > 0) return { kind: "match", measurementDate: write(date) };
        const path = prepare(relPath, options);
        if (date !== noMatch)
          return { kind: "no-match", failed: "date", reason: explainDate(pick(options), path, period) };
        const isCaseOnly =
          !options.caseInsensitive && readDate(folded.alternatives, path.toLowerCase(), period) > 0;
        const reason = isCaseOnly
          ? `it differs from the pattern "${text}" only in upper and lower case`
          : explainNoMatch(pick(options), path.split("/"), relPath.split("/"));
        return { kind: "no-match", failed: "name", reason };
      },
      dateOf(relPath, options) {
        const date = read(relPath, options);
        return date > 0 ? write(date) : null;
      },
      readName(name, options) {
        const date = readLastPart(pick(options), prepare(name, options), period);
        return date === noMatch ? null : { date: date > 0 ? write(date) : null };
      },
      couldEnter(relFolder, options) {
        if (relFolder === "") return true;
        const names = prepare(relFolder, options).split("/");
        const since = options.since ? Number(options.since.replaceAll("-", "")) : 0;
        return pick(options).some((alternative) => canHold(alternative, names, since, period));
      },
    },
  };
}

function canHold(alternative: Alternative, names: readonly string[], since: number, period: Period): boolean {
  const { positions, depth, isTooOpen } = walkParts(alternative, names, false);
  if (isTooOpen) return true;
  if (depth < names.length) return false;
  return positions.some((s) => s.next < alternative.parts.length && mayReach(s.reading, since, period));
}

/** Results of reading a path that are no date (a date is `yyyymmdd`, positive). */
const noMatch = 0;
const noDate = -1;
const severalDates = -2;

/** The date of a path as `yyyymmdd`, or `noMatch`, `noDate`, `severalDates`. */
function readDate(alternatives: readonly Alternative[], path: string, period: Period): number {
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

/** As `readDate`, of a name alone. */
function readLastPart(alternatives: readonly Alternative[], name: string, period: Period): number {
  let found = noMatch;
  for (const alternative of alternatives) {
    const part = alternative.parts.at(-1);
    if (part?.kind !== "name") continue;
    const readings = readAll(part, name, 0, name.length, 0);
    if (readings === null) return severalDates;
    for (const reading of deciding(alternative, readings))
      found = joinDates(found, dateOfReading(reading, period) || noDate);
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
function writeDate(date: number): string {
  const digits = String(date);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

function inWords(date: number): string {
  return absoluteDate(writeDate(date));
}

/** Why a path whose names fit has no date, as a clause. */
function explainDate(alternatives: readonly Alternative[], path: string, period: Period): string {
  const remedy = "write the text around the date into the pattern";
  const all: Reading[] = [];
  for (const alternative of alternatives) {
    const readings = readPath(alternative, path);
    if (readings === null) return `its date can be read in too many ways: ${remedy}`;
    all.push(...deciding(alternative, readings));
  }
  const dates = new Set(all.map((reading) => dateOfReading(reading, period)).filter((date) => date > 0));
  if (dates.size < 2) return explainImpossible(all[0] ?? 0);
  return `its date can be read as ${[...dates].slice(0, 3).map(inWords).join(" or ")}: ${remedy}`;
}
