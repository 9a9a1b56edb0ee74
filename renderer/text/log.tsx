import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { sayNodes } from "#renderer/components/said.ts";

/** Sentences of the page Log, and of *Since you last looked* on Today. */
export const logText = {
  view: say("How the log is shown"),
  byDay: say("By day"),
  fileByFile: say("File by file"),
  unavailable: say("The log cannot be shown"),
  nothingYet: say("Nothing has happened yet"),
  nothingYetHelp: say(
    "Each day gets a line here: what was delivered, and what happened to the portal and to this station.",
  ),
  nothingInSpan: say("Nothing was recorded on these days"),
  nothingInSpanHelp: (first: string) => say("The log of this station begins on {first}.", { first }),
  older: say("Older days"),
  newer: say("Newer days"),
  print: say("Print"),
  printed: (first: string, last: string, instrument: string | null) =>
    instrument === null
      ? first === last
        ? say("Log, {last}", { last })
        : say("Log, {first} – {last}", { first, last })
      : first === last
        ? say("Log of {instrument}, {last}", { instrument, last })
        : say("Log of {instrument}, {first} – {last}", { instrument, first, last }),
  printedColumns: [say("Day"), say("Deliveries"), say("Stopped"), say("Lost"), say("What happened (UTC)")],
  cut: (days: number, first: string) =>
    say(
      "The log shows at most {days} days at once, here from {first} on. To see earlier days, choose an earlier end.",
      { days, first },
    ),
  lostHelp: say("Files that the portal no longer had, or whose receipt became void"),
  ribbon: say(
    "Days, oldest first. Arrow keys move, Enter chooses a day, Shift and an arrow key choose several",
  ),
  dayWords: (day: string, delivered: number, stopped: number, lost: number, events: readonly string[]) =>
    [
      say("{day}: {delivered, plural, one {# delivery} other {# deliveries}}", { day, delivered }),
      ...(stopped > 0 ? [say("{stopped} stopped", { stopped })] : []),
      ...(lost > 0 ? [say("{lost} lost", { lost })] : []),
      ...events,
    ].join(", "),
  nothingThatDay: say("No files, and nothing else happened"),
  more: (count: number) => say("and {count} more", { count }),
  hours: say("Hours of the day, UTC"),
  hourWords: (hour: string, delivered: number, found: number, stopped: number) =>
    stopped > 0
      ? say(
          "{hour}: {found} found, {delivered, plural, one {# delivery} other {# deliveries}}, {stopped} stopped",
          { hour, found, delivered, stopped },
        )
      : say("{hour}: {found} found, {delivered, plural, one {# delivery} other {# deliveries}}", {
          hour,
          found,
          delivered,
        }),
  showFiles: (found: number) => say("Show the files of this day ({found})", { found }),
  showStopped: (count: number) => say("Show the {count} that stopped", { count }),
  allEvents: (count: number) => say("Show all {count} events", { count }),
  allDay: say("all day"),
  until: (clock: string) => say("until {clock}", { clock }),
  from: (clock: string) => say("from {clock}", { clock }),
  since: (moment: string) => say("since {moment}", { moment }),
  oneHour: (from: string, to: string) => say("Only {from}–{to} UTC", { from, to }),
  sinceYouLooked: say("Since you last looked"),
  sinceYouLookedAt: (moment: ReactNode) => sayNodes("Since you last looked, {moment}", { moment }),
  dismiss: say("Dismiss"),
  openLog: say("Open the log"),
  nothingElse: say("No outage, restart, silent instrument or changed setting."),
  deliveries: (count: number) => say("{count, plural, one {# delivery} other {# deliveries}}", { count }),
  deliveryUnit: (count: number) => (count === 1 ? say("delivery") : say("deliveries")),
  deliveriesHelp: say("Each delivered version counts, whenever its file was finished"),
  span: say("How much time the strip shows"),
  weeks: say("5 weeks"),
  year: say("A year"),
  yearStrip: say("Weeks, oldest first. Arrow keys move, Enter chooses a week"),
  weekWords: (
    first: string,
    last: string,
    delivered: number,
    stopped: number,
    lost: number,
    events: number,
  ) =>
    [
      say("{first} – {last}: {delivered, plural, one {# delivery} other {# deliveries}}", {
        first,
        last,
        delivered,
      }),
      ...(stopped > 0 ? [say("{stopped} stopped", { stopped })] : []),
      ...(lost > 0 ? [say("{lost} lost", { lost })] : []),
      ...(events > 0 ? [say("{events, plural, one {# event} other {# events}}", { events })] : []),
    ].join(", "),
  barHelp: say("Deliveries (square root)"),
  dotHelp: say("stopped or lost"),
  noTrouble: (days: number) =>
    days === 1
      ? say("A day without trouble")
      : say("{days, plural, one {# day} other {# days}} without trouble", { days }),
  trouble: (troubled: number, days: number) =>
    days === 1
      ? say("A day with trouble")
      : say("{troubled} of {days, plural, one {# day} other {# days}} with trouble", { troubled, days }),
  inDays: (days: number) => say("in {days, plural, one {# day} other {# days}}", { days }),
  filesStopped: (count: number) => say("{count} stopped", { count }),
  filesLost: (count: number) => say("{count} lost", { count }),
};
