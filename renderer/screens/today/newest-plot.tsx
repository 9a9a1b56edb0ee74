import { useMemo } from "react";
import type { NewestDay } from "#renderer/model/newest-plots.ts";
import { PlotThumb } from "#renderer/plots/plot-thumb.tsx";
import { useNear, useRested } from "#renderer/plots/use-near.ts";
import { usePlotZoom } from "#renderer/plots/use-plot-zoom.tsx";
import { plotsOf, plotWords } from "#renderer/plots/wall.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./instrument-rows.module.css";

/** Plots of a day change seldom. */
export const plotsStaleMs = 3_600_000;

/** Rows so far outside of the window have their pictures, too. */
const ahead = "120px";

interface NewestPlotProps {
  /** Undefined where the portal has made nothing lately. */
  readonly newest: NewestDay | undefined;
  readonly isAsked: boolean;
}

/** The newest plot of an instrument; a click shows it in full, and those of the same day beside it. */
export function NewestPlot({ newest, isAsked }: NewestPlotProps) {
  const [place, isNear] = useNear<HTMLDivElement>(ahead);
  const isWanted = useRested(isNear, isAsked && newest !== undefined);
  // All instruments of a site's day share one question for their plots.
  const { data, error } = useHostQuery(
    "portal.visualizations",
    { site: [newest?.site ?? ""], date: newest?.date ?? "" },
    { enabled: isWanted && isAsked, staleMs: plotsStaleMs },
  );
  const plots = useMemo(() => {
    if (newest === undefined) return [];
    const own = data?.filter(({ sourceFileId }) => newest.uuids.includes(sourceFileId)) ?? [];
    return plotsOf(own, newest.date, () => newest.date);
  }, [data, newest]);
  const { zoom, zoomed } = usePlotZoom(plots);
  const [plot] = plots;
  const isEmpty = newest === undefined || (plot === undefined && (data !== undefined || error !== null));
  return (
    <div ref={place} className={`${styles.plot} holds clips ${isEmpty ? "" : "framed"}`}>
      {plot === undefined ? null : (
        <button
          type="button"
          className="enlarges bare"
          aria-label={portalText.showFullSize(plotWords(plot))}
          title={portalText.showFullSize(plotWords(plot))}
          onClick={() => zoom(plot.s3key)}
        >
          <PlotThumb plot={plot} isWanted={isWanted} />
        </button>
      )}
      {zoomed}
    </div>
  );
}
