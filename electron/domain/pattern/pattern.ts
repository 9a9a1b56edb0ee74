import type { Period } from "#base/dates.ts";
import { compileAlternatives } from "./compile.ts";
import { explainDate, noMatch, readDate, writeDate } from "./date.ts";
import { explainNoMatch } from "./explain.ts";
import { type Alternative, mayReach, walkParts } from "./prune.ts";

export interface MatchOptions {
  /** Upper and lower case are the same (Windows). */
  readonly caseInsensitive: boolean;
}

/** What a path is to a pattern. */
export type PatternMatch =
  /** `measurementDate`: `YYYY-MM-DD`; of a monthly file the first of its month. */
  | { readonly kind: "match"; readonly measurementDate: string }
  /** `failed`: `name` is another file; `date` fits the names but gives no single date. `reason` is a clause. */
  | { readonly kind: "no-match"; readonly failed: "name" | "date"; readonly reason: string };

/** How an instrument's files are called, relative to its folder, `/` between parts. */
export interface Pattern {
  readonly text: string;
  /** What one file covers. */
  readonly period: Period;
  /** The date of a file, or why it is none of this pattern's. Never throws; time is linear in the name. */
  match(relPath: string, options: MatchOptions): PatternMatch;
  /** The date alone, null where `match` would not match: the fast way, for walking. */
  dateOf(relPath: string, options: MatchOptions): string | null;
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

/**
 * Compiles a pattern. Tokens: `%Y` (1900 to 2099), `%y` (00–79 are 2000s, 80–99 are 1900s), `%m`, `%d`;
 * `%H %M %S` are any two digits; `%%` is a percent sign. `*` is any text within a name and `?` one character;
 * neither takes the dot of a hidden name. `**` is any folders, also none. `{a,b}` nests. `\` separates like `/`.
 * All else stands for itself. `*` takes as little as it can, so of two
 * dates in a name the first counts; where that one would begin within a longer number and other dates are possible
 * too, the name matches nothing: a date is never guessed.
 */
export function compilePattern(text: string): CompiledPattern {
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
        const path = prepare(relPath, options);
        const date = readDate(pick(options), path, period);
        if (date > 0) return { kind: "match", measurementDate: write(date) };
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
        const date = readDate(pick(options), prepare(relPath, options), period);
        return date > 0 ? write(date) : null;
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
  const { standings, depth, isTooOpen } = walkParts(alternative, names, false);
  if (isTooOpen) return true;
  if (depth < names.length) return false;
  return standings.some((s) => s.next < alternative.parts.length && mayReach(s.reading, since, period));
}
