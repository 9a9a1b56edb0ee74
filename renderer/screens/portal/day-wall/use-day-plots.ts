import { useCallback, useMemo } from "react";
import { plotsOf, type WallPlot } from "#renderer/plots/wall.ts";
import type { PortalFilter } from "#renderer/screens/portal/filter/portal-filter.ts";
import { type HostError, useHostQuery } from "#renderer/store/host.tsx";

const kept = { staleMs: 60_000 };

export interface DayPlots {
  /** Undefined while they are on their way. */
  readonly plots: readonly WallPlot[] | undefined;
  /** Instruments and models that have plots. */
  readonly sources: readonly string[];
  readonly qualityOf: (fileUuid: string) => string | null | undefined;
  readonly error: HostError | null;
  readonly isAsking: boolean;
  readonly askAgain: () => void;
}

/** The plots of one day, narrowed to one source; and the quality of their files, which may come later or never. */
export function useDayPlots(filter: PortalFilter, source: string | null, isAsked: boolean): DayPlots {
  const asked = { ...kept, enabled: isAsked };
  const { data, error, isFetching, refetch } = useHostQuery("portal.visualizations", filter, asked);
  const { variable: _, ...ofFiles } = filter;
  const files = useHostQuery("portal.files", ofFiles, asked);
  const all = useMemo(
    () => (data === undefined ? undefined : plotsOf(data, filter.date ?? null, () => undefined)),
    [data, filter.date],
  );
  const plots = useMemo(
    () => (source === null ? all : all?.filter((plot) => plot.source === source)),
    [all, source],
  );
  const sources = useMemo(
    () => [...new Set((all ?? []).map((plot) => plot.source))].filter(Boolean).toSorted(),
    [all],
  );
  const levels = useMemo(
    () => new Map(files.data?.map(({ uuid, errorLevel }) => [uuid, errorLevel])),
    [files.data],
  );
  const qualityOf = useCallback((uuid: string) => levels.get(uuid), [levels]);
  return { plots, sources, qualityOf, error, isAsking: isFetching, askAgain: () => void refetch() };
}
