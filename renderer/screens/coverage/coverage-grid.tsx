import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { dateText } from "#base/text.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import { useNow } from "#renderer/components/use-now.ts";
import { monthsOf, type ShownDay } from "#renderer/model/coverage-model.ts";
import { monthWords } from "#renderer/model/coverage-words.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";
import {
  type Colours,
  type DrawnDays,
  drawDates,
  drawInstruments,
  drawStation,
  sizes,
} from "./coverage-draw.ts";
import { DayCard } from "./day-card.tsx";
import { moved as keyMoved } from "./grid-keys.ts";
import { columnsFrom, type GridPlace, GridRow, type InstrumentDay } from "./grid-row.tsx";
import { MonthDrawing, useLook } from "./month-drawing.tsx";
import type { StationDays } from "./station-days.ts";

interface CoverageGridProps {
  readonly instruments: readonly string[];
  /** Oldest first. */
  readonly dates: readonly string[];
  readonly dayOf: (place: InstrumentDay) => ShownDay | undefined;
  readonly station: StationDays;
  readonly opened: InstrumentDay | null;
  readonly onOpen: (place: GridPlace) => void;
}

/** Up to so many days share the width of the page among them. */
const sharedDays = 45;
/** Cells beside those in view. */
const overscan = 8;
const settledMs = 100;
const headHeight = sizes.head + sizes.station;

/**
 * The station and its instruments below each other, days beside each other, the newest at the right. Each month is a drawing
 * that is made once and moves with the scrolling; the cells over it, for pointer, keys and screen readers, follow when it
 * stands still. So scrolling paints nothing again.
 */
export function CoverageGrid({ instruments, dates, dayOf, station, opened, onOpen }: CoverageGridProps) {
  const minuteMs = Math.floor(useNow() / 60_000) * 60_000;
  // A column of the span before may be in view for a moment.
  const dayName = (date: string | undefined) => (date === undefined ? "" : dateText(date, minuteMs));
  const [room, setRoom] = useState(0);
  const look = useLook();
  // How wide the paper is nobody tells: slim columns of 35 days fit on A4.
  const isShared = dates.length <= sharedDays && !look.isPaper;
  const width = isShared ? sharedWidth(room, dates.length) : sizes.slim;
  const grid = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: 1, column: dates.length - 1 });
  const activeColumn = useRef(active.column);
  activeColumn.current = active.column;
  const [inView, setInView] = useState({ first: 0, last: 0 });
  const [drawn, setDrawn] = useState({ first: 0, last: 0 });
  const rows: readonly (string | null)[] = useMemo(() => [null, ...instruments], [instruments]);
  const months = useMemo(() => monthsOf(dates), [dates]);
  const height = instruments.length * sizes.row;

  const drawTop = useCallback(
    (context: CanvasRenderingContext2D, days: DrawnDays, colours: Colours) => {
      drawDates(context, days, colours);
      drawStation(context, station, days, sizes.head, colours);
    },
    [station],
  );
  const drawRows = useCallback(
    (context: CanvasRenderingContext2D, days: DrawnDays, colours: Colours) =>
      drawInstruments(context, instruments, dayOf, days, 0, colours),
    [instruments, dayOf],
  );

  /** Moves the part above along, and draws a month before it comes into view. */
  const follow = useCallback(() => {
    const box = scroller.current;
    if (box === null || top.current === null) return;
    top.current.scrollLeft = box.scrollLeft;
    const { first, last } = columnsIn(box, width, dates.length, box.clientWidth / width / 2);
    const isNear = (month: (typeof months)[number]) =>
      month.first <= last && month.first + month.dates.length > first;
    setDrawn(sameSpan({ first: months.findIndex(isNear), last: months.findLastIndex(isNear) }));
  }, [width, dates.length, months]);
  const settle = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    follow();
    setInView(sameSpan(columnsIn(box, width, dates.length, overscan)));
  }, [follow, width, dates.length]);

  // Another span begins at its newest day.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box !== null) {
      setRoom(box.clientWidth);
      box.scrollLeft = box.scrollWidth;
    }
    setActive(({ row }) => ({ row, column: dates.length - 1 }));
  }, [dates.length]);
  useLayoutEffect(settle, [settle]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const moved = () => {
      follow();
      clearTimeout(timer);
      timer = setTimeout(settle, settledMs);
    };
    // A panel that opens beside it must not cover the day that it is about.
    const resized = new ResizeObserver(() => {
      setRoom(box.clientWidth);
      bringIntoView(box, activeColumn.current, width);
      moved();
    });
    resized.observe(box);
    box.addEventListener("scroll", moved, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener("scroll", moved);
      clearTimeout(timer);
    };
  }, [follow, settle, width]);

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
    const next = keyMoved(event.key, { row, column }, { row: rows.length - 1, column: dates.length - 1 });
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
  // The line of the station cannot be scrolled by itself: where the focus comes to, both are.
  const focused = ({ target }: FocusEvent) => {
    if (scroller.current === null || !(target instanceof HTMLElement) || !target.matches(":focus-visible"))
      return;
    if (target.dataset.column !== undefined)
      bringIntoView(scroller.current, Number(target.dataset.column), width);
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
  const near = months.slice(drawn.first, drawn.last + 1);
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
      onFocus={focused}
    >
      <div className={styles.corner} aria-hidden="true">
        {coverageText.station}
      </div>
      <div className={styles.top} ref={top}>
        <div className={styles.inside} style={{ width: dates.length * width, height: headHeight }}>
          <div
            role="row"
            tabIndex={-1}
            className={styles.row}
            style={{ left: inView.first * width, height: sizes.head }}
            aria-rowindex={1}
          >
            {columnsFrom(inView).map((index) => (
              <div
                key={index}
                role="columnheader"
                tabIndex={-1}
                style={{ width }}
                aria-colindex={index + 1}
                aria-label={dayName(dates[index])}
                title={dayName(dates[index])}
              />
            ))}
          </div>
          {rowOf(null, 0, sizes.head, sizes.station)}
          {near.map((month) => (
            <MonthDrawing
              key={month.first}
              month={month}
              width={width}
              height={headHeight}
              look={look}
              name={monthWords(month.dates[0] ?? "", month.dates.length * width)}
              draw={drawTop}
            />
          ))}
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
          {instruments.map((instrument, index) => rowOf(instrument, index + 1, index * sizes.row, sizes.row))}
          {near.map((month) => (
            <MonthDrawing
              key={month.first}
              month={month}
              width={width}
              height={height}
              look={look}
              draw={drawRows}
            />
          ))}
        </div>
      </div>
      <DayCard grid={grid} rows={rows} dates={dates} dayOf={dayOf} station={station} />
    </div>
  );
}

/** Whole pixels of a day where all of them fill the room, as far as they can still be told apart. */
function sharedWidth(room: number, count: number): number {
  return Math.min(sizes.widest, Math.max(sizes.numbered, Math.floor(room / count)));
}

function bringIntoView(box: HTMLElement, column: number, width: number): void {
  const [left, right] = [column * width, (column + 1) * width];
  if (left < box.scrollLeft) box.scrollLeft = left;
  if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
}

/** First and last column in view, with so many beside them. */
function columnsIn({ scrollLeft, clientWidth }: HTMLElement, width: number, count: number, beside: number) {
  return {
    first: Math.max(0, Math.floor(scrollLeft / width - beside)),
    last: Math.min(count - 1, Math.ceil((scrollLeft + clientWidth) / width + beside)),
  };
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** For a setter: the same span is not another one. */
function sameSpan(now: Span): (before: Span) => Span {
  return (before) => (before.first === now.first && before.last === now.last ? before : now);
}
