import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { Icon } from "./icon.tsx";
import type { KeySteps } from "./strip-keys.ts";
import { type RowNames, useKeptPlaces } from "./use-kept-places.ts";
import type { Column, Sorting } from "./virtual-columns.ts";
import { type RowLooks, VirtualRow } from "./virtual-row.tsx";
import styles from "./virtual-rows.module.css";

interface VirtualRowsProps<Item> extends RowLooks<Item> {
  /** Name of the list, for screen readers. */
  readonly label: string;
  readonly rowCount: number;
  /** Content of a row, the same object as long as it is the same; undefined where it is not there yet: a bar is in its place. */
  readonly itemOf: (row: number) => Item | undefined;
  /** Stable name of a row; its number where the row is not loaded yet. Keep it the same function while nothing changes. */
  readonly keyOf: (row: number) => string;
  /** The row whose details are open; null where none is. */
  readonly selected: number | null;
  readonly onSelect: (row: number) => void;
  readonly sorting?: Sorting | null;
  readonly onSort?: (columnId: string) => void;
  /** Rows that are in view now, both included; for lists that are loaded in parts. */
  readonly onInView?: (first: number, last: number) => void;
  readonly rowHeight?: number;
  /** New rows come in front of the others: what is being read keeps its place on the screen then. */
  readonly growsAtTop?: boolean;
  /** A row that is brought into view when it becomes another one; null leaves the list where it is. */
  readonly brought?: number | null;
  /** A row that cannot be selected, such as a header between others. */
  readonly isSkipped?: (row: number) => boolean;
  /** Names of rows that stay theirs when they move: the first row in view stays where it is then, unless the list is at its top. */
  readonly anchor?: RowNames;
  /** Keys of the list's own; true for one that was taken. */
  readonly onKey?: (event: KeyboardEvent<HTMLElement>) => boolean;
}

/** Height of the header, which stays in view above the rows. */
const headerHeight = 32;

/**
 * A dense table of any length: only the rows in view are in the page. The whole row is the target; ↑ ↓ Page Up,
 * Page Down, Home and End move the selection, → and ← the focus within its row.
 */
