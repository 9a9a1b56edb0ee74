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
  lookedAt: (files: number, bytes: number) =>
    `Looked at: ${bytesInWords(bytes)} in ${counted(files, "file")}`,
  keptFor: (reason: string) => `Kept: ${reason}`,
  filesFor: (files: number, reason: string) => `${counted(files, "file")} ${reason}`,
  oldEnough: (month: string, day: string) => `All files of ${month} are old enough on ${day}.`,
  by: { month: "By month", instrument: "By instrument" },
  groupBy: "Group by",
  groupings: { month: "Month", instrument: "Instrument" },
  mayGo: "May be removed",
  keptColumn: "Kept",
  why: "Why it is kept",
  none: "none",
  steps: "How to remove them",
  saveScript: "Save the script",
  saveList: "Save the list",
  savePaths: "Save the paths",
  saveScriptHelp: "Save it on this PC. It is valid for 24 hours.",
  tryIt: "command that tries it",
  tryHelp: "Try it in its folder. It says what it would remove, and removes nothing.",
  removeThem: "command that removes the files",
  removeHelp: "Run it. It checks each file again, then removes it.",
  yourPrograms: "For programs of your own:",
  saveListHelp: "JSON: every file with its checksum and its record on the portal",
  savePathsHelp: "Paths that each end in NUL",
};
