import { say } from "#base/say.ts";
import { bytesInWords } from "#base/text.ts";
import type { CleanupRequirement } from "#domain/removable.ts";

/** Sentences of the page that says what may be removed. */
export const cleanupText = {
  title: say("What may be removed?"),
  mayBeRemoved: (files: number, bytes: number) =>
    say("{bytes} in {files, plural, one {# file} other {# files}} may be removed", {
      bytes: bytesInWords(bytes),
      files,
    }),
  nothing: say("No file may be removed"),
  noFile: say("No files found yet"),
  noFileHelp: say(
    "When files of your instruments have been sent, this page says which of them the portal has.",
  ),
  byAge: say("What is here, by age"),
  found: say("Files found here"),
  processed: say("Processed"),
  isOldEnough: say("Old enough"),
  oldNow: say("now"),
  oldOn: (day: string) => say("all on {day}", { day }),
  byAgeNote: say(
    "Counted from the record, which has files that are no longer here, too. The check tells their size.",
  ),
  noneHere: say("Counted from the record. The check found none of them in their folders any more."),
  ofTodayOn: (day: string) => say("Files of today are old enough on {day}.", { day }),
  rulesTitle: say("A file may be removed when all of this holds"),
  rules: (olderThanDays: number, require: CleanupRequirement): readonly string[] => [
    say("Its day, or month, ended more than {days} days ago.", { days: olderThanDays }),
    {
      accepted: say("The portal has it, byte for byte."),
      processed: say("The portal has it, byte for byte, and has processed it."),
      published: say("The portal has it, byte for byte, and has published a product of its day."),
    }[require],
    say("Two of the portal's lists, ten minutes apart, agree on it."),
    say("It is read again here, and is as it was delivered."),
    say("Nothing of its day is missing, and no duplicate needs it."),
  ],
  ownFiles: say("Files of Skyferry itself"),
  ownFilesSettings: say("Storage settings"),
  later: say("What has to happen first"),
  laterEnds: {
    age: say("Not old enough"),
    portal: say("Waiting for the portal"),
    files: say("Not delivered, or not finished"),
    coverage: say("Missing or different on the portal"),
    never: say("Kept for another reason"),
  },
  laterPortal: say("It has to process them, or to list them again. Check again later."),
  laterFiles: say("Files says what they wait for."),
  laterCoverage: say("Coverage shows the days, and sends what is missing."),
  laterNever: say("The table below says why."),
  removesNothing: say("Skyferry removes nothing."),
  yours: say("The portal has these files, byte for byte; you decide what happens to them here."),
  as: say("As of"),
  tooOld: say("This is more than 24 hours old: check again before you remove anything."),
  otherChoice: say("The result below is for another choice. Check again for this one."),
  olderThan: say("Older than"),
  days: (days: number) => (days === 365 ? say("1 year") : say("{days} days", { days })),
  require: say("On the portal"),
  requirements: {
    accepted: say("accepted"),
    processed: say("processed"),
    published: say("with a product published"),
  } satisfies Readonly<Record<CleanupRequirement, string>>,
  instrument: say("Instrument"),
  everyInstrument: say("All instruments"),
  look: say("Check the files"),
  lookAgain: say("Check again"),
  stop: say("Stop"),
  askNow: say("Ask now for each file"),
  looking: (files: number, done: number, all: number) =>
    say("Checking month {done} of {all}: {files, plural, one {# file} other {# files}} so far.", {
      done: Math.min(done + 1, all),
      all,
      files,
    }),
  begins: say("The check begins."),
  slow: say(
    "Every file is read again, slowly, so that nothing else has to wait for it. You can leave this page meanwhile.",
  ),
  waits: say(
    "Now it waits for the portal's second list, ten minutes after the first: only files on which both agree are named. It ends",
  ),
  notLooked: say("Nothing checked yet"),
  notLookedHelp: say(
    "Skyferry reads each old file again and compares it with the portal's lists. This takes at most a tenth of the disk's time, and removes nothing.",
  ),
  portalAway: say("The portal could not be asked, so no file is named"),
  notShown: say("What may be removed cannot be shown"),
  lookedAt: (files: number, bytes: number) =>
    say("Looked at: {bytes} in {files, plural, one {# file} other {# files}}", {
      bytes: bytesInWords(bytes),
      files,
    }),
  keptFor: (reason: string) => say("Kept: {reason}", { reason }),
  filesFor: (files: number, reason: string) =>
    say("{files, plural, one {# file} other {# files}} {reason}", { files, reason }),
  oldEnough: (month: string, day: string) =>
    say("All files of {month} are old enough on {day}.", { month, day }),
  by: { month: say("By month"), instrument: say("By instrument") },
  groupBy: say("Group by"),
  groupings: { month: say("Month"), instrument: say("Instrument") },
  mayGo: say("May be removed"),
  keptColumn: say("Kept"),
  why: say("Why it is kept"),
  none: say("none"),
  steps: say("How to remove them"),
  saveScript: say("Save the script"),
  saveList: say("Save the list"),
  savePaths: say("Save the paths"),
  saveScriptHelp: say("Save it on this PC. It is valid for 24 hours."),
  tryIt: say("command that tries it"),
  tryHelp: say("Try it in its folder. It says what it would remove, and removes nothing."),
  removeThem: say("command that removes the files"),
  removeHelp: say("Run it. It checks each file again, then removes it."),
  yourPrograms: say("For programs of your own:"),
  saveListHelp: say("JSON: every file with its checksum and its record on the portal"),
  savePathsHelp: say("Paths that each end in NUL"),
};
