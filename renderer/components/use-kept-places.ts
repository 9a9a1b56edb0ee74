import { type RefObject, useLayoutEffect, useRef } from "react";

/** Names of rows that stay theirs when they move. */
export interface RowNames {
  /** Null for a row that has none. */
  readonly nameOf: (row: number) => string | null;
  /** Null where no row has the name. */
  readonly rowOf: (name: string) => number | null;
}

interface Places {
  readonly names: RowNames;
  /** Rows in view, both included. */
  readonly first: number;
  readonly last: number;
  /** CSS pixels. */
  readonly scrollTop: number;
  /** The same, as it was told last. */
  readonly offset: number;
}

/**
 * Keeps the first row in view where it is on the screen when rows come and go above it, unless the list is at its top. `offset`
 * is how far the list is scrolled as far as the last event tells: asking each time would have the browser lay out the page.
 * All others that stay in view slide to their new places, unless somebody scrolls: see `virtual-rows.module.css`.
 */
export function useKeptPlaces(
  names: RowNames | undefined,
  scroller: RefObject<HTMLDivElement | null>,
  rowHeight: number,
  { first, last, offset }: Pick<Places, "first" | "last" | "offset">,
  elementOf: (row: number) => HTMLElement | null,
) {
  const held = useRef<Places | null>(null);
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (pane === null || names === undefined) return;
    const before = held.current;
    if (before?.names === names) {
      const scrollTop = offset === before.offset ? before.scrollTop : offset;
      held.current = { names, first, last, scrollTop, offset };
      return;
    }
    if (before !== null) {
      const isScrolled = pane.scrollTop !== before.scrollTop;
      const moved = pane.scrollTop > 0 ? movedBy(before, names, rowHeight) : 0;
      if (moved !== 0) pane.scrollTop += moved;
      if (!isScrolled)
        for (const [row, rows] of stepsOf(before, { names, first, last }))
          slide(elementOf(row), moved - rows * rowHeight);
    }
    held.current = { names, first, last, scrollTop: pane.scrollTop, offset };
  });
}

/** By how many CSS pixels the first whole row has moved. */
function movedBy({ names, scrollTop }: Places, now: RowNames, rowHeight: number): number {
  const top = Math.ceil(scrollTop / rowHeight);
  const name = names.nameOf(top);
  const row = name === null ? null : now.rowOf(name);
  return row === null ? 0 : (row - top) * rowHeight;
}

/** The rows that were and are in view, with the number of rows by which each has moved down. */
function* stepsOf(
  before: Places,
  { names, first, last }: Omit<Places, "scrollTop" | "offset">,
): Generator<[number, number]> {
  const rowBefore = new Map<string, number>();
  for (let row = before.first; row <= before.last; row += 1) {
    const name = before.names.nameOf(row);
    if (name !== null) rowBefore.set(name, row);
  }
  for (let row = first; row <= last; row += 1) {
    const name = names.nameOf(row);
    const was = name === null ? undefined : rowBefore.get(name);
    if (was !== undefined) yield [row, row - was];
  }
}

/** From so many CSS pixels below its place; one that slides already begins again. */
function slide(element: HTMLElement | null, fromPx: number) {
  if (element === null || fromPx === 0) return;
  element.style.setProperty("--slides-from", `${fromPx}px`);
  element.dataset.slides = element.dataset.slides === "once" ? "again" : "once";
}