export function VirtualRows<Item>(props: VirtualRowsProps<Item>) {
  const { label, columns, rowCount, itemOf, keyOf, selected, onSelect, onInView, rowHeight = 34 } = props;
  const { growsAtTop = false, brought = null, anchor, onKey } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 12,
    // The header lies over the first rows of the scrolled part.
    scrollPaddingEnd: headerHeight,
  });
  const items = rows.getVirtualItems();
  const first = rows.range?.startIndex ?? 0;
  const last = rows.range?.endIndex ?? 0;
  useEffect(() => {
    onInView?.(first, last);
  }, [onInView, first, last]);

  useTopGrowth(scroller, growsAtTop, rowCount, rowHeight);
  useKeptPlaces(anchor, scroller, rowHeight, { first, last, offset: rows.scrollOffset ?? 0 }, (row) =>
    document.getElementById(rowId(label, row)),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list moves for another row, not for another drawing
  useEffect(() => {
    if (brought !== null) rows.scrollToIndex(brought);
  }, [brought]);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    // Menus and questions that a cell opens lie elsewhere in the document; their keys are theirs.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    if (onKey?.(event) === true) return event.preventDefault();
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 340) / rowHeight) - 2);
    const step = rowKeys(page)[event.key];
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    const pane = scroller.current;
    if (pane === null || rowCount === 0 || isShortcut || isTyping(event.target)) return;
    const row = selected === null ? null : document.getElementById(rowId(label, selected));
    if (focusAside(row, pane, event.key)) return event.preventDefault();
    if (step === undefined) return;
    event.preventDefault();
    const next = rowAfter(step, props);
    if (next === null) return;
    onSelect(next);
    rows.scrollToIndex(next);
    pane.focus({ preventScroll: true });
  };

  const template = columns.map(({ track }) => track).join(" ");
  const tracks = useMemo(() => ({ gridTemplateColumns: template }), [template]);
  return (
    <div className={`${styles.table} clips surface fills`}>
      <div
        className={`${styles.scroller} scrolls`}
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length}
        tabIndex={0}
        onKeyDown={move}
        aria-activedescendant={selected === null ? undefined : rowId(label, selected)}
      >
        <div className={styles.wide}>
          <VirtualHeader
            columns={columns}
            sorting={props.sorting ?? null}
            onSort={props.onSort}
            tracks={tracks}
          />
          <div className="holds" style={{ height: rows.getTotalSize() }} role="rowgroup">
            {items.map(({ index, key, start }, n) => {
              const item = itemOf(index);
              return (
                <VirtualRow
                  // A bar is any other row's, too: a fast scroll moves the same few.
                  key={item === undefined ? `bar ${n}` : key}
                  id={rowId(label, index)}
                  index={index}
                  item={item}
                  start={start}
                  height={rowHeight}
                  tracks={tracks}
                  columns={columns}
                  isSelected={index === selected}
                  onSelect={onSelect}
                  renderCell={props.renderCell}
                  titleOf={props.titleOf}
                  separatorOf={props.separatorOf}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Keeps the rows that are being read in their place on the screen when others come in above them. */
function useTopGrowth(
  scroller: RefObject<HTMLElement | null>,
  growsAtTop: boolean,
  rowCount: number,
  rowHeight: number,
) {
  const countBefore = useRef(rowCount);
  useLayoutEffect(() => {
    const added = rowCount - countBefore.current;
    countBefore.current = rowCount;
    const pane = scroller.current;
    if (growsAtTop && added > 0 && pane !== null && pane.scrollTop > 0) pane.scrollTop += added * rowHeight;
  }, [scroller, rowCount, growsAtTop, rowHeight]);
}

/** By → and ←, from the table to what can be pressed in its selected row, on to the next, and back. False where there is no other. */
function focusAside(row: HTMLElement | null, pane: HTMLElement, key: string): boolean {
  if (row === null || (key !== "ArrowRight" && key !== "ArrowLeft")) return false;
  const parts: readonly Element[] = [pane, ...row.querySelectorAll("[href], button, input")];
  const at = Math.max(0, parts.indexOf(document.activeElement ?? pane));
  const next = parts[at + (key === "ArrowRight" ? 1 : -1)];
  if (next instanceof HTMLElement) next.focus();
  return next !== undefined;
}

/** Tells whether text is typed there: letters are text then. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== "checkbox";
}

/** Rows by which keys lead on; `page` is how many of them are in view. */
function rowKeys(page: number): KeySteps {
  return {
    ArrowDown: 1,
    j: 1,
    ArrowUp: -1,
    k: -1,
    PageDown: page,
    PageUp: -page,
    Home: -Infinity,
    End: Infinity,
  };
}

type Steps = Pick<VirtualRowsProps<unknown>, "rowCount" | "selected" | "isSkipped">;

/** The row a step away from the selected one; from there on the next that can be selected, else one before it; null where none can. */
function rowAfter(step: number, { rowCount, selected, isSkipped }: Steps): number | null {
  const from = selected ?? (step > 0 ? -1 : rowCount);
  const to = Math.min(rowCount - 1, Math.max(0, from + step));
  for (const direction of [Math.sign(step), -Math.sign(step)])
    for (let at = to; at >= 0 && at < rowCount; at += direction) if (isSkipped?.(at) !== true) return at;
  return null;
}

function rowId(label: string, row: number): string {
  return `${label.replaceAll(/\W+/g, "-")}-${row}`;
}

interface VirtualHeaderProps {
  readonly columns: readonly Column[];
  readonly sorting: Sorting | null;
  readonly onSort: ((columnId: string) => void) | undefined;
  readonly tracks: CSSProperties;
}

/** The row of headers; those that can sort are buttons. */
function VirtualHeader({ columns, sorting, onSort, tracks }: VirtualHeaderProps) {
  return (
    <div className={styles.header} role="rowgroup">
      <div
        className={`${styles.headerRow} strong text-small muted`}
        style={tracks}
        role="row"
        tabIndex={-1}
        aria-rowindex={1}
      >
        {columns.map(({ id, header, isNumber, canSort, hidesHeader }) => {
          const isSorted = sorting?.columnId === id;
          const order = isSorted ? (sorting.isDescending ? "descending" : "ascending") : "none";
          return (
            <div
              key={id}
              className={`clipped shrinks ${isNumber ? "text-right numbers" : ""}`}
              role="columnheader"
              tabIndex={-1}
              {...(canSort === true ? { "aria-sort": order } : {})}
            >
              {canSort === true ? (
                <button
                  type="button"
                  className={`${styles.sort} bare inline gap-4`}
                  onClick={() => onSort?.(id)}
                >
                  {header}
                  {isSorted ? <Icon name={sorting.isDescending ? "down" : "up"} size={12} /> : null}
                </button>
              ) : hidesHeader === true ? (
                <span className="said">{header}</span>
              ) : (
                header
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
