import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { dateText } from "#base/text.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import { useNow } from "#renderer/components/use-now.ts";
import { dueShareOf, type Month, type ShownDay } from "#renderer/model/coverage-model.ts";
import { monthWords } from "#renderer/model/coverage-words.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";
import { drawDates, drawInstruments, drawStation, sizes } from "./coverage-draw.ts";
import { DayCard } from "./day-card.tsx";
import { columnsFrom, type GridCell, type GridPlace, GridRow, type InstrumentDay } from "./grid-row.tsx";
import { type Drawing, type DrawingLook, MonthDrawing, useLook } from "./month-drawing.tsx";
import { PercentWords } from "./percent-words.tsx";
import type { StationDays } from "./station-days.ts";
import { useActiveCell } from "./use-active-cell.ts";
import { type GridScroll, useGridScroll } from "./use-grid-scroll.ts";

interface CoverageGridProps {
  readonly instruments: readonly string[];
  /** Oldest first. */
  readonly dates: readonly string[];
  readonly dayOf: (place: InstrumentDay) => ShownDay | undefined;
  readonly station: StationDays;
  readonly opened: InstrumentDay | null;
  readonly onOpen: (place: GridPlace) => void;
}

/** CSS pixels that a month takes with its share. */
const shareRoom = 120;
const headHeight = sizes.head + sizes.station;

/**
 * The station and its instruments below each other, days beside each other, the newest at the right. Each month is a drawing
 * that is made once and moves with the scrolling; the cells over it, for pointer, keys and screen readers, follow when it
 * stands still. So scrolling paints nothing again.
 */
export function CoverageGrid({ instruments, dates, dayOf, station, opened, onOpen }: CoverageGridProps) {
  const minuteMs = Math.floor(useNow() / 60_000) * 60_000;
  const look = useLook();
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<GridCell>({ row: 1, column: dates.length - 1 });
  const rows: readonly (string | null)[] = useMemo(() => [null, ...instruments], [instruments]);
  useLayoutEffect(() => setActive(({ row }) => ({ row, column: dates.length - 1 })), [dates.length]);
  const scroll = useGridScroll(dates, look.isPaper, active.column);
  const cell = useActiveCell({ grid, rows, dates, opened, scroll, active, setActive });
  const drawTop = useCallback<Drawing>(
    (context, days, colours) => {
      drawDates(context, days, colours);
      drawStation(context, station, days, sizes.head, colours);
    },
    [station],
  );
  const drawRows = useCallback<Drawing>(
    (context, days, colours) => drawInstruments(context, instruments, dayOf, days, 0, colours),
    [instruments, dayOf],
  );
  const nameOf = useCallback(
    ({ dates: own }: Month) => {
      const room = own.length * scroll.width;
      const words = monthWords(own[0] ?? "", room);
      if (room < shareRoom) return words;
      const { percent } = dueShareOf(
        instruments.flatMap((instrument) => own.flatMap((date) => dayOf({ instrument, date }) ?? [])),
      );
      return percent === null ? words : `${words} · ${coverageText.percent(percent)}`;
    },
    [instruments, dayOf, scroll.width],
  );
  const open = useCallback(
    (place: GridPlace, at: GridCell) => {
      setActive(at);
      onOpen(place);
    },
    [onOpen],
  );
  const rowOf = (index: number, top: number, tall: number) => (
    <GridRow
      key={rows[index] ?? ""}
      instrument={rows[index] ?? null}
      index={index}
      top={top}
      height={tall}
      dates={dates}
      dayOf={dayOf}
      station={station}
      first={scroll.inView.first}
      last={scroll.inView.last}
      width={scroll.width}
      activeColumn={cell.row === index ? cell.column : -1}
      openColumn={cell.openRow === index ? cell.openColumn : -1}
      minuteMs={minuteMs}
      onOpen={open}
    />
  );
  return (
    <div
      className={`${styles.grid} shrinks surface`}
      role="grid"
      ref={grid}
      aria-label={coverageText.grid}
      aria-rowcount={rows.length + 1}
      aria-colcount={dates.length}
      tabIndex={-1}
      onKeyDown={cell.onKeyDown}
      onFocus={cell.onFocus}
    >
      <div className={`${styles.corner} muted`} aria-hidden="true">
        {coverageText.station}
      </div>
      <div className={`${styles.top} clips shrinks`} ref={scroll.top}>
        <Drawn dates={dates} scroll={scroll} height={headHeight} look={look} draw={drawTop} nameOf={nameOf}>
          <DateRow dates={dates} scroll={scroll} minuteMs={minuteMs} />
          {rowOf(0, sizes.head, sizes.station)}
        </Drawn>
      </div>
      <InstrumentNames instruments={instruments} dates={dates} dayOf={dayOf} />
      <div className={`${styles.scroller} shrinks`} ref={scroll.scroller}>
        <Drawn
          dates={dates}
          scroll={scroll}
          height={instruments.length * sizes.row}
          look={look}
          draw={drawRows}
        >
          {instruments.map((_, index) => rowOf(index + 1, index * sizes.row, sizes.row))}
        </Drawn>
      </div>
      <DayCard grid={grid} rows={rows} dates={dates} dayOf={dayOf} station={station} />
    </div>
  );
}

interface ScrolledProps {
  readonly dates: readonly string[];
  readonly scroll: GridScroll;
}

interface DrawnProps extends ScrolledProps {
  readonly height: number;
  readonly look: DrawingLook;
  readonly draw: Drawing;
  /** Words above the drawing of a month; null: none. */
  readonly nameOf?: ((month: Month) => string) | null;
  readonly children: ReactNode;
}

/** Rows, and the drawings of the months that lie below them. */
function Drawn({ dates, scroll, height, look, draw, nameOf = null, children }: DrawnProps) {
  const { width, near } = scroll;
  return (
    <div className="holds" style={{ width: dates.length * width, height }}>
      {children}
      {near.map((month) => (
        <MonthDrawing
          key={month.first}
          month={month}
          width={width}
          height={height}
          look={look}
          name={nameOf?.(month) ?? null}
          draw={draw}
        />
      ))}
    </div>
  );
}

function DateRow({ dates, scroll, minuteMs }: ScrolledProps & { readonly minuteMs: number }) {
  const { inView, width } = scroll;
  // A column of the span before may be in view for a moment.
  const dayName = (date: string | undefined) => (date === undefined ? "" : dateText(date, minuteMs));
  return (
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
  );
}

function InstrumentNames({
  instruments,
  dates,
  dayOf,
}: Pick<CoverageGridProps, "instruments" | "dates" | "dayOf">) {
  return (
    <div className={styles.names} role="rowgroup">
      {instruments.map((name, index) => (
        <div key={name} role="row" tabIndex={-1} className={styles.rowName} aria-rowindex={index + 3}>
          <span className="row grows" role="rowheader" tabIndex={-1}>
            <Link className="quiet-link clipped grows" to={instrumentRoute(name)} title={name}>
              {name}
            </Link>
            <PercentWords days={dates.flatMap((date) => dayOf({ instrument: name, date }) ?? [])} />
          </span>
        </div>
      ))}
    </div>
  );
}
