import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Month, monthsOf } from "#renderer/model/coverage-model.ts";
import { sizes } from "./coverage-draw.ts";
import type { GridSpan } from "./grid-row.tsx";

export interface GridScroll {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The part above, which follows. */
  readonly top: RefObject<HTMLDivElement | null>;
  /** CSS pixels of a day. */
  readonly width: number;
  /** Columns that have cells. */
  readonly inView: GridSpan;
  /** Months that are drawn. */
  readonly near: readonly Month[];
  /** Scrolls as far as it takes to show a column. */
  readonly bring: (column: number) => void;
  /** Gives the columns in view their cells. */
  readonly settle: () => void;
}

/** Up to so many days share the width of the page among them. */
const sharedDays = 45;
/** Cells beside those in view. */
const overscan = 8;
const settledMs = 100;

/** Scrolling of the grid: the part above and the drawings follow at once, the cells when it stands still. `active` is the column that stays in view. */
export function useGridScroll(dates: readonly string[], isPaper: boolean, active: number): GridScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  // How wide the paper is nobody tells: slim columns of 35 days fit on A4.
  const isShared = dates.length <= sharedDays && !isPaper;
  const width = isShared ? sharedWidth(room, dates.length) : sizes.slim;
  const activeColumn = useRef(active);
  activeColumn.current = active;
  const [inView, setInView] = useState<GridSpan>({ first: 0, last: 0 });
  const [drawn, setDrawn] = useState<GridSpan>({ first: 0, last: 0 });
  const months = useMemo(() => monthsOf(dates), [dates]);

  const bring = useCallback(
    (column: number) => {
      const box = scroller.current;
      if (box === null) return;
      const [left, right] = [column * width, (column + 1) * width];
      if (left < box.scrollLeft) box.scrollLeft = left;
      if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
    },
    [width],
  );
  /** Moves the part above along, and draws a month before it comes into view. */
  const follow = useCallback(() => {
    const box = scroller.current;
    if (box === null || top.current === null) return;
    top.current.scrollLeft = box.scrollLeft;
    const { first, last } = columnsIn(box, width, dates.length, box.clientWidth / width / 2);
    const isNear = (month: Month) => month.first <= last && month.first + month.dates.length > first;
    setDrawn(sameSpan({ first: months.findIndex(isNear), last: months.findLastIndex(isNear) }));
  }, [width, dates.length, months]);
  const settle = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    follow();
    setInView(sameSpan(columnsIn(box, width, dates.length, overscan)));
  }, [follow, width, dates.length]);

  // Another span begins at its newest day.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is that of a span
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    setRoom(box.clientWidth);
    box.scrollLeft = box.scrollWidth;
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
      bring(activeColumn.current);
      moved();
    });
    resized.observe(box);
    box.addEventListener("scroll", moved, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener("scroll", moved);
      clearTimeout(timer);
    };
  }, [follow, settle, bring]);
  return { scroller, top, width, inView, near: months.slice(drawn.first, drawn.last + 1), bring, settle };
}

/** Whole pixels of a day where all of them fill the room, as far as they can still be told apart. */
function sharedWidth(room: number, count: number): number {
  return Math.min(sizes.widest, Math.max(sizes.numbered, Math.floor(room / count)));
}

/** First and last column in view, with so many beside them. */
function columnsIn(
  { scrollLeft, clientWidth }: HTMLElement,
  width: number,
  count: number,
  beside: number,
): GridSpan {
  return {
    first: Math.max(0, Math.floor(scrollLeft / width - beside)),
    last: Math.min(count - 1, Math.ceil((scrollLeft + clientWidth) / width + beside)),
  };
}

/** For a setter: the same span is not another one. */
function sameSpan(now: GridSpan): (before: GridSpan) => GridSpan {
  return (before) => (before.first === now.first && before.last === now.last ? before : now);
}
