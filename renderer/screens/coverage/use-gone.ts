import { useMemo } from "react";
import { useHostQuery } from "#renderer/store/host.tsx";
import type { InstrumentDay } from "./grid-row.tsx";

const none: ReadonlySet<string> = new Set();

/** Delivered files that are surely no longer in their folder; the disk is looked at when the day is opened. */
export function useGone(place: InstrumentDay): ReadonlySet<string> {
  const { data } = useHostQuery("coverage.gone", place, { staleMs: 60_000 });
  return useMemo(() => (data === undefined ? none : new Set(data.uploadIds)), [data]);
}
