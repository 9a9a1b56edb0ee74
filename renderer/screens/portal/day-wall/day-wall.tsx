import { type CSSProperties, memo, type PointerEvent, type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { Quality } from "#renderer/components/quality.tsx";
import { PlotPicture } from "#renderer/plots/plot-picture.tsx";
import { useNear } from "#renderer/plots/use-near.ts";
import { PlotImageKeeper } from "#renderer/plots/use-plot-images.tsx";
import { usePlotZoom } from "#renderer/plots/use-plot-zoom.tsx";
import { cropOf, fileRoute, plotWords, type WallPlot } from "#renderer/plots/wall.ts";
import { portalText } from "#renderer/text/portal.ts";
import { markNames } from "#renderer/text/portal-marks.ts";
import { type DayRow, dayMinutes, dayRowsOf, minuteAt } from "./day-rows.ts";
import styles from "./day-wall.module.css";
import { HourAxis } from "./hour-axis.tsx";

/** A day of a site, as a column. */
export interface WallColumn {
  readonly key: string;
  /** Site and day, and what chooses others. */
  readonly head: ReactNode;
  /** Undefined while they are on their way. */
  readonly plots: readonly WallPlot[] | undefined;
  /** Shown in place of plots: why there are none. */
  readonly instead: ReactNode;
  /** The portal's quality level of a file; undefined where not known. */
  readonly qualityOf: (fileUuid: string) => string | null | undefined;
}

interface DayWallProps {
  readonly columns: readonly WallColumn[];
}

const noon = 720;
const none: readonly WallPlot[] = [];

/** A day, each variable a line, all on one axis from 00 to 24 h with one cursor; other days or places beside it. */
export function DayWall({ columns }: DayWallProps) {
  const [minute, setMinute] = useState(noon);
  const known = useLastPlots(columns);
  const rows = useMemo(() => dayRowsOf(known), [known]);
  const plots = useMemo(() => rows.flatMap((row) => row.plots.filter((plot) => plot !== null)), [rows]);
  const waiting = columns.map(({ plots: now }) => now === undefined).join(" ");
  const qualities = columns.map(({ qualityOf }) => qualityOf);
  const { zoom, zoomed } = usePlotZoom(plots);
  const point = (event: PointerEvent) => {
    const axis = event.target instanceof Element ? event.target.closest("[data-axis]") : null;
    if (axis === null) return;
    const { left, width } = axis.getBoundingClientRect();
    if (width > 0) setMinute(minuteAt((event.clientX - left) / width));
  };
  return (
    <PlotImageKeeper>
      <div
        className={`${styles.wall} surface scrolls`}
        style={{ "--at": minute / dayMinutes, "--days": columns.length } as CSSProperties}
        onPointerMove={point}
      >
        <div className={`${styles.head} ${styles.line}`}>
          <span />
          {columns.map(({ key, head }, index) => (
            <div key={key} className={`${styles.day} spread shrinks`}>
              {head}
              <HourAxis minute={minute} onMove={index === 0 ? setMinute : null} />
            </div>
          ))}
        </div>
        {columns.some(({ instead }) => instead !== null) ? (
          <div className={styles.line}>
            <span />
            {columns.map(({ key, instead }) => (
              <div key={key}>{instead}</div>
            ))}
          </div>
        ) : null}
        {rows.length === 0 &&
        columns.some(({ plots: now, instead }) => now === undefined && instead === null) ? (
          <Ghosts count={columns.length} />
        ) : null}
        {rows.map((row) => (
          <Line key={row.key} row={row} waiting={waiting} qualities={qualities} onZoom={zoom} />
        ))}
      </div>
      {zoomed}
    </PlotImageKeeper>
  );
}

/** Gives the plots that the columns showed last, so that the lines stay in their places while another day is on its way. */
function useLastPlots(columns: readonly WallColumn[]): readonly (readonly WallPlot[])[] {
  const [last, setLast] = useState<readonly (readonly WallPlot[])[]>([]);
  const next = columns.map(
    ({ plots, instead }, index) => plots ?? (instead === null ? last[index] : null) ?? none,
  );
  const isSame = next.length === last.length && next.every((plots, index) => plots === last[index]);
  if (!isSame) setLast(next);
  return isSame ? last : next;
}

interface LineProps {
  readonly row: DayRow;
  /** A word for each column: `true` where its plots are on their way. */
  readonly waiting: string;
  readonly qualities: readonly WallColumn["qualityOf"][];
  readonly onZoom: (s3key: string) => void;
}

const Line = memo(
  function Line({ row, waiting, qualities, onZoom }: LineProps) {
    const isWaiting = waiting.split(" ");
    const { lead } = row;
    return (
      <section
        className={styles.line}
        data-first={row.isFirst}
        aria-label={`${lead.product}: ${lead.variable}`}
      >
        <div className={`${styles.label} lines shrinks`}>
          {row.isFirst ? (
            <>
              <Link className="quiet-link strong clipped" to={fileRoute(lead)} title={portalText.openTheFile}>
                {lead.product}
              </Link>
              <span className="breaks text-small muted">
                {[lead.source, ...lead.marks.map((mark) => markNames[mark])].filter(Boolean).join(" · ")}
              </span>
            </>
          ) : null}
          <span className={`${styles.variable} clamped`} title={lead.variable}>
            {lead.variable}
          </span>
        </div>
        {row.plots.map((plot, index) =>
          plot === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name here
            <div key={index} className={`${styles.absent} text-small muted`}>
              {isWaiting[index] === "true" ? null : portalText.noSuchPlot}
            </div>
          ) : isWaiting[index] === "true" ? (
            <div key={plot.s3key} className={styles.plot} data-waiting />
          ) : (
            <Tile
              key={plot.s3key}
              plot={plot}
              quality={qualities[index]?.(plot.fileUuid) ?? null}
              onZoom={onZoom}
            />
          ),
        )}
      </section>
    );
  },
  (one, other) =>
    one.row === other.row &&
    one.waiting === other.waiting &&
    one.onZoom === other.onZoom &&
    one.qualities.every((quality, index) => quality === other.qualities[index]),
);

interface TileProps {
  readonly plot: WallPlot;
  readonly quality: string | null;
  readonly onZoom: (s3key: string) => void;
}

/** A plot on the common axis; without stated margins it is shown whole, and has no axis. */
function Tile({ plot, quality, onZoom }: TileProps) {
  const [tile, isNear] = useNear<HTMLElement>();
  const hasAxis = cropOf(plot.dimensions) !== null;
  return (
    <figure className={styles.plot} ref={tile} data-axis={hasAxis ? "" : undefined}>
      <PlotPicture plot={plot} isWanted={isNear} isCropped={hasAxis} isFilling />
      {quality === "warning" || quality === "error" ? (
        <span className={`${styles.quality} pill text-small`}>
          <Quality level={quality} />
        </span>
      ) : null}
      <button
        type="button"
        className="bare enlarges"
        aria-label={portalText.showFullSize(plotWords(plot))}
        title={hasAxis ? undefined : portalText.noCommonAxis}
        onClick={() => onZoom(plot.s3key)}
      />
    </figure>
  );
}

function Ghosts({ count }: { readonly count: number }) {
  return (
    <div role="status" aria-label={say("Loading")}>
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <div key={key} className={styles.line}>
          <span />
          {["one", "other"].slice(0, count).map((column) => (
            <div key={column} className={styles.plot} data-waiting />
          ))}
        </div>
      ))}
    </div>
  );
}
