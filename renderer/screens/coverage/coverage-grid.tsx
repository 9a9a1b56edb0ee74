import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNow } from "#renderer/components/use-now.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";
import { coloursOf, drawDate, drawDay, sizes } from "./coverage-draw.ts";
import type { CoverageDay } from "./coverage-model.ts";
import { dayWords } from "./coverage-words.ts";
import { moved } from "./grid-keys.ts";

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
/** Cells beside those in view. */
const overscan = 8;
const settledMs = 100;

/**
 * Instruments below each other, days beside each other, the newest at the right. What is in view is one drawing, which
 * follows the scrolling; the cells over it, for pointer, keys and readers by ear, follow when it stands still.
 */
export function CoverageGrid({ instruments, dates, dayOf, opened, onOpen }: CoverageGridProps) {
  const nowMs = useNow();
  const width = dates.length <= wideDays ? sizes.wide : sizes.slim;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [active, setActive] = useState({ row: 0, column: dates.length - 1 });
  const activeColumn = useRef(active.column);
  activeColumn.current = active.column;
  const [inView, setInView] = useState({ first: 0, last: 0 });
  const height = sizes.head + instruments.length * sizes.row;

  const draw = useCallback(() => {
    const [box, drawing] = [scroller.current, canvas.current];
    const context = drawing?.getContext("2d");
    if (box === null || drawing === null || !context) return;
    const [shown, ratio] = [box.clientWidth, window.devicePixelRatio];
    if (drawing.width !== Math.round(shown * ratio)) drawing.width = Math.round(shown * ratio);
    if (drawing.height !== Math.round(height * ratio)) drawing.height = Math.round(height * ratio);
    drawing.style.width = `${shown}px`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, shown, height);
    const colours = coloursOf(drawing);
    const { first, last } = columnsIn(box, width, dates.length);
    for (let column = first; column <= last; column++) {
      const date = dates[column] ?? "";
      const x = column * width - box.scrollLeft;
      drawDate(context, date, x, width, colours);
      for (const [row, instrument] of instruments.entries()) {
        const day = dayOf({ instrument, date });
        if (day !== undefined) drawDay(context, day, x, sizes.head + row * sizes.row, width, colours);
      }
    }
  }, [instruments, dates, dayOf, width, height]);

  const settle = useCallback(() => {
    const box = scroller.current;
    if (box !== null) setInView(columnsIn(box, width, dates.length));
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

  const row = Math.min(active.row, instruments.length - 1);
  const column = Math.min(active.column, dates.length - 1);
  const move = (event: KeyboardEvent) => {
    const next = moved(event.key, { row, column }, { row: instruments.length - 1, column: dates.length - 1 });
    const box = scroller.current;
    if (next === null || box === null) return;
    event.preventDefault();
    bringIntoView(box, next.column, width);
    setActive(next);
    settle();
    requestAnimationFrame(() => box.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus());
  };
  const columns = Array.from({ length: inView.last - inView.first + 1 }, (_, n) => inView.first + n);
  return (
    <div
      className={`${styles.grid} surface`}
      role="grid"
      aria-label={coverageText.grid}
      aria-rowcount={instruments.length + 1}
      aria-colcount={dates.length}
      tabIndex={-1}
      onKeyDown={move}
    >
      <div className={styles.names} aria-hidden="true">
        <div className={styles.corner} />
        {instruments.map((name) => (
          <div key={name} className={`${styles.rowName} clipped`} title={name}>
            {name}
          </div>
        ))}
      </div>
      <div className={styles.scroller} ref={scroller}>
        <div className={styles.inside} style={{ width: dates.length * width, height }}>
          <div className={styles.drawing} aria-hidden="true">
            <canvas ref={canvas} style={{ height }} />
          </div>
          <div role="row" tabIndex={-1} className={styles.head} aria-rowindex={1}>
            {columns.map((index) => (
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
          {instruments.map((instrument, rowIndex) => (
            <div
              key={instrument}
              role="row"
              tabIndex={-1}
              className={styles.row}
              style={{ top: sizes.head + rowIndex * sizes.row }}
              aria-rowindex={rowIndex + 2}
              aria-label={instrument}
            >
              {columns.map((index) => {
                const date = dates[index] ?? "";
                const day = dayOf({ instrument, date });
                const words = day === undefined ? coverageText.day(instrument, date) : dayWords(day, nowMs);
                return (
                  <div
                    key={index}
                    role="gridcell"
                    className={styles.cell}
                    style={{ left: index * width, width }}
                    tabIndex={row === rowIndex && column === index ? 0 : -1}
                    aria-colindex={index + 1}
                    aria-label={words}
                    aria-selected={opened?.instrument === instrument && opened.date === date}
                    title={words}
                    onClick={() => {
                      setActive({ row: rowIndex, column: index });
                      onOpen({ instrument, date });
                    }}
                    onKeyDown={(event) => {
                      if (event.key !== "Enter" && event.key !== " ") return;
                      event.preventDefault();
                      onOpen({ instrument, date });
                    }}
                  />
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
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
