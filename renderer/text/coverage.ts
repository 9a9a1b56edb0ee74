import { counted, countText } from "#base/text.ts";

/** Sentences of the Coverage page. */
export const coverageText = {
  states: {
    complete: "Complete",
    pending: "Under way",
    gap: "Late",
    empty: "Nothing expected",
    unknown: "Not known yet",
  },
  legend: {
    there: "there",
    late: "not yet due",
    gap: "late",
    elsewhere: "only on the portal",
  },
  /** Words for the line above the instruments. */
  bands: {
    away: "portal unavailable",
    stopped: "Skyferry not running",
    paused: "paused",
  },
  percent: (percent: number) => `${percent} %`,
  percentHelp: (complete: number, due: number) =>
    `${countText(complete)} of ${counted(due, "day")} complete; days under way do not count`,
  byMonth: "Month by month",
  byMonthGrid: "Months and days; use the arrow keys to move, Enter to open a day",
  month: "Month",
  daysComplete: "Complete",
  filesHead: "Files",
  gapsHead: "Gaps",
  lateOn: (days: string) => `late: ${days}`,
  noFileOn: (days: string) => `no file: ${days}`,
  underWay: (days: number) => `${countText(days)} under way`,
  year: "Instruments and months; use the arrow keys to move, Enter to open a month",
  /** State of a month of an instrument, in a sentence. */
  monthWords: (place: string, complete: number, due: number, late: number, underWay: number) =>
    `${place}: ${[
      due === 0 ? "nothing due" : `${countText(complete)} of ${counted(due, "day")} complete`,
      ...(late > 0 ? [counted(late, "late day")] : []),
      ...(underWay > 0 ? [`${countText(underWay)} under way`] : []),
    ].join(", ")}.`,
  stationMonth: (month: string, events: number) =>
    `This station, ${month}: ${events === 0 ? "no outage recorded" : counted(events, "outage or stop", "outages and stops")}.`,
  station: "This station",
  stationDay: (date: string, words: string) => `This station, ${date}: ${words}.`,
  stationUp: "no outage recorded",
  stationUnknown: "nothing was recorded on this day",
  status: "Status",
  layers: { measured: "Measured", accepted: "Accepted", processed: "Processed", published: "Published" },
  files: (files: number) => counted(files, "file"),
  ofMeasured: (files: number, measured: number) => `${countText(files)} of ${countText(measured)}`,
  none: "none",
  /** State on the portal of a day whose list was not read yet. */
  unlisted: "not compared yet",
  /** The same of a file. */
  fileUnlisted: "Not compared yet",
  title: "Coverage",
  save: "Save or print",
  report: "Report",
  layerOrder: "Four bars a day: measured, accepted, processed, published",
  monthBlocks:
    "A strip of days for each month: full is complete, half is under way, red is late; days under way do not count in %",
  quicklook: "Show a plot",
  moreFiles: (files: number) => `${counted(files, "more file")} of this day.`,
  asOf: "As of",
  neverAsked: "Not compared yet",
  neverAskedHelp: "The portal's lists are read as soon as it answers.",
  reading: "Still reading from the portal",
  readingHelp: "still reading from the portal",
  verifyNow: "Verify now",
  verifyHelp: "Compares the receipts of these days with what the portal has now",
  verifying: (checked: number) => `Comparing receipts: ${countText(checked)} so far`,
  neverVerified: "Not yet checked against the portal",
  verified: "Receipts compared",
  verifiedSame: (checked: number) =>
    checked === 0 ? "none to compare" : `all ${countText(checked)} are on the portal as confirmed`,
  verifiedDiffers: (checked: number, clauses: readonly string[]) =>
    `of ${countText(checked)}, ${clauses.join(", ")}`,
  differences: {
    lost: (files: number) => `${countText(files)} lost by the portal`,
    replaced: (files: number) => `${countText(files)} replaced`,
    notReceived: (files: number) => `${countText(files)} without content`,
    unconfirmed: (files: number) => `${countText(files)} not confirmed yet: a second look decides`,
    localChanged: (files: number) => `${countText(files)} changed on this PC`,
    localGone: (files: number) => `${countText(files)} no longer on this PC`,
  },
  lastDays: (days: number) => `${days} days`,
  span: "How many days are shown",
  onlyGaps: "Only instruments with late days",
  noGaps: "No instrument has a late day in this period.",
  nothingYet: "Nothing measured here yet",
  onlyThereHelp:
    "When an instrument has written a file here, its days count. Grey is what only the portal has.",
  nothingYetHelp: "When an instrument has written a file, its days appear here, with what the portal has.",
  notShown: "The coverage cannot be shown",
  saveCsv: "Save as CSV",
  savePng: "Save as PNG",
  print: "Print a month",
  grid: "Instruments and days; use the arrow keys to move, Enter to open a day",
  overdueDays: (days: number) => (days === 0 ? "No late days" : `${counted(days, "late day")}`),
  completeOf: (complete: number, all: number) => `${countText(complete)} of ${countText(all)} days complete`,
  measured: (files: number) => `${counted(files, "file")} measured`,
  accepted: (files: number) => `${countText(files)} accepted`,
  processed: (files: number) => `${countText(files)} processed`,
  invalid: (files: number) => `${countText(files)} not usable`,
  otherContent: (files: number) =>
    `${counted(files, "file")} ${files === 1 ? "differs" : "differ"} on the portal`,
  onlyOnPortal: (files: number) => `${countText(files)} more on the portal than here`,
  products: (count: number) => counted(count, "product"),
  day: (instrument: string, date: string) => `${instrument}, ${date}`,
  dueAt: (moment: string) => `due ${moment}`,
  wasDueAt: (moment: string) => `due since ${moment}`,
  lateSince: (moment: string) => `late since ${moment}`,
  sendMissing: (files: number) => `Send the missing ${files === 1 ? "file" : countText(files)}`,
  cannotSend: {
    gone: (files: number) => `${counted(files, "missing file")} cannot be sent: no longer here.`,
    theirs: "Nothing to send: the portal has other content under this name. Open the file to choose.",
    nothing: "Nothing to send: no file of this day was found here.",
    notUsable:
      "Nothing to send: the portal has all files, and could not use some. The same content would not help.",
    there: "Nothing to send: the portal has all files of this day, and is still working on them.",
  },
  sendingMissing: (queued: number, left: number, asked: number) =>
    [
      queued === 0 ? "Nothing was put into the queue." : `${counted(queued, "file")} put into the queue.`,
      left === 0
        ? ""
        : ` ${counted(left, "file")} cannot be sent: no longer on the disk, or the portal has other content.`,
      asked === 0 ? "" : ` ${counted(asked, "delivered file")} not in the portal's lists: asked for again.`,
    ].join(""),
  filesOfDay: "Files of the day",
  noFilesOfDay: "There are no files of this day, here or on the portal.",
  productsOfDay: "Products of the day",
  noProducts: "No product of this day is published.",
  file: "File",
  notHere: "Not here",
  noLongerHere: "No longer here",
  namedRemovable: (date: string) => `No longer here, named as removable on ${date}`,
  notThere: "Not there",
  notThereYet: "Not there yet",
  otherContentThere: "Other content",
  layersOfFile: {
    missing: "Not on the portal",
    "other-content": "Other content on the portal",
    accepted: "Accepted",
    processed: "Processed",
    invalid: "Not usable",
    "only-on-portal": "Only on the portal",
    unlisted: "Accepted",
  },
  /** State of a file that is accepted by its receipt. */
  missedBy: (moment: string) => `Accepted, not in the list of ${moment}, asked again`,
  showMore: "Show more",
  selectAll: (files: number) =>
    `Select ${files === 1 ? "the file" : `all ${countText(files)} files`} that can be sent again`,
  selectAllHelp: "Select all files that can be sent again",
  volatile: "may still change",
  reportTitle: (month: string) => `Coverage in ${month}`,
  reportHelp:
    "Files that the portal accepted of each day; below them, where not all, those that were measured. ! late, – nothing expected, ? not known.",
};
