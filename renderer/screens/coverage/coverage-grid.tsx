import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { instrumentRoute } from "#contract/page-routes.ts";
import { useNow } from "#renderer/components/use-now.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";
import { coloursOf, drawDates, drawDay, drawStation, sizes } from "./coverage-draw.ts";
import type { CoverageDay } from "./coverage-model.ts";
import { DayCard } from "./day-card.tsx";
import { moved } from "./grid-keys.ts";
import { columnsFrom, type GridPlace, GridRow, type Place } from "./grid-row.tsx";
import type { StationDays } from "./station-days.ts";

interface CoverageGridProps {
  readonly instruments: readonly string[];
  /** Oldest first. */
  readonly dates: readonly string[];
  readonly dayOf: (place: Place) => CoverageDay | undefined;
  readonly station: StationDays;
  readonly opened: Place | null;
  readonly onOpen: (place: GridPlace) => void;
}

/** Up to so many days are drawn wide. */
const wideDays = 45;
/** Cells beside those in view. */
const overscan = 8;
const settledMs = 100;
const headHeight = sizes.head + sizes.station;

/**
 * The station and its instruments below each other, days beside each other, the newest at the right. What is in view is one
 * drawing, which follows the scrolling; the cells over it, for pointer, keys and readers by ear, follow when it stands still.
 */
