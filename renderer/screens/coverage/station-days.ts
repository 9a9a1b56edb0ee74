import { addDays, daysBetween, startOfDayMs } from "#base/dates.ts";
import { dateText } from "#base/text.ts";
import type { StationEventShown } from "#contract/log.ts";
import type { StationEventKind } from "#domain/station-event.ts";
import { partOf } from "#renderer/components/strip-parts.ts";
import { clausesOf, eventsOn } from "#renderer/model/log-model.ts";
import { coverageText } from "#renderer/text/coverage.ts";

/** Kinds of events that kept the whole station from delivering. */
export const stationKinds = ["outage", "credentials", "ledger-failed", "stopped", "paused"] as const;

/** Events that are recorded of the station. */
export interface StationDays {
  /** The first day of which anything is known; null where nothing is. */
  readonly firstDay: string | null;
  readonly events: readonly StationEventShown[];
  /** Epoch milliseconds: what lasts has come so far. */
  readonly nowMs: number;
}

/** Something on the line of the station; parts of the days that are asked for, 0 to 1. */
export interface StationBand {
  readonly from: number;
  readonly to: number;
  /** The portal or the way to it was away, nothing ran here, or somebody had paused. */
  readonly look: "away" | "stopped" | "paused";
}

/** From when to when anything is known of these days, and what happened; a day is as wide as any other. */
export function stationBands(
  { firstDay, events, nowMs }: StationDays,
  firstDate: string,
  lastDate: string,
): { readonly known: Pick<StationBand, "from" | "to">; readonly bands: readonly StationBand[] } {
  const [beginMs, endMs] = [startOfDayMs(firstDate), startOfDayMs(addDays(lastDate, 1))];
  const now = Math.min(1, Math.max(0, (nowMs - beginMs) / (endMs - beginMs)));
  const days = daysBetween(firstDate, lastDate) + 1;
  const from = firstDay === null ? now : Math.min(now, Math.max(0, daysBetween(firstDate, firstDay) / days));
  const bands = events
    // A band of what somebody did lies over one of what merely was.
    .toSorted((one, other) => gravity.indexOf(lookOf(one.kind)) - gravity.indexOf(lookOf(other.kind)))
    .map((event): StationBand => {
      const { left, width } = partOf(event, beginMs, endMs);
      return { from: left, to: Math.min(left + width, now), look: lookOf(event.kind) };
    })
    .filter((band) => band.from < 1 && band.to > 0);
  return { known: { from, to: now }, bands };
}

const gravity: readonly StationBand["look"][] = ["paused", "away", "stopped"];

function lookOf(kind: StationEventKind): StationBand["look"] {
  return kind === "stopped" || kind === "paused" ? kind : "away";
}

/** A day of the station in a sentence, for screen readers. */
export function stationWords(date: string, { firstDay, events }: StationDays, nowMs: number): string {
  const day = dateText(date, nowMs);
  if (firstDay === null || date < firstDay) return coverageText.stationDay(day, coverageText.stationUnknown);
  const clauses = clausesOf(date, eventsOn(date, events));
  return coverageText.stationDay(day, clauses.length === 0 ? coverageText.stationUp : clauses.join(", "));
}
