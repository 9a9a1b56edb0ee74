import { absoluteDate } from "#base/text.ts";
import { baseName } from "#domain/file-version.ts";
import { temporaryReason } from "#domain/selection.ts";
import { type DatedReadings, isNearWrite, type NameRow, readDates, runPattern } from "./dates-in-names.ts";
import { compilePattern, type MatchOptions } from "./pattern.ts";

/** A pattern that would take some of the files that were looked at. */
export interface PatternProposal {
  readonly pattern: string;
  /** Says how it reads a date, in words. */
  readonly meaning: string;
  /** Its dates lie near to when the files were written; where they do not, a person has to say that they are right. */
  readonly isLikely: boolean;
  readonly matched: number;
  readonly total: number;
  readonly samplePath: string;
}

/** A file to learn from. */
export interface SampleFile {
  readonly relPath: string;
  /** Microseconds since the epoch. */
  readonly mtimeUs: number;
}

const mostProposals = 3;
const mostGroups = 40;
/** Each is tried on every file; the greatest groups come first. */
const mostTried = 4;

/**
 * Patterns for the names of a folder, the one that takes most first; at most three, each of them tried on the files.
 * Names that differ in digits and in the names of weekdays and months alone form a group. These become date tokens where
 * that gives each file a real date, stay where they never change, and become `*` elsewhere; the name of a weekday changes
 * with the date, also where one day alone was seen. Groups of one folder are then drawn together.
 */
export function suggestPatterns(
  files: readonly SampleFile[],
  options: MatchOptions,
): readonly PatternProposal[] {
  const usable = files.filter(({ relPath }) => !relPath.split("/").some((part) => part.startsWith(".")));
  const data = usable.filter(({ relPath }) => temporaryReason(relPath, "") === null);
  const groups = [...Map.groupBy(data, likeness).values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, mostGroups);
  const own = [...new Set(groups.flatMap((group) => templateOf(group) ?? []))];
  const merged = [...Map.groupBy(own, shapeOf).values()].map(mergeTemplates);
  const worthTrying = [...merged.slice(0, mostTried), ...own.slice(0, mostTried)];
  const proposals = [...new Set(worthTrying)].flatMap((pattern) => tried(pattern, files, options));
  proposals.sort(
    (a, b) =>
      Number(b.isLikely) - Number(a.isLikely) ||
      b.matched - a.matched ||
      starsIn(a.pattern) - starsIn(b.pattern),
  );
  return withoutRepeats(proposals).slice(0, mostProposals);
}

/**
 * The same for names that differ in digits and in names of weekdays and months alone; the digits of an ending such as
 * `.LV0` are no numbers.
 */
function likeness({ relPath }: Pick<SampleFile, "relPath">): string {
  const ending = /\.[^./]*\p{L}[^./]*$/u.exec(relPath)?.[0] ?? "";
  const stem = relPath.slice(0, relPath.length - ending.length);
  return stem.replace(runPattern, (run) => (/^\d/.test(run) ? "0".repeat(run.length) : "*")) + ending;
}

/** As `likeness`, where digits also stand for more or fewer of them: `log_9.txt` and `log_10.txt` are of one shape. */
export function shapeOfPath(relPath: string): string {
  return likeness({ relPath }).replace(/0+/g, "0");
}

/** The names of one group as a pattern; null where no date can be read from them. */
function templateOf(group: readonly SampleFile[]): string | null {
  const first = group[0];
  if (first === undefined) return null;
  const texts = first.relPath.split(runPattern);
  const rows = group.map(
    ({ relPath, mtimeUs }): NameRow => ({ runs: relPath.match(runPattern) ?? [], mtimeUs }),
  );
  const folders = texts.map((text) => text.split("/").length - 1);
  const parts = texts.slice(0, -1).map((_, at) => folders.slice(0, at + 1).reduce((sum, n) => sum + n, 0));
  const dated = readDates(rows, parts);
  if (dated === null) return null;
  const isManyDays = new Set(rows.map(({ runs }) => runs.join())).size >= 3;
  let template = literal(texts[0] ?? "");
  dated.readings.forEach((_, at) => {
    template += runText(dated, at, rows, { before: texts[at] ?? "", isManyDays });
    template += literal(texts[at + 1] ?? "");
  });
  return template;
}

