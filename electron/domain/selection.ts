import { addDays } from "#base/dates.ts";
import { absoluteDate, bytesInWords } from "#base/text.ts";
import { addedDate } from "./added-files.ts";
import { baseName } from "./file-version.ts";
import type { MatchOptions, Pattern } from "./pattern/pattern.ts";
import type { Instrument } from "./settings.ts";

/** The portal refuses a measurement date further ahead than this (docs/portal/observed.md §1). */
const mostDaysAhead = 5;

/** Rules that decide whether a file belongs to an instrument and may be sent, in this order. */
export type RuleName =
  | "inside-folder"
  | "pattern"
  | "date"
  | "since"
  | "not-empty"
  | "not-sentinel"
  | "not-temporary"
  | "not-in-future";

/**
 * Results of a rule set for a file. `matches`: would be sent. `too-young`: fits and is not finished. `no-match`: another
 * file. `refused`: fits and is not sent (before `since`, empty, a date far ahead, the name of an unfinished copy, a name
 * the portal refuses).
 */
export const previewVerdicts = ["matches", "too-young", "no-match", "refused"] as const;

export type PreviewVerdict = (typeof previewVerdicts)[number];

/** A rule applied to one file, in words for the operator. */
export interface Rule {
  readonly name: RuleName;
  readonly passed: boolean;
  readonly detail: string;
}

export interface SelectOptions extends MatchOptions {
  /** UTC date of now, `YYYY-MM-DD`. */
  readonly todayUtc: string;
}

/** A file to decide on. */
export interface Candidate {
  /** Relative to the instrument's folder, `/` between parts. */
  readonly relPath: string;
  /** Bytes; null where unknown, which counts as not empty. */
  readonly size: number | null;
}

export type Selection =
  | { readonly kind: "selected"; readonly measurementDate: string }
  /** `rule` is the first that failed; a file that failed `not-in-future` is sent when its date has come near. */
  | { readonly kind: "skipped"; readonly rule: RuleName; readonly reason: string };

/** Decides by every rule but whether the file is finished. Pure; the first rule that fails decides. */
export function selectFile(
  instrument: Instrument,
  pattern: Pattern,
  file: Candidate,
  options: SelectOptions,
): Selection {
  const added = addedDate(file.relPath);
  if (added !== null) return selectAdded(added, file.size, options);
  if (!isInside(file.relPath)) return skip("inside-folder", "it is not in the instrument's folder");
  if (isOfSystem(file.relPath)) return skip("inside-folder", ofSystem);
  const match = pattern.match(file.relPath, options);
  if (match.kind === "no-match") return skip(match.failed === "date" ? "date" : "pattern", match.reason);
  const { measurementDate } = match;
  if (instrument.since !== null && measurementDate < instrument.since) {
    return skip(
      "since",
      `its date, ${absoluteDate(measurementDate)}, is before the start date, ${absoluteDate(instrument.since)}`,
    );
  }
  if (file.size === 0) return skip("not-empty", isEmpty);
  const sentinelOf = sentinelTarget(instrument, pattern, file.relPath, options);
  if (sentinelOf !== null) return skip("not-sentinel", `it only marks "${sentinelOf}" as finished`);
  const temporary = temporaryReason(file.relPath, pattern.text);
  if (temporary !== null) return skip("not-temporary", temporary);
  return notInFuture(measurementDate, options);
}

const ofSystem = "it is in a folder that the system keeps for itself, such as a recycle bin";

/** A person gave it to this instrument and said its date, so that neither pattern nor start date speaks against it. */
function selectAdded(date: string, size: number | null, options: SelectOptions): Selection {
  return size === 0 ? skip("not-empty", isEmpty) : notInFuture(date, options);
}

const isEmpty = "it is empty, and the portal can store only one empty file in total";

function notInFuture(measurementDate: string, { todayUtc }: SelectOptions): Selection {
  if (measurementDate <= addDays(todayUtc, mostDaysAhead)) return { kind: "selected", measurementDate };
  return skip(
    "not-in-future",
    `its date, ${absoluteDate(measurementDate)}, is more than ${mostDaysAhead} days after today, ${absoluteDate(todayUtc)} UTC, and the portal would refuse it: check the clocks of the instrument and of this PC`,
  );
}

