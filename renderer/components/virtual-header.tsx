import type { CSSProperties } from "react";
import { Icon } from "./icon.tsx";
import type { Column, Sorting } from "./virtual-columns.ts";
import styles from "./virtual-rows.module.css";

interface VirtualHeaderProps {
  readonly columns: readonly Column[];
  readonly sorting: Sorting | null;
  readonly onSort: ((columnId: string) => void) | undefined;
  readonly tracks: CSSProperties;
}

/** The row of headers; those that can sort are buttons. */
export function VirtualHeader({ columns, sorting, onSort, tracks }: VirtualHeaderProps) {
  return (
    <div className={styles.header} role="rowgroup">
      <div className={styles.headerRow} style={tracks} role="row" tabIndex={-1} aria-rowindex={1}>
        {columns.map(({ id, header, isNumber, canSort, hidesHeader }) => {
          const isSorted = sorting?.columnId === id;
          const order = isSorted ? (sorting.isDescending ? "descending" : "ascending") : "none";
          return (
            <div
              key={id}
              className={isNumber ? styles.number : styles.cell}
              role="columnheader"
              tabIndex={-1}
              {...(canSort === true ? { "aria-sort": order } : {})}
            >
              {canSort === true ? (
                <button type="button" className={styles.sort} onClick={() => onSort?.(id)}>
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
