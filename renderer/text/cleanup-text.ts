import { bytesInWords, counted, countText } from "#base/text.ts";
import type { CleanupRequirement } from "#domain/removable.ts";

/** Sentences of the page that says what may be removed. */
export const cleanupText = {
  title: "What may be removed?",
  mayBeRemoved: (files: number, bytes: number) =>
    `${bytesInWords(bytes)} in ${counted(files, "file")} may be removed`,
  nothing: "No file may be removed",
  removesNothing: "Skyferry removes nothing.",
  yours: "The portal has these files, byte for byte; you decide what happens to them here.",
  as: "As of",
  scriptHelp: "The script checks each file again, and is valid for 24 hours.",
  tooOld: "This is more than 24 hours old: check again before you remove anything.",
  otherChoice: "The result below is for another choice. Check again for this one.",
  olderThan: "Older than",
  days: (days: number) => (days === 365 ? "1 year" : `${days} days`),
  require: "On the portal",
  requirements: {
    accepted: "accepted",
    processed: "processed",
    published: "with a product published",
  } satisfies Readonly<Record<CleanupRequirement, string>>,
  instrument: "Instrument",
  everyInstrument: "All instruments",
  look: "Check the files",
  lookAgain: "Check again",
  stop: "Stop",
  askNow: "Ask now for each file",
  looking: (files: number, done: number, all: number) =>
    `Checking month ${countText(Math.min(done + 1, all))} of ${countText(all)}: ${counted(files, "file")} so far.`,
  begins: "The check begins.",
  slow: "Every file is read again, slowly, so that nothing else has to wait for it. You can leave this page meanwhile.",
  waits:
    "Now it waits for a second list of the portal, ten minutes after the first: only files that both show alike are named. It ends",
  notLooked: "Nothing checked yet",
  notLookedHelp:
    "Skyferry reads each old file again and compares it with the portal's lists. This takes at most a tenth of the disk's time, and removes nothing.",
  portalAway: "The portal could not be asked, so no file is named",
  notShown: "What may be removed cannot be shown",
  kept: (files: number, bytes: number) => `Kept: ${counted(files, "file")}, ${bytesInWords(bytes)}`,
  keptFor: (files: number, bytes: number) => `${counted(files, "file")}, ${bytesInWords(bytes)}:`,
  byMonth: "By month and instrument",
  month: "Month",
  mayGo: "May be removed",
  keptColumn: "Kept",
  noneKept: "none",
  files: (files: number, bytes: number) =>
    files === 0 ? "none" : `${counted(files, "file")}, ${bytesInWords(bytes)}`,
  saveScript: "Save the script",
  saveList: "Save the list",
  savePaths: "Save the paths",
  saveScriptHelp: "PowerShell: checks each file again, then removes it. Try it with -WhatIf first.",
  saveListHelp: "JSON: every file with its checksum and its record on the portal",
  savePathsHelp: "Paths that each end in NUL, for programs of your own",
};
