import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from "react";
import { placeAfter, stripKeys } from "#renderer/components/strip-keys.ts";
import type { GridCell, InstrumentDay } from "./grid-row.tsx";
import type { GridScroll } from "./use-grid-scroll.ts";

const columnKeys = { ...stripKeys, PageUp: -30, PageDown: 30 };
const rowKeys = { ArrowUp: -1, ArrowDown: 1 };

interface ActiveCellOf {
  readonly grid: RefObject<HTMLElement | null>;
  /** Null is the station. */
  readonly rows: readonly (string | null)[];
  readonly dates: readonly string[];
  readonly opened: InstrumentDay | null;
  readonly scroll: GridScroll;
  readonly active: GridCell;
  readonly setActive: (cell: GridCell) => void;
}

/** The cell that Tab reaches (WAI-ARIA, "Grid"): keys lead from it to others, which are scrolled into view; a day that opens takes its place. */
export function useActiveCell({ grid, rows, dates, opened, scroll, active, setActive }: ActiveCellOf) {
  const { bring, settle } = scroll;
  const last = { row: rows.length - 1, column: dates.length - 1 };
  const row = Math.min(active.row, last.row);
  const column = Math.min(active.column, last.column);
  const openRow = opened === null ? -1 : rows.indexOf(opened.instrument);
  const openColumn = opened === null ? -1 : dates.indexOf(opened.date);

  // The day that is open is in view, also above a panel that lies below.
  useLayoutEffect(() => {
    if (openRow < 0 || openColumn < 0) return;
    setActive({ row: openRow, column: openColumn });
    bring(openColumn);
    settle();
    requestAnimationFrame(() =>
      grid.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" }),
    );
  }, [openRow, openColumn, grid, setActive, bring, settle]);

  return {
    row,
    column,
    openRow,
    openColumn,
    onKeyDown(event: KeyboardEvent) {
      const toRow = placeAfter(event.key, row, last.row, rowKeys);
      const toColumn = placeAfter(event.key, column, last.column, columnKeys);
      if (toRow === null && toColumn === null) return;
      event.preventDefault();
      bring(toColumn ?? column);
      setActive({ row: toRow ?? row, column: toColumn ?? column });
      settle();
      requestAnimationFrame(() => {
        const cell = grid.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
        cell?.focus({ preventScroll: true });
        cell?.scrollIntoView({ block: "nearest" });
      });
    },
    // The line of the station cannot be scrolled by itself: where the focus comes to, both are.
    onFocus({ target }: FocusEvent) {
      if (!(target instanceof HTMLElement) || !target.matches(":focus-visible")) return;
      if (target.dataset.column !== undefined) bring(Number(target.dataset.column));
    },
  };
}
