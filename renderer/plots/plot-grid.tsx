import { dateText } from "#base/text.ts";
import { portalText } from "#renderer/text/portal.ts";
import { markNames } from "#renderer/text/portal-marks.ts";
import { PlotPicture } from "./plot-picture.tsx";
import styles from "./plots.module.css";
import { useNear } from "./use-near.ts";
import { PlotImageKeeper } from "./use-plot-images.tsx";
import { usePlotZoom } from "./use-plot-zoom.tsx";
import { plotWords, type WallPlot } from "./wall.ts";

interface PlotGridProps {
  readonly plots: readonly WallPlot[];
  readonly isCropped: boolean;
  /** All are of one site, or of one day, that is shown elsewhere. */
  readonly isOneSite?: boolean;
  readonly isOneDay?: boolean;
  /** A single column, for a side panel. */
  readonly isNarrow?: boolean;
}

/** Plots side by side, by product; a click shows one in full size. */
export function PlotGrid(props: PlotGridProps) {
  const { plots, isCropped, isOneSite = false, isOneDay = false, isNarrow = false } = props;
  const { zoom, zoomed } = usePlotZoom(plots);
  return (
    <PlotImageKeeper>
      {groupsOf(plots).map(({ key, first, members }) => (
        <section key={key} className={styles.group} aria-label={first.product}>
          {isNarrow ? null : (
            <header className={`${styles.heading} wraps baseline below-8`}>
              <h2>{first.product}</h2>
              <p className="muted">{detailOf(first, isOneSite, isOneDay)}</p>
            </header>
          )}
          <div className={isNarrow ? "stack gap-12" : styles.wall}>
            {members.map((member) => (
              <PlotTile
                key={member.s3key}
                plot={member}
                isCropped={isCropped}
                onZoom={() => zoom(member.s3key)}
              />
            ))}
          </div>
        </section>
      ))}
      {zoomed}
    </PlotImageKeeper>
  );
}

interface Group {
  readonly key: string;
  readonly first: WallPlot;
  readonly members: WallPlot[];
}

/** Those of one file, which have all but the variable in common. */
function groupsOf(plots: readonly WallPlot[]): Group[] {
  const groups = new Map<string, Group>();
  for (const plot of plots) {
    const key = `${plot.date} ${plot.site} ${plot.product} ${plot.source}`;
    const group = groups.get(key) ?? { key, first: plot, members: [] };
    group.members.push(plot);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Gives site, date, source and marks of a plot; what all of them have in common is left out. */
function detailOf({ site, date, source, marks }: WallPlot, isOneSite: boolean, isOneDay: boolean): string {
  return [
    isOneSite ? "" : site,
    isOneDay || date === null ? "" : dateText(date, Date.now()),
    source,
    ...marks.map((mark) => markNames[mark]),
  ]
    .filter(Boolean)
    .join(" · ");
}

interface PlotTileProps {
  readonly plot: WallPlot;
  readonly isCropped: boolean;
  readonly onZoom: () => void;
}

/** A plot of the wall: fetched when it comes near, let go when it is far. */
export function PlotTile({ plot, isCropped, onZoom }: PlotTileProps) {
  const [tile, isNear] = useNear<HTMLElement>();
  return (
    <figure className={`${styles.tile} holds clips shrinks surface`} ref={tile}>
      <PlotPicture plot={plot} isWanted={isNear} isCropped={isCropped} />
      <figcaption>
        <button
          type="button"
          className={`${styles.zoom} covers bare`}
          onClick={onZoom}
          title={portalText.showFullSize(plotWords(plot))}
        >
          {plot.variable}
        </button>
      </figcaption>
    </figure>
  );
}
