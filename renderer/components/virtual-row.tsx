import { type CSSProperties, memo, type ReactNode } from "react";
import type { Column } from "./virtual-columns.ts";
import styles from "./virtual-rows.module.css";

interface RowProps {
  readonly id: string;
  readonly index: number;
  readonly start: number;
  readonly height: number;
  readonly tracks: CSSProperties;
  readonly columns: readonly Column[];
  readonly isSelected: boolean;
  readonly onSelect: (row: number) => void;
  readonly renderCell: (row: number, columnId: string) => ReactNode;
  readonly separatorOf: ((row: number) => ReactNode) | undefined;
  readonly isPending: boolean;
}

/** A row in view. It is left alone while the table scrolls past it. */
export const VirtualRow = memo(function VirtualRow(props: RowProps) {
  const { id, index, start, height, tracks, columns, isSelected, onSelect, renderCell, separatorOf } = props;
  const place = { height, transform: `translateY(${start}px)` };
  // A single cell instead of all: a fast scroll passes thousands of such rows, and each frame makes them again.
  if (props.isPending)
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
  const separator = separatorOf?.(index) ?? null;
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
      {columns.map(({ id: column, isNumber }) => (
        <div
          key={column}
          className={`clipped shrinks ${isNumber ? "text-right numbers" : ""}`}
          role="gridcell"
          tabIndex={-1}
        >
          {renderCell(index, column)}
        </div>
      ))}
    </div>
  );
});
