import { useState } from "react";
import { say } from "#base/say.ts";
import { PlotPicture } from "#renderer/plots/plot-picture.tsx";
import { PlotZoom } from "#renderer/plots/plot-zoom.tsx";
import { PlotImageKeeper } from "#renderer/plots/use-plot-images.tsx";
import { plotsOf, plotWords, type WallPlot } from "#renderer/plots/wall.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./quicklook.module.css";

interface QuicklookProps {
  readonly uuid: string;
  readonly date: string;
}

/** The plots that the portal has drawn of a file: one large, the others to choose. */
export function Quicklook({ uuid, date }: QuicklookProps) {
  const { data, error } = useHostQuery("portal.visualization", { fileUuid: uuid }, { staleMs: 60_000 });
  const [chosen, setChosen] = useState(0);
  const [isZoomed, setIsZoomed] = useState(false);
  const plots = data === undefined ? [] : plotsOf([data], date, () => date);
  const plot = plots[chosen] ?? plots[0];
  if (plot === undefined)
    return error === null && data === undefined ? (
      <QuicklookPlace />
    ) : (
      <p className="note">
        {error === null || error.code === "portal-refused" ? portalText.noPlotsOfFile : error.message}
      </p>
    );
  return (
    <section className="below-12" aria-label={portalText.plotsOfThisFile}>
      <PlotImageKeeper>
        <Shown plot={plot} onZoom={() => setIsZoomed(true)} />
        {plots.length < 2 ? null : (
          <div className={`${styles.others} wraps`}>
            {plots.map((one, index) => (
              <button
                key={one.s3key}
                type="button"
                className={`${styles.other} muted bare`}
                aria-pressed={one === plot}
                onClick={() => setChosen(index)}
              >
                {one.variable}
              </button>
            ))}
          </div>
        )}
        {isZoomed ? (
          <PlotZoom
            plot={plot}
            place={say("{at} of {all}", { at: plots.indexOf(plot) + 1, all: plots.length })}
            onStep={(step) => setChosen(Math.min(plots.length - 1, Math.max(0, plots.indexOf(plot) + step)))}
            onClose={() => setIsZoomed(false)}
          />
        ) : null}
      </PlotImageKeeper>
    </section>
  );
}

/** Keeps the place of a plot that is on its way. */
export function QuicklookPlace() {
  return <div className={`${styles.place} below-12 framed`} role="status" aria-label={say("Loading")} />;
}

function Shown({ plot, onZoom }: { readonly plot: WallPlot; readonly onZoom: () => void }) {
  return (
    <figure className="holds clips framed">
      <PlotPicture plot={plot} isWanted isCropped={false} />
      <button
        type="button"
        className="bare enlarges"
        aria-label={portalText.showFullSize(plotWords(plot))}
        onClick={onZoom}
      />
    </figure>
  );
}
