import { useEffect, useRef, useState } from "react";
import { portalText } from "#renderer/text/portal.ts";
import { PlotPicture } from "./plot-picture.tsx";
import styles from "./plots.module.css";
import { type Plot, plotWords } from "./wall.ts";

interface PlotTileProps {
  readonly plot: Plot;
  readonly isCropped: boolean;
  readonly onZoom: () => void;
}

/** Pictures so far outside of the window are fetched ahead, and let go beyond it. */
const ahead = "600px";

/** One plot of the wall: fetched when it comes near, let go when it is far. */
export function PlotTile({ plot, isCropped, onZoom }: PlotTileProps) {
  const tile = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (tile.current === null) return;
    const watch = new IntersectionObserver((entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: ahead,
    });
    watch.observe(tile.current);
    return () => watch.disconnect();
  }, []);
  return (
    <figure className={styles.tile} ref={tile}>
      <PlotPicture plot={plot} isWanted={isNear} isCropped={isCropped} />
      <figcaption>
        <button
          type="button"
          className={styles.zoom}
          onClick={onZoom}
          title={portalText.showFullSize(plotWords(plot))}
        >
          {plot.variable}
        </button>
      </figcaption>
    </figure>
  );
}
