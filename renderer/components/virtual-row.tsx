import { type CSSProperties, memo, type ReactNode } from "react";
import type { Column } from "./virtual-columns.ts";
import styles from "./virtual-rows.module.css";

/** Content of the rows of a table. A row is drawn again only for another item, or when one of the functions is another. */
export interface RowLooks<Item> {
  readonly columns: readonly Column[];
  readonly renderCell: (item: Item, columnId: string, row: number) => ReactNode;
  /** Said of a cell on hover. */
  readonly titleOf?: ((item: Item, columnId: string) => string | undefined) | undefined;
  /** Content that spans the whole table in place of a row, such as a day; null for an ordinary row. */
  readonly separatorOf?: ((item: Item) => ReactNode) | undefined;
}

interface RowProps<Item> extends RowLooks<Item> {
  readonly id: string;
  readonly index: number;
  /** Undefined where it is not there yet. */
  readonly item: Item | undefined;
  readonly start: number;
  readonly height: number;
  readonly tracks: CSSProperties;
  readonly isSelected: boolean;
  readonly onSelect: (row: number) => void;
}

/** A row in view. It is left alone while the table scrolls past it. */
export const VirtualRow = memo(Row) as typeof Row;

function Row<Item>(props: RowProps<Item>) {
  const { id, index, item, start, height, tracks, columns, isSelected, onSelect, renderCell, titleOf } =
    props;
  const place = { height, transform: `translateY(${start}px)` };
  // A single cell instead of all: a fast scroll passes thousands of such rows, and each frame makes them again.
  if (item === undefined)
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys for all its rows
      <div
        id={id}
        className={`${styles.pending} choosable pad`}
        role="row"
        tabIndex={-1}
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        aria-busy
        style={place}
        onClick={() => onSelect(index)}
      >
        <div className={`${styles.bar} ghost`} role="gridcell" tabIndex={-1} aria-colspan={columns.length} />
      </div>
    );
  const separator = props.separatorOf?.(item) ?? null;
  if (separator !== null)
    return (
      <div
        id={id}
        className={`${styles.separator} ends text-small muted strong`}
        role="row"
        aria-rowindex={index + 2}
        tabIndex={-1}
        style={place}
      >
        <div role="gridcell" tabIndex={-1} aria-colspan={columns.length}>
          {separator}
        </div>
      </div>
    );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys for all its rows
    <div
      id={id}
      className={`${styles.row} choosable`}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      style={{ ...tracks, ...place }}
      onClick={({ currentTarget, target }) => {
        // Menus and questions that a cell opens lie elsewhere in the document; what is clicked there is not the row.
        if (target instanceof Node && currentTarget.contains(target)) onSelect(index);
      }}
    >
      {columns.map(({ id: column, isNumber, looks = "" }) => (
        <div
          key={column}
          className={`clipped shrinks ${isNumber ? "text-right numbers" : looks}`}
          role="gridcell"
          tabIndex={-1}
          title={titleOf?.(item, column)}
        >
          {renderCell(item, column, index)}
        </div>
      ))}
    </div>
  );
}
