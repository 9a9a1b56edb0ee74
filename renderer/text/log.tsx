import type { ReactNode } from "react";
import { counted, countText } from "#base/text.ts";

/** Sentences of the page Log, and of *Since you last looked* on Today. */
export const logText = {
  view: "How the log is shown",
  byDay: "By day",
  fileByFile: "File by file",
  unavailable: "The log cannot be shown",
  nothingYet: "Nothing has happened yet",
  nothingYetHelp:
    "Each day gets a line here: what was delivered, and what happened to the portal and to this station.",
  nothingInSpan: "Nothing was recorded on these days",
  nothingInSpanHelp: (first: string) => `The log of this station begins on ${first}.`,
  older: "Older days",
  newer: "Newer days",
  print: "Print",
  printed: (first: string, last: string, instrument: string | null) =>
    `Log${instrument === null ? "" : ` of ${instrument}`}, ${first === last ? last : `${first} – ${last}`}`,
  printedColumns: ["Day", "Deliveries", "Stopped", "Lost", "What happened (UTC)"],
  cut: (days: number, first: string) =>
    `The log shows at most ${days} days at once, here from ${first} on. To see earlier days, choose an earlier end.`,
  lostHelp: "Files that the portal no longer had, or whose receipt became void",
  ribbon: "Days, oldest first. Arrow keys move, Enter chooses a day, Shift and an arrow key choose several",
  dayWords: (day: string, delivered: number, stopped: number, lost: number, events: readonly string[]) =>
    [
      `${day}: ${counted(delivered, "delivery", "deliveries")}`,
      ...(stopped > 0 ? [`${countText(stopped)} stopped`] : []),
      ...(lost > 0 ? [`${countText(lost)} lost`] : []),
      ...events,
    ].join(", "),
  nothingThatDay: "No files, and nothing else happened",
  more: (count: number) => `and ${count} more`,
  hours: "Hours of the day, UTC",
  hourWords: (hour: string, delivered: number, found: number, stopped: number) =>
    `${hour}: ${countText(found)} found, ${counted(delivered, "delivery", "deliveries")}${stopped > 0 ? `, ${countText(stopped)} stopped` : ""}`,
  showFiles: (found: number) => `Show the files of this day (${countText(found)})`,
  showStopped: (count: number) => `Show the ${countText(count)} that stopped`,
  allEvents: (count: number) => `Show all ${count} events`,
  allDay: "all day",
  until: (clock: string) => `until ${clock}`,
  from: (clock: string) => `from ${clock}`,
  since: (moment: string) => `since ${moment}`,
  oneHour: (from: string, to: string) => `Only ${from}–${to} UTC`,
  sinceYouLooked: "Since you last looked",
  sinceYouLookedAt: (moment: ReactNode) => <>Since you last looked, {moment}</>,
  dismiss: "Dismiss",
  openLog: "Open the log",
  nothingElse: "No outage, restart, silent instrument or changed setting.",
  deliveries: (count: number) => counted(count, "delivery", "deliveries"),
  deliveryUnit: (count: number) => (count === 1 ? "delivery" : "deliveries"),
  deliveriesHelp: "Each delivered version counts, whenever its file was finished",
  span: "How much time the strip shows",
  weeks: "5 weeks",
  year: "A year",
  yearStrip: "Weeks, oldest first. Arrow keys move, Enter chooses a week",
  weekWords: (
    first: string,
    last: string,
    delivered: number,
    stopped: number,
    lost: number,
    events: number,
  ) =>
    [
      `${first} – ${last}: ${counted(delivered, "delivery", "deliveries")}`,
      ...(stopped > 0 ? [`${countText(stopped)} stopped`] : []),
      ...(lost > 0 ? [`${countText(lost)} lost`] : []),
      ...(events > 0 ? [counted(events, "event")] : []),
    ].join(", "),
  barHelp: "Deliveries (square root)",
  dotHelp: "stopped or lost",
  noTrouble: (days: number) =>
    days === 1 ? "A day without trouble" : `${counted(days, "day")} without trouble`,
  trouble: (troubled: number, days: number) =>
    `${countText(troubled)} of ${counted(days, "day")} with trouble`,
  inDays: (days: number) => `in ${counted(days, "day")}`,
  filesStopped: (count: number) => `${countText(count)} stopped`,
  filesLost: (count: number) => `${countText(count)} lost`,
};