/** The same decision rule by rule, up to and with the one that failed. */
export function explainSelection(
  instrument: Instrument,
  pattern: Pattern,
  file: Candidate,
  options: SelectOptions,
): { readonly selection: Selection; readonly rules: readonly Rule[] } {
  const selection = selectFile(instrument, pattern, file, options);
  const date = addedDate(file.relPath) ?? pattern.dateOf(file.relPath, options) ?? "";
  const isAdded = addedDate(file.relPath) !== null;
  const passed: readonly RulePassed[] = [
    ["inside-folder", isAdded ? "a person added it" : `it is in ${instrument.folder}`],
    ...(isAdded ? [] : ofFolder(instrument, pattern, date)),
    [
      "not-empty",
      file.size === null ? "its size is not known yet" : `its size is ${bytesInWords(file.size)}`,
    ],
    ...(isAdded ? [] : ofName),
    [
      "not-in-future",
      `${absoluteDate(date)} is ${date <= options.todayUtc ? "not in the future" : `at most ${mostDaysAhead} days ahead`}`,
    ],
  ];
  const rules: Rule[] = [];
  for (const [name, detail] of passed) {
    if (selection.kind === "skipped" && selection.rule === name) {
      rules.push({ name, passed: false, detail: selection.reason });
      break;
    }
    rules.push({ name, passed: true, detail });
  }
  return { selection, rules };
}

type RulePassed = readonly [RuleName, string];

function ofFolder({ since }: Instrument, pattern: Pattern, date: string): readonly RulePassed[] {
  const words = absoluteDate(date);
  return [
    ["pattern", `it matches the pattern ${pattern.text}`],
    ["date", `its measurement date is ${words}${pattern.period === "month" ? ", for the whole month" : ""}`],
    [
      "since",
      since === null ? "files of every date are sent" : `${words} is not before ${absoluteDate(since)}`,
    ],
  ];
}

const ofName: readonly RulePassed[] = [
  ["not-sentinel", "it is a data file, not a marker file"],
  ["not-temporary", "it is not a temporary name"],
];

function skip(rule: RuleName, reason: string): Selection {
  return { kind: "skipped", rule, reason };
}

function isInside(relPath: string): boolean {
  return relPath !== "" && !relPath.startsWith("/") && !/(^|\/)\.\.?(\/|$)/.test(relPath);
}

/** The file that this one declares finished: same path without the suffix, and itself of the pattern. */
function sentinelTarget(
  instrument: Instrument,
  pattern: Pattern,
  relPath: string,
  options: MatchOptions,
): string | null {
  if (instrument.finish.policy !== "sentinel") return null;
  const { suffix } = instrument.finish;
  const end = relPath.slice(-suffix.length);
  const isSuffixed = options.caseInsensitive ? end.toLowerCase() === suffix.toLowerCase() : end === suffix;
  if (suffix === "" || !isSuffixed) return null;
  const target = relPath.slice(0, -suffix.length);
  return pattern.dateOf(target, options) === null ? null : target;
}

/** Suffixes that copy programs and editors append while they write. */
const suffixes = [".tmp", ".temp", ".part", ".partial", ".filepart", ".crdownload", ".download", ".swp", "~"];

/**
 * Why a name is one that programs give to unfinished files, or null. A suffix that the operator's own pattern ends in
 * is the operator's word and counts as a name like any other; a leading dot or `~$` never does, and the portal
 * refuses such names anyway (docs/portal/observed.md §1).
 */
export function temporaryReason(relPath: string, patternText: string): string | null {
  const name = baseName(relPath).toLowerCase();
  if (name.startsWith(".")) return "the name starts with a dot, like an unfinished copy";
  if (name.startsWith("~$")) return 'the name starts with "~$", like a lock file of an office program';
  const suffix = suffixes.find((end) => name.endsWith(end));
  if (suffix === undefined || patternText.toLowerCase().endsWith(suffix)) return null;
  return `the name ends in "${suffix}", like an unfinished file; add "${suffix}" to the end of the pattern to send such files`;
}

/** Lower case. */
const systemNames: ReadonlySet<string> = new Set([
  "lost+found",
  "system volume information",
  "$recycle.bin",
  "recycler",
  ".trashes",
  ".spotlight-v100",
  ".fseventsd",
  ".documentrevisions-v100",
  ".temporaryitems",
  "recycled",
  "@eadir",
  "#recycle",
  "@recycle",
  "#snapshot",
  "~snapshot",
  ".snapshot",
  ".snapshots",
  "@recently-snapshot",
  ".@__thumb",
]);

/** Folders with a number: for each user `.Trash-1000`; for each repair of a drive `FOUND.000`. */
const numbered = /^(\.trash-\d+|found\.\d{3})$/;

/**
 * True for what operating systems and network drives keep for themselves (deleted files, older states, thumbnails), mostly
 * at the top of a drive, and for all in it. A drive may be mounted at any depth of an instrument's folder.
 */
export function isOfSystem(relPath: string): boolean {
  return relPath
    .toLowerCase()
    .split("/")
    .some((name) => systemNames.has(name) || numbered.test(name));
}
