import { say } from "#base/say.ts";

/** Sentences of the Coverage page. */
export const coverageText = {
  states: {
    complete: say("Complete"),
    pending: say("Under way"),
    gap: say("Late"),
    empty: say("Nothing expected"),
    unknown: say("Not known yet"),
  },
  legend: {
    there: say("there"),
    late: say("not yet due"),
    gap: say("late"),
    elsewhere: say("only on the portal"),
  },
  /** Words for a dot, and for the line above the instruments. */
  bands: {
    unknown: say("not known yet"),
    away: say("portal unavailable"),
    stopped: say("Skyferry not running"),
    paused: say("paused"),
  },
  percent: (percent: number) => `${percent} %`,
  percentHelp: (complete: number, due: number) =>
    say("{complete} of {due, plural, one {# day} other {# days}} complete; days under way do not count", {
      complete,
      due,
    }),
  byMonth: say("Month by month"),
  byMonthGrid: say("Months and days; use the arrow keys to move, Enter to open a day"),
  month: say("Month"),
  daysComplete: say("Complete"),
  filesHead: say("Files"),
  gapsHead: say("Gaps"),
  lateOn: (days: string) => say("late: {days}", { days }),
  noFileOn: (days: string) => say("no file: {days}", { days }),
  underWay: (days: number) => say("{days} under way", { days }),
  year: say("Instruments and months; use the arrow keys to move, Enter to open a month"),
  /** State of a month of an instrument, in a sentence. */
  monthWords: (place: string, complete: number, due: number, late: number, underWay: number) =>
    `${place}: ${[
      due === 0
        ? say("nothing due")
        : say("{complete} of {due, plural, one {# day} other {# days}} complete", { complete, due }),
      ...(late > 0 ? [say("{late, plural, one {# late day} other {# late days}}", { late })] : []),
      ...(underWay > 0 ? [say("{underWay} under way", { underWay })] : []),
    ].join(", ")}.`,
  stationMonth: (month: string, events: number) =>
    events === 0
      ? say("This station, {month}: no outage recorded.", { month })
      : say("This station, {month}: {events, plural, one {# outage or stop} other {# outages and stops}}.", {
          month,
          events,
        }),
  station: say("This station"),
  stationDay: (date: string, words: string) => say("This station, {date}: {words}.", { date, words }),
  stationUp: say("no outage recorded"),
  stationUnknown: say("nothing was recorded on this day"),
  status: say("Status"),
  layers: {
    measured: say("Measured"),
    accepted: say("Accepted"),
    processed: say("Processed"),
    published: say("Published"),
  },
  files: (files: number) => say("{files, plural, one {# file} other {# files}}", { files }),
  ofMeasured: (files: number, measured: number) => say("{files} of {measured}", { files, measured }),
  none: say("none"),
  /** State on the portal of a day whose list was not read yet. */
  unlisted: say("not compared yet"),
  /** The same of a file. */
  fileUnlisted: say("Not compared yet"),
  title: say("Coverage"),
  save: say("Save or print"),
  report: say("Report"),
  layerOrder: say("Four bars a day: measured, accepted, processed, published"),
  monthBlocks: say(
    "A strip of days for each month: full is complete, half is under way, red is late; days under way do not count in %",
  ),
  quicklook: say("Show a plot"),
  moreFiles: (files: number) =>
    say("{files, plural, one {# more file} other {# more files}} of this day.", { files }),
  asOf: say("As of"),
  neverAsked: say("Not compared yet"),
  neverAskedHelp: say("The portal's lists are read as soon as it answers."),
  reading: say("Still reading from the portal"),
  readingHelp: say("still reading from the portal"),
  verifyNow: say("Verify now"),
  verifyHelp: say("Compares the receipts of these days with what the portal has now"),
  verifying: (checked: number) => say("Comparing receipts: {checked} so far", { checked }),
  neverVerified: say("Not yet checked against the portal"),
  verified: say("Receipts compared"),
  verifiedSame: (checked: number) =>
    checked === 0 ? say("none to compare") : say("all {checked} are on the portal as confirmed", { checked }),
  verifiedDiffers: (checked: number, clauses: readonly string[]) =>
    say("of {checked}, {join}", { checked, join: clauses.join(", ") }),
  differences: {
    lost: (files: number) => say("{files} lost by the portal", { files }),
    replaced: (files: number) => say("{files} replaced", { files }),
    notReceived: (files: number) => say("{files} without content", { files }),
    unconfirmed: (files: number) => say("{files} not confirmed yet: a second look decides", { files }),
    localChanged: (files: number) => say("{files} changed on this PC", { files }),
    localGone: (files: number) => say("{files} no longer on this PC", { files }),
  },
  lastDays: (days: number) => say("{days} days", { days }),
  span: say("How many days are shown"),
  onlyGaps: say("Only instruments with late days"),
  noGaps: say("No instrument has a late day in this period."),
  nothingYet: say("Nothing measured here yet"),
  onlyThereHelp: say(
    "When an instrument has written a file here, its days count. Grey is what only the portal has.",
  ),
  nothingYetHelp: say(
    "When an instrument has written a file, its days appear here, with what the portal has.",
  ),
  notShown: say("The coverage cannot be shown"),
  saveCsv: say("Save as CSV"),
  savePng: say("Save as PNG"),
  print: say("Print a month"),
  grid: say("Instruments and days; use the arrow keys to move, Enter to open a day"),
  overdueDays: (days: number) =>
    days === 0 ? say("No late days") : say("{days, plural, one {# late day} other {# late days}}", { days }),
  completeOf: (complete: number, all: number) => say("{complete} of {all} days complete", { complete, all }),
  measured: (files: number) => say("{files, plural, one {# file} other {# files}} measured", { files }),
  accepted: (files: number) => say("{files} accepted", { files }),
  processed: (files: number) => say("{files} processed", { files }),
  invalid: (files: number) => say("{files} not usable", { files }),
  otherContent: (files: number) =>
    files === 1
      ? say("{files, plural, one {# file} other {# files}} differs on the portal", { files })
      : say("{files, plural, one {# file} other {# files}} differ on the portal", { files }),
  onlyOnPortal: (files: number) => say("{files} more on the portal than here", { files }),
  products: (count: number) => say("{count, plural, one {# product} other {# products}}", { count }),
  day: (instrument: string, date: string) => `${instrument}, ${date}`,
  dueAt: (moment: string) => say("due {moment}", { moment }),
  wasDueAt: (moment: string) => say("due since {moment}", { moment }),
  lateSince: (moment: string) => say("late since {moment}", { moment }),
  sendMissing: (files: number) =>
    files === 1 ? say("Send the missing file") : say("Send the missing {files}", { files }),
  cannotSend: {
    gone: (files: number) =>
      say("{files, plural, one {# missing file} other {# missing files}} cannot be sent: no longer here.", {
        files,
      }),
    theirs: say("Nothing to send: the portal has other content under this name. Open the file to choose."),
    nothing: say("Nothing to send: no file of this day was found here."),
    notUsable: say(
      "Nothing to send: the portal has all files, and could not use some. The same content would not help.",
    ),
    there: say("Nothing to send: the portal has all files of this day, and is still working on them."),
  },
  sendingMissing: (queued: number, left: number, asked: number) =>
    [
      queued === 0
        ? say("Nothing was put into the queue.")
        : say("{queued, plural, one {# file} other {# files}} put into the queue.", { queued }),
      left === 0
        ? ""
        : ` ${say("{left, plural, one {# file} other {# files}} cannot be sent: no longer on the disk, or the portal has other content.", { left })}`,
      asked === 0
        ? ""
        : ` ${say("{asked, plural, one {# delivered file} other {# delivered files}} not in the portal's lists: asked for again.", { asked })}`,
    ].join(""),
  filesOfDay: say("Files of the day"),
  noFilesOfDay: say("There are no files of this day, here or on the portal."),
  productsOfDay: say("Products of the day"),
  noProducts: say("No product of this day is published."),
  file: say("File"),
  notHere: say("Not here"),
  noLongerHere: say("No longer here"),
  namedRemovable: (date: string) => say("No longer here, named as removable on {date}", { date }),
  notThere: say("Not there"),
  notThereYet: say("Not there yet"),
  otherContentThere: say("Other content"),
  layersOfFile: {
    missing: say("Not on the portal"),
    "other-content": say("Other content on the portal"),
    accepted: say("Accepted"),
    processed: say("Processed"),
    invalid: say("Not usable"),
    "only-on-portal": say("Only on the portal"),
    unlisted: say("Accepted"),
  },
  /** State of a file that is accepted by its receipt. */
  missedBy: (moment: string) => say("Accepted, not in the list of {moment}, asked again", { moment }),
  showMore: say("Show more"),
  selectAll: (files: number) =>
    files === 1
      ? say("Select the file that can be sent again")
      : say("Select all {files} files that can be sent again", { files }),
  selectAllHelp: say("Select all files that can be sent again"),
  volatile: say("may still change"),
  reportTitle: (month: string) => say("Coverage in {month}", { month }),
  reportHelp: say(
    "Each day: files that the portal accepted; below, where some are missing, files measured. ! late, – nothing expected, ? not known.",
  ),
};
