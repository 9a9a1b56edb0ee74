import { counted, minuteText, spanText } from "#base/text.ts";
import type { SourceKind } from "#domain/settings.ts";
import type { NewNames } from "#engine/discovery/unmatched.ts";
import type { InstrumentStatus } from "./reports.ts";

/** Says that an instrument is silent: `stopped writing at 11:20 UTC (usually one file an hour)`. */
export function silenceWords(lastFileAtMs: number, everyMinutes: number, nowMs: number): string {
  return `stopped writing at ${minuteText(lastFileAtMs, nowMs)} (usually ${usually(everyMinutes)})`;
}

/** The same with its name, as a sentence without its stop. */
export function silenceOf(name: string, lastFileAtMs: number, everyMinutes: number, nowMs: number): string {
  return `${name} stopped writing at ${minuteText(lastFileAtMs, nowMs)} (usually ${usually(everyMinutes)})`;
}

/** Says that an instrument is late, but not silent yet: `no file since 11:20 UTC (usually one file an hour)`. */
export function quietWords(lastFileAtMs: number, everyMinutes: number, nowMs: number): string {
  return `no file since ${minuteText(lastFileAtMs, nowMs)} (usually ${usually(everyMinutes)})`;
}

function usually(everyMinutes: number): string {
  const known = new Map([
    [1, "one file a minute"],
    [60, "one file an hour"],
    [24 * 60, "one file a day"],
  ]).get(everyMinutes);
  return known ?? `one file every ${spanText(everyMinutes * 60_000)}`;
}

/** A remedy that says "check the instrument", for what the settings call a model: a program writes its files. */
export function remedyFor(kind: SourceKind | null, remedy: string): string {
  return kind === "model"
    ? remedy.replace(/(c)heck the instrument/i, "$1heck the program that writes its files")
    : remedy;
}

/** Words for a folder that cannot be reached: nobody can count what lies in it. */
export const unseenThere = "its files cannot be checked now";

/** Tells of files whose content looks wrong: `Lidar has written 3 damaged files since 05:00 UTC`. */
export function damagedFilesWords(
  name: string,
  { count, sinceMs }: NonNullable<InstrumentStatus["damagedFiles"]>,
  nowMs: number,
): string {
  return `${name} has written ${counted(count, "damaged file")} since ${minuteText(sinceMs, nowMs)}`;
}

/** Tells of files that are held for their dates: `3 files of Lidar are held, their dates are in the future`. */
export function aheadFilesWords(name: string, count: number): string {
  return count === 1
    ? `1 file of ${name} is held, its date is in the future`
    : `${counted(count, "file")} of ${name} are held, their dates are in the future`;
}

/** Tells of an instrument that writes files without content: `Lidar has written 3 empty files since 05:00 UTC`. */
export function emptyFilesWords(
  name: string,
  { count, sinceMs }: NonNullable<InstrumentStatus["emptyFiles"]>,
  nowMs: number,
): string {
  return `${name} has written ${counted(count, "empty file")} since ${minuteText(sinceMs, nowMs)}`;
}

/** Tells of new files that no pattern takes: `12 new files in /data match no pattern, for example a_1.nc`. */
export function unmatchedWords(folder: string, names: readonly NewNames[]): string {
  const count = names.reduce((sum, one) => sum + one.count, 0);
  return `${counted(count, "new file")} in ${folder} match no pattern, for example ${names[0]?.samplePath ?? ""}`;
}

/** Says what is safe, as the end of a clause: `37 files safe here`. */
export function safeHere(count: number): string {
  return count === 0 ? "no files are waiting" : `${counted(count, "file")} safe here`;
}