/** A run in the pattern. */
function runText(
  { readings, followsDay }: DatedReadings,
  at: number,
  rows: readonly NameRow[],
  { before, isManyDays }: { readonly before: string; readonly isManyDays: boolean },
): string {
  const reading = readings[at] ?? null;
  if (reading !== null) return reading.join("");
  if (followsDay[at] === true) return "*";
  const value = rows[0]?.runs[at] ?? "";
  const isConstant = rows.every(({ runs }) => runs[at] === value);
  // A single file does not show what changes: a serial number mostly follows a letter or has three digits.
  const isOfDevice = /\p{L}$/u.test(before) || value.length === 3 || !/^\d/.test(value);
  return isConstant && (isManyDays || isOfDevice) ? value : "*";
}

/** Characters that a pattern cannot say are matched by one of any. */
function literal(text: string): string {
  return text.replaceAll("%", "%%").replaceAll(/[*?{}]/g, "?");
}

/** Folders and date tokens: what must be the same for two to be drawn together. */
function shapeOf(template: string): string {
  const folder = template.slice(0, template.lastIndexOf("/") + 1);
  return `${folder}|${tokensIn(baseName(template))}`;
}

function tokensIn(template: string): string {
  return (template.replaceAll("%%", "").match(/%[YymbdHMS]/g) ?? []).join("");
}

function tried(pattern: string, files: readonly SampleFile[], options: MatchOptions): PatternProposal[] {
  const compiled = compilePattern(pattern);
  if (compiled.kind === "refused") return [];
  const dated = files.filter(({ relPath }) => compiled.pattern.dateOf(relPath, options) !== null);
  const newest = dated.reduce<SampleFile | null>(
    (best, file) => (best === null || file.mtimeUs > best.mtimeUs ? file : best),
    null,
  );
  const date = newest === null ? null : compiled.pattern.dateOf(newest.relPath, options);
  if (newest === null || date === null) return [];
  const whole = compiled.pattern.period === "month" ? ", for the whole month" : "";
  const isNear = ({ relPath, mtimeUs }: SampleFile): boolean => {
    const read = compiled.pattern.dateOf(relPath, options);
    return read !== null && isNearWrite(read, mtimeUs, compiled.pattern.period);
  };
  const isLikely = dated.filter(isNear).length * 2 > dated.length;
  const meaning = `The date of "${baseName(newest.relPath)}" is read as ${absoluteDate(date)}${whole}.`;
  const samplePath = newest.relPath;
  return [{ pattern, meaning, isLikely, matched: dated.length, total: files.length, samplePath }];
}

/** Keeps one of the proposals that take equally many files and agree in the folder: the first, which says the most. */
function withoutRepeats(proposals: readonly PatternProposal[]): readonly PatternProposal[] {
  const seen = new Set<string>();
  return proposals.filter(({ pattern, matched }) => {
    const key = `${matched}|${pattern.slice(0, pattern.lastIndexOf("/") + 1)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function starsIn(pattern: string): number {
  return pattern.split("*").length;
}

const mostAlternatives = 8;

/**
 * Merges patterns that have the same folders and date tokens into one: where the names differ it has `{a,b}`, or `*`
 * when there are many. They are compared in pieces that end at `.`, `_`, `-`, `/` or a token.
 */
export function mergeTemplates(templates: readonly string[]): string {
  const [first, ...others] = templates.map(piecesOf);
  if (first === undefined || others.length === 0) return templates[0] ?? "";
  const shortest = Math.min(first.length, ...others.map((pieces) => pieces.length));
  let head = 0;
  while (head < shortest && others.every((pieces) => pieces[head] === first[head])) head += 1;
  let tail = 0;
  while (tail < shortest - head && others.every((pieces) => pieces.at(-1 - tail) === first.at(-1 - tail)))
    tail += 1;
  const middles = [first, ...others].map((pieces) => pieces.slice(head, pieces.length - tail).join(""));
  const start = first.slice(0, head).join("");
  const end = tail === 0 ? "" : first.slice(-tail).join("");
  return `${start}${alternativesOf(middles)}${end}`.replaceAll(/\*+/g, "*");
}

function alternativesOf(middles: readonly string[]): string {
  const distinct = [...new Set(middles)].sort();
  const isPlain = distinct.every((middle) => middle !== "" && !/[%*?{},]/.test(middle));
  if (isPlain && distinct.length <= mostAlternatives) return `{${distinct.join(",")}}`;
  // The date may not be lost to a star.
  const dated = distinct.map(tokensIn).find((tokens) => /%[Yymbd]/.test(tokens));
  return dated === undefined ? "*" : `*${dated}*`;
}

function piecesOf(template: string): string[] {
  return template.match(/%[%YymbdHMS]|[./_\-*?]|[^./_\-*?%]+/g) ?? [];
}
