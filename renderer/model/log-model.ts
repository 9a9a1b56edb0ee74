import { csvLine } from "#base/csv.ts";
import { addDays, daysBetween } from "#base/dates.ts";
import type { LogDayShown, StationEventShown } from "#contract/log.ts";
import type { StationEventKind } from "#domain/station-event.ts";
import { dayText, whenOnDay } from "#renderer/components/event-words.ts";
import { logText } from "#renderer/text/log.tsx";

/** Days that the ribbon shows, and that one question of the host may be about. */
export const ribbonDays = 35;
export const mostDays = 100;

/** Days that the address names. */
export interface ChosenDays {
  /** Both included; "" where none is chosen. */
  readonly from: string;
  readonly to: string;
}

/** Days of the ribbon, oldest first, and what to ask for so that the chosen days are there, too. */
export function spanOf(
  { from, to }: ChosenDays,
  end: string | null,
  today: string,
): { readonly ribbon: readonly string[]; readonly from: string; readonly to: string } {
  const wanted = end ?? (to !== "" && to < addDays(today, 1 - ribbonDays) ? to : today);
  const last = wanted > today ? today : wanted;
  const ribbon = Array.from({ length: ribbonDays }, (_, i) => addDays(last, i - ribbonDays + 1));
  const first = ribbon[0] ?? last;
  const askTo = to !== "" && to > last && to <= today ? to : last;
  const askFrom = from !== "" && from < first ? from : first;
  const earliest = addDays(askTo, 1 - mostDays);
  return { ribbon, from: askFrom < earliest ? earliest : askFrom, to: askTo };
}

/** True where days of which something is known were chosen, and are before what was asked for. */
export function isCutShort({ from }: ChosenDays, askedFrom: string, firstDay: string): boolean {
  return from !== "" && from < askedFrom && firstDay < askedFrom;
}

/** Days within the chosen span; all where none is chosen. */
export function chosenOf(days: readonly LogDayShown[], { from, to }: ChosenDays): readonly LogDayShown[] {
  return days.filter(({ date }) => (from === "" || date >= from) && (to === "" || date <= to));
}

/** The events that lasted on a day, in the order of the host. */
export function eventsOn(date: string, events: readonly StationEventShown[]): readonly StationEventShown[] {
  const begin = `${date}T00:00:00.000Z`;
  const end = `${addDays(date, 1)}T00:00:00.000Z`;
  return events.filter(({ from, to }) => from < end && (to === null || to > begin || from === begin));
}

/** From what stopped everything to what somebody did. */
const gravity: readonly StationEventKind[] = [
  "ledger-failed",
  "outage",
  "credentials",
  "stopped",
  "silent",

  "disk-low",
  "clock-off",
  "paused",
  "ledger-begun",
  "updated",
  "known",
  "settings-changed",
  "password-changed",
];

function graverEvent(one: StationEventShown, other: StationEventShown): number {
  return gravity.indexOf(one.kind) - gravity.indexOf(other.kind) || (one.from < other.from ? -1 : 1);
}

/** Most events of one kind in a short list. */
const mostOfKind = 3;

/** The gravest few, in the order in which they happened. */
export function gravestOf(events: readonly StationEventShown[], most: number): readonly StationEventShown[] {
  const taken = new Map<StationEventKind, number>();
  return events
    .toSorted(graverEvent)
    .filter(({ kind }) => {
      const count = taken.get(kind) ?? 0;
      taken.set(kind, count + 1);
      return count < mostOfKind;
    })
    .slice(0, most)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1));
}

/** Events of a day in a few words, the gravest first: `Portal unreachable 02:10–06:22`. */
export function clausesOf(date: string, events: readonly StationEventShown[]): readonly string[] {
  return events.toSorted(graverEvent).map((event) => `${event.title} ${whenOnDay(event, date)}`);
}

/** A day in a sentence, for hover and screen readers. */
export function logDayWords(
  { date, delivered, refused, lost }: LogDayShown,
  events: readonly StationEventShown[],
  nowMs: number,
): string {
  return logText.dayWords(dayText(date, nowMs), delivered, refused, lost, clausesOf(date, events));
}

/** Height of a bar in CSS, by the square root: a quiet day is seen beside one that sent a backlog. */
export function barHeight(count: number, most: number): string {
  return `${Math.round(100 * Math.sqrt(count / Math.max(1, most)))}%`;
}

/** Kinds of events that keep files from the portal. */
const troubles: readonly StationEventShown["kind"][] = [
  "outage",
  "stopped",
  "credentials",
  "ledger-failed",
  "folder-gone",
  "silent",
];

/** True where something stopped, was lost, or kept the station from delivering. */
export function isTroubledDay(
  { refused, lost }: Pick<LogDayShown, "refused" | "lost">,
  events: readonly StationEventShown[],
): boolean {
  return refused + lost > 0 || events.some(({ kind }) => troubles.includes(kind));
}

/** Weeks of a year, and the days of each, oldest first; the last ends with this day. */
const yearWeeks = 53;

export function weeksUntil(last: string): readonly (readonly string[])[] {
  return Array.from({ length: yearWeeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => addDays(last, 7 * (week + 1 - yearWeeks) + day - 6)),
  );
}

/** True where a day is left with nothing to tell. */
export function isEmptyDay({ found, delivered, refused, lost }: LogDayShown): boolean {
  return found + delivered + refused + lost === 0;
}

/** The days as CSV (RFC 4180), oldest first. */
export function logCsv(days: readonly LogDayShown[], events: readonly StationEventShown[]): string {
  const head = csvLine(["date", "found", "delivered", "stopped", "lost", "events (UTC)"]);
  const lines = days.toReversed().map((day) => {
    const { date, found, delivered, refused, lost } = day;
    const words = eventsOn(date, events)
      .toReversed()
      .map((event) => `${whenOnDay(event, date)} ${event.title}`);
    return csvLine([date, ...[found, delivered, refused, lost].map(String), words.join("; ")]);
  });
  return head + lines.join("");
}

/** The span from one day to another, whichever comes first. */
export function between(one: string, other: string): ChosenDays {
  return daysBetween(one, other) < 0 ? { from: other, to: one } : { from: one, to: other };
}
