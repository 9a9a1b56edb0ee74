import { useMemo } from "react";
import { addDays } from "#base/dates.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { type StationDays, stationKinds } from "./station-days.ts";

const minuteMs = 60_000;
/** Events that one answer may have. */
const mostEvents = 500;

/** Gives the events of the station in these days. */
export function useStation(from: string, to: string, nowMs: number): StationDays {
  const span = { from: `${from}T00:00:00.000Z`, to: `${addDays(to, 1)}T00:00:00.000Z` };
  const { data } = useHostQuery(
    "log.events",
    { ...span, kinds: stationKinds, limit: mostEvents },
    { keepsPrevious: true },
  );
  const { data: known } = useHostQuery("log.days", { from: to, to }, { staleMs: minuteMs });
  return useMemo(() => {
    const events = data?.events ?? [];
    // Nothing is said of days that are older than all that one answer holds.
    const cut = data?.next == null ? null : data.next.from.slice(0, 10);
    return { events, firstDay: cut ?? known?.firstDay ?? null, nowMs };
  }, [data, known, nowMs]);
}
