import { useMemo } from "react";
import { Link } from "react-router";
import { dateText } from "#base/text.ts";
import { PlotTile } from "#renderer/plots/plot-grid.tsx";
import { usePlotZoom } from "#renderer/plots/use-plot-zoom.tsx";
import { plotsOf, type WallPlot } from "#renderer/plots/wall.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { usePortalName } from "#renderer/store/portal-names.ts";
import { todayText } from "#renderer/text/today.tsx";
import { plotsStaleMs } from "./newest-plot.tsx";
import styles from "./today.module.css";
import type { NewestDays } from "./use-newest-days.ts";

/** Two rows of them: there are few instruments above. */
const mostShown = 8;

/** The newest day of the site in a few plots, one a product: those first that are not beside an instrument already. */
export function LastPlots({ days, isAsked }: NewestDays) {
  const newest = days
    .values()
    .reduce((one, other) => (other.date > one.date ? other : one), { site: "", date: "", uuids: [] });
  const { site, date } = newest;
  const siteName = usePortalName("portal.sites", site);
  const { data } = useHostQuery(
    "portal.visualizations",
    { site: [site], date },
    { enabled: isAsked && site !== "", staleMs: plotsStaleMs },
  );
  const plots = useMemo(() => {
    const shown = new Set([...days.values()].flatMap(({ uuids }) => uuids));
    const first = firstOfProducts(plotsOf(data ?? [], date, () => date));
    return first
      .toSorted((one, other) => Number(shown.has(one.fileUuid)) - Number(shown.has(other.fileUuid)))
      .slice(0, mostShown);
  }, [data, date, days]);
  const { zoom, zoomed } = usePlotZoom(plots);
  if (plots.length === 0) return null;
  return (
    <section className="stack" aria-label={todayText.lastPlots}>
      <header className="row spread">
        <h2>{todayText.plotsOf(dateText(date, Date.now()), siteName ?? "")}</h2>
        <Link to={`/data/plots?${new URLSearchParams({ site, date })}`}>{todayText.wholeDay}</Link>
      </header>
      <div className={`${styles.plots} gap-12`}>
        {plots.map((plot) => (
          <PlotTile
            key={plot.s3key}
            plot={{ ...plot, variable: plot.product }}
            isCropped
            onZoom={() => zoom(plot.s3key)}
          />
        ))}
      </div>
      {zoomed}
    </section>
  );
}

function firstOfProducts(plots: readonly WallPlot[]): readonly WallPlot[] {
  const seen = new Set<string>();
  return plots.filter(({ product }) => !seen.has(product) && seen.add(product));
}
