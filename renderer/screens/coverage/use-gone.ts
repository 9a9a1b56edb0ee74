import { useMemo } from "react";
import { useHostQuery } from "#renderer/store/host.tsx";
import type { InstrumentDay } from "./grid-row.tsx";

/** Uploads whose files are no longer here: when they were named as ones that may be removed; null where they were not. */
export type GoneUploads = ReadonlyMap<string, string | null>;

const none: GoneUploads = new Map();

/** Delivered files that are surely no longer in their folder; the disk is looked at when the day is opened. */
export function useGone(place: InstrumentDay): GoneUploads {
  const { data } = useHostQuery("coverage.gone", place, { staleMs: 60_000 });
  return useMemo(() => {
    if (data === undefined) return none;
    const namedAt = new Map(data.named.map(({ uploadId, at }) => [uploadId, at]));
    return new Map(data.uploadIds.map((id) => [id, namedAt.get(id) ?? null]));
  }, [data]);
}