export function CoverageGrid({ instruments, dates, dayOf, station, opened, onOpen }: CoverageGridProps) {
  const minuteMs = Math.floor(useNow() / 60_000) * 60_000;
  const width = dates.length <= wideDays ? sizes.wide : sizes.slim;
  const grid = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const sliding = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLCanvasElement>(null);
  const body = useRef<HTMLCanvasElement>(null);
  const [active, setActive] = useState({ row: 1, column: dates.length - 1 });
  const activeColumn = useRef(active.column);
  activeColumn.current = active.column;
  const [inView, setInView] = useState({ first: 0, last: 0 });
  const rows: readonly (string | null)[] = useMemo(() => [null, ...instruments], [instruments]);
  const height = instruments.length * sizes.row;

  const draw = useCallback(() => {
    const box = scroller.current;
    if (box === null || head.current === null || body.current === null) return;
    const shown = box.clientWidth;
    const colours = coloursOf(box);
    const { first, last } = columnsIn(box, width, dates.length);
    const days = {
      dates: dates.slice(first, last + 1),
      left: first * width - box.scrollLeft,
      width,
    };
    const top = cleared(head.current, shown, headHeight);
    if (top !== null) {
      drawDates(top, days, 3, colours);
      drawStation(top, station, days, sizes.head, colours);
    }
    const context = cleared(body.current, shown, height);
    if (context === null) return;
    for (const [row, instrument] of instruments.entries()) {
      // As a border of the row it would be painted again with every move.
      context.fillStyle = colours("sky-line");
      context.fillRect(0, row * sizes.row, shown, 1);
      for (const [index, date] of days.dates.entries()) {
        const day = dayOf({ instrument, date });
        if (day !== undefined)
          drawDay(context, day, days.left + index * width, row * sizes.row, width, colours);
      }
    }
  }, [instruments, dates, dayOf, station, width, height]);

  const settle = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    // Its cells show nothing.
    if (sliding.current !== null) sliding.current.style.transform = `translateX(${-box.scrollLeft}px)`;
    const now = columnsIn(box, width, dates.length);
    setInView((before) => (before.first === now.first && before.last === now.last ? before : now));
  }, [width, dates.length]);

  // Another span begins at its newest day.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box !== null) box.scrollLeft = box.scrollWidth;
    setActive(({ row }) => ({ row, column: dates.length - 1 }));
  }, [dates.length]);
  useLayoutEffect(() => {
    draw();
    settle();
  }, [draw, settle]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const follow = () => {
      draw();
      clearTimeout(timer);
      timer = setTimeout(settle, settledMs);
    };
    // A panel that opens beside it must not cover the day that it is about.
    const resized = new ResizeObserver(() => {
      bringIntoView(box, activeColumn.current, width);
      follow();
    });
    resized.observe(box);
    const themed = new MutationObserver(follow);
    themed.observe(document.documentElement, { attributes: true });
    box.addEventListener("scroll", follow, { passive: true });
    return () => {
      resized.disconnect();
      themed.disconnect();
      box.removeEventListener("scroll", follow);
      clearTimeout(timer);
    };
  }, [draw, settle, width]);

  // The day that is open is in view, also above a panel that lies below.
  const openRow = opened === null ? -1 : rows.indexOf(opened.instrument);
  const openColumn = opened === null ? -1 : dates.indexOf(opened.date);
  useLayoutEffect(() => {
    if (openRow < 0 || openColumn < 0 || scroller.current === null) return;
    setActive({ row: openRow, column: openColumn });
    bringIntoView(scroller.current, openColumn, width);
    settle();
    requestAnimationFrame(() =>
      grid.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" }),
    );
  }, [openRow, openColumn, width, settle]);

  const row = Math.min(active.row, rows.length - 1);
  const column = Math.min(active.column, dates.length - 1);
  const move = (event: KeyboardEvent) => {
    const next = moved(event.key, { row, column }, { row: rows.length - 1, column: dates.length - 1 });
    const box = scroller.current;
    if (next === null || box === null) return;
    event.preventDefault();
    bringIntoView(box, next.column, width);
    setActive(next);
    settle();
    requestAnimationFrame(() => {
      const cell = grid.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
      cell?.focus({ preventScroll: true });
      cell?.scrollIntoView({ block: "nearest" });
    });
  };
  const open = useCallback(
    (place: GridPlace, at: { readonly row: number; readonly column: number }) => {
      setActive(at);
      onOpen(place);
    },
    [onOpen],
  );
  const rowOf = (instrument: string | null, index: number, top: number, tall: number) => (
    <GridRow
      key={instrument ?? ""}
      instrument={instrument}
      index={index}
      top={top}
      height={tall}
      dates={dates}
      dayOf={dayOf}
      station={station}
      first={inView.first}
      last={inView.last}
      width={width}
      activeColumn={row === index ? column : -1}
      openColumn={openRow === index ? openColumn : -1}
      minuteMs={minuteMs}
      onOpen={open}
    />
  );
  return (
    <div
      className={`${styles.grid} surface`}
      role="grid"
      ref={grid}
      aria-label={coverageText.grid}
      aria-rowcount={rows.length + 1}
      aria-colcount={dates.length}
      tabIndex={-1}
      onKeyDown={move}
    >
      <div className={styles.corner} aria-hidden="true">
        {coverageText.station}
      </div>
      <div className={styles.top}>
        <div className={styles.headDrawing} aria-hidden="true">
          <canvas ref={head} />
        </div>
        <div ref={sliding} className={styles.sliding}>
          <div role="row" tabIndex={-1} className={styles.head} aria-rowindex={1}>
            {columnsFrom(inView).map((index) => (
              <div
                key={index}
                role="columnheader"
                tabIndex={-1}
                className={styles.date}
                style={{ left: index * width, width }}
                aria-colindex={index + 1}
                aria-label={dates[index] ?? ""}
                title={dates[index] ?? ""}
              />
            ))}
          </div>
          {rowOf(null, 0, sizes.head, sizes.station)}
        </div>
      </div>
      <div className={styles.names} role="rowgroup">
        {instruments.map((name, index) => (
          <div key={name} role="row" tabIndex={-1} className={styles.rowName} aria-rowindex={index + 3}>
            <span role="rowheader" tabIndex={-1}>
              <Link to={instrumentRoute(name)} title={name}>
                {name}
              </Link>
            </span>
          </div>
        ))}
      </div>
      <div className={styles.scroller} ref={scroller}>
        <div className={styles.inside} style={{ width: dates.length * width, height }}>
          <div className={styles.drawing} aria-hidden="true">
            <canvas ref={body} style={{ height }} />
          </div>
          {instruments.map((instrument, index) => rowOf(instrument, index + 1, index * sizes.row, sizes.row))}
        </div>
      </div>
      <DayCard grid={grid} rows={rows} dates={dates} dayOf={dayOf} station={station} />
    </div>
  );
}

/** The drawing in the size of its place, empty. */
function cleared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const context = canvas.getContext("2d");
  const ratio = window.devicePixelRatio;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

function bringIntoView(box: HTMLElement, column: number, width: number): void {
  const [left, right] = [column * width, (column + 1) * width];
  if (left < box.scrollLeft) box.scrollLeft = left;
  if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
}

/** First and last column in view, with some beside them. */
function columnsIn({ scrollLeft, clientWidth }: HTMLElement, width: number, count: number) {
  return {
    first: Math.max(0, Math.floor(scrollLeft / width) - overscan),
    last: Math.min(count - 1, Math.ceil((scrollLeft + clientWidth) / width) + overscan),
  };
}
