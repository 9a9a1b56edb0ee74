import { dayParts } from "#base/dates.ts";
import type { StationEventShown } from "#contract/log.ts";
import type { StationEventKind } from "#domain/station-event.ts";
import { logText } from "#renderer/text/log.tsx";
import type { Shape } from "./state-shape.tsx";

const dayMs = 86_400_000;

/** `Sat 21 Nov`, of `2026-11-21` or of a moment; with its year where that is another than that of `nowMs`. */
export function dayText(at: string, nowMs?: number): string {
  const { weekday, day, month, year } = dayParts(Date.parse(at.length === 10 ? `${at}T00:00:00.000Z` : at));
  const isOtherYear = nowMs !== undefined && dayParts(nowMs).year !== year;
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}${isOtherYear ? ` ${year}` : ""}`;
}

/** `02:10`, UTC. */
function clock(at: string): string {
  return at.slice(11, 16);
}

/** When it was, on this day: `02:10–06:22`, `from 14:00`, `all day`. */
export function whenOnDay({ from, to }: Pick<StationEventShown, "from" | "to">, date: string): string {
  const begin = `${date}T00:00:00.000Z`;
  const end = new Date(Date.parse(begin) + dayMs).toISOString();
  const begins = from >= begin;
  const ends = to !== null && to < end;
  if (begins && ends)
    return from === to || clock(from) === clock(to) ? clock(from) : `${clock(from)}–${clock(to)}`;
  if (begins) return logText.from(clock(from));
  return ends ? logText.until(clock(to)) : logText.allDay;
}

/** When it was, with the day: `Sat 21 Nov 02:10–06:22`, `since Sun 22 Nov 21:00`. */
export function whenText({ from, to }: Pick<StationEventShown, "from" | "to">): string {
  const begin = `${dayText(from)} ${clock(from)}`;
  if (to === null) return logText.since(begin);
  if (clock(from) === clock(to) && Date.parse(to) - Date.parse(from) < dayMs) return begin;
  const isOneDay = from.slice(0, 10) === to.slice(0, 10);
  return `${begin}–${isOneDay ? "" : `${dayText(to)} `}${clock(to)}`;
}

/** Meaning of each kind as a shape; red is kept for what needs somebody now. */
const shapes: Readonly<Record<StationEventKind, Shape>> = {
  outage: "away",
  credentials: "notice",
  "ledger-failed": "notice",
  paused: "held",
  silent: "notice",
  "folder-gone": "notice",
  "disk-low": "notice",
  "clock-off": "notice",
  stopped: "over",
  "ledger-begun": "idle",
  updated: "idle",
  "settings-changed": "idle",
  known: "idle",
  "password-changed": "idle",
};

export function eventShape({ kind }: Pick<StationEventShown, "kind">): Shape {
  return shapes[kind];
}

/** From what stopped everything to what somebody did. */
const gravity: readonly StationEventKind[] = [
  "ledger-failed",
  "outage",
  "credentials",
  "stopped",
  "silent",
  "folder-gone",
  "disk-low",
  "clock-off",
  "paused",
  "ledger-begun",
  "updated",
  "known",
  "settings-changed",
  "password-changed",
];

export function graverEvent(one: StationEventShown, other: StationEventShown): number {
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

/** Midnights between two moments (UTC), as parts of the time from one to the other, with the day that begins; none where they are too many. */
export function midnightsOf(
  beginMs: number,
  endMs: number,
): readonly { readonly left: number; readonly name: string }[] {
  const first = Math.ceil(beginMs / dayMs);
  const last = Math.floor(endMs / dayMs);
  if (last < first || last - first > 14) return [];
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const atMs = (first + i) * dayMs;
    return { left: (atMs - beginMs) / (endMs - beginMs), name: dayParts(atMs).weekday.slice(0, 3) };
  });
}

/** Gives the part of a span that an event took, from 0 to 1; a moment is a thin line. */
export function partOf(
  { from, to }: Pick<StationEventShown, "from" | "to">,
  beginMs: number,
  endMs: number,
): { readonly left: number; readonly width: number } {
  const length = Math.max(1, endMs - beginMs);
  const left = Math.max(0, (Date.parse(from) - beginMs) / length);
  const right = Math.min(1, ((to === null ? endMs : Date.parse(to)) - beginMs) / length);
  return { left, width: Math.max(0, right - left) };
}
