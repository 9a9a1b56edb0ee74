import { shortDayText } from "#base/text.ts";
import type { StationEventShown } from "#contract/log.ts";
import { logText } from "#renderer/text/log.tsx";

const dayMs = 86_400_000;

/** `Sat 21 Nov`, of `2026-11-21` or of a moment; with its year where that is another than that of `nowMs`. */
export function dayText(at: string, nowMs?: number): string {
  return shortDayText(Date.parse(at.length === 10 ? `${at}T00:00:00.000Z` : at), nowMs);
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
