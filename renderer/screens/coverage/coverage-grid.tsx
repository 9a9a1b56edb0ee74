import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNow } from "#renderer/components/use-now.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";
import type { CoverageDay } from "./coverage-model.ts";
import { dayWords, shortDate } from "./coverage-words.ts";
import { DayBars } from "./day-cell.tsx";

/** A place in the grid. */
export interface Place {
  readonly instrument: string;
  readonly date: string;
}

interface CoverageGridProps {
  readonly instruments: readonly string[];
  /** Oldest first. */
  readonly dates: readonly string[];
  readonly dayOf: (place: Place) => CoverageDay | undefined;
  readonly opened: Place | null;
  readonly onOpen: (place: Place) => void;
}

/** Up to so many days are drawn wide. */
const wideDays = 45;
const [wide, slim] = [26, 15];

/** Instruments below each other, days beside each other, the newest at the right; only the columns in view are drawn. */
export function CoverageGrid({ instruments, dates, dayOf, opened, onOpen }: CoverageGridProps) {
  const nowMs = useNow();
  const width = dates.length <= wideDays ? wide : slim;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: 0, column: dates.length - 1 });
  const columns = useVirtualizer({
    horizontal: true,
    count: dates.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => width,
    overscan: 12,
    initialOffset: dates.length * width,
  });
  const { scrollToIndex, measure } = columns;
  // Another span begins at its newest day.
  useEffect(() => {
    measure();
    scrollToIndex(dates.length - 1);
    setActive(({ row }) => ({ row, column: dates.length - 1 }));
  }, [dates.length, measure, scrollToIndex]);

  const row = Math.min(active.row, instruments.length - 1);
  const column = Math.min(active.column, dates.length - 1);
  const move = (event: KeyboardEvent) => {
    const steps = moves(event.key, row, column, instruments.length - 1, dates.length - 1);
    if (steps === null) return;
    event.preventDefault();
    setActive(steps);
    scrollToIndex(steps.column);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  };
  const shown = columns.getVirtualItems();
  return (
    <div
      className={`${styles.grid} surface`}
      role="grid"
      aria-label={coverageText.grid}
      aria-rowcount={instruments.length + 1}
      aria-colcount={dates.length + 1}
      tabIndex={-1}
      onKeyDown={move}
    >
      <div className={styles.names}>
        <div className={styles.corner} />
        {instruments.map((name) => (
          <div key={name} className={`${styles.rowName} clipped`} title={name}>
            {name}
          </div>
        ))}
      </div>
      <div className={styles.scroller} ref={scroller}>
        <div className={styles.inside} style={{ width: columns.getTotalSize() }}>
          <div role="row" tabIndex={-1} className={styles.head} aria-rowindex={1}>
            {shown.map(({ index, start }) => (
              <DateHead
                key={index}
                date={dates[index] ?? ""}
                index={index}
                left={start}
                isWide={width === wide}
              />
            ))}
          </div>
          {instruments.map((instrument, rowIndex) => (
            <div
              key={instrument}
              role="row"
              tabIndex={-1}
              className={styles.row}
              aria-rowindex={rowIndex + 2}
              aria-label={instrument}
            >
              {shown.map(({ index, start }) => {
                const date = dates[index] ?? "";
                const day = dayOf({ instrument, date });
                const isActive = row === rowIndex && column === index;
                const words = day === undefined ? coverageText.day(instrument, date) : dayWords(day, nowMs);
                return (
                  <div
                    key={index}
                    role="gridcell"
                    className={styles.cell}
                    style={{ left: start, width }}
                    tabIndex={isActive ? 0 : -1}
                    aria-colindex={index + 2}
                    aria-label={words}
                    aria-selected={opened?.instrument === instrument && opened.date === date}
                    title={words}
                    data-date={date}
                    onClick={() => {
                      setActive({ row: rowIndex, column: index });
                      onOpen({ instrument, date });
                    }}
                    onKeyDown={(event) => {
                      if (event.key !== "Enter" && event.key !== " ") return;
                      event.preventDefault();
                      onOpen({ instrument, date });
                    }}
                  >
                    {day === undefined ? null : <DayBars day={day} width={width} />}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

interface DateHeadProps {
  readonly date: string;
  readonly index: number;
  readonly left: number;
  readonly isWide: boolean;
}

/** The day of the month; the month where it begins. Slim columns show each Monday. */
function DateHead({ date, index, left, isWide }: DateHeadProps) {
  const { day, month } = shortDate(date);
  const isMonday = new Date(`${date}T00:00:00Z`).getUTCDay() === 1;
  return (
    <div
      role="columnheader"
      tabIndex={-1}
      className={styles.date}
      style={{ left, width: isWide ? wide : slim }}
      aria-colindex={index + 2}
      aria-label={date}
      title={date}
    >
      <span className={styles.month}>{day === "1" ? month : ""}</span>
      <span className={`${styles.dayNumber} numbers`}>{isWide || isMonday ? day : ""}</span>
    </div>
  );
}

/** Where a key leads; null for a key that leads nowhere. */
function moves(key: string, row: number, column: number, lastRow: number, lastColumn: number) {
  const at = (toRow: number, toColumn: number) => ({
    row: Math.min(lastRow, Math.max(0, toRow)),
    column: Math.min(lastColumn, Math.max(0, toColumn)),
  });
  switch (key) {
    case "ArrowLeft":
      return at(row, column - 1);
    case "ArrowRight":
      return at(row, column + 1);
    case "ArrowUp":
      return at(row - 1, column);
    case "ArrowDown":
      return at(row + 1, column);
    case "Home":
      return at(row, 0);
    case "End":
      return at(row, lastColumn);
    case "PageUp":
      return at(row, column - 30);
    case "PageDown":
      return at(row, column + 30);
    default:
      return null;
  }
}
