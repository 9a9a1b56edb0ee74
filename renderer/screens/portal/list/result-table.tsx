import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, useCallback, useMemo } from "react";
import { say } from "#base/say.ts";
import { VirtualRows } from "#renderer/components/virtual-rows.tsx";
import { PlotImageKeeper } from "#renderer/plots/use-plot-images.tsx";
import { cellOf } from "./cells.tsx";
import { columnsFor } from "./columns.ts";
import styles from "./list.module.css";
import { clicked, type RowOrder, type SortColumn, sortColumns } from "./row-order.ts";
import type { ResultRow } from "./rows.ts";
import { Thumbnail } from "./thumbnail.tsx";
import type { ChosenFiles } from "./use-choice.ts";
import type { FileListing } from "./use-result-rows.ts";

interface ResultTableProps {
  readonly label: string;
  readonly listing: FileListing;
  readonly rows: readonly ResultRow[];
  readonly order: RowOrder;
  readonly onOrder: (order: RowOrder) => void;
  readonly openUuid: string | null;
  readonly onOpen: (uuid: string) => void;
  readonly choice: ChosenFiles;
  /** The filter names one site, so no column has to. */
  readonly isOneSite: boolean;
  /** All versions of a file are asked for, not the newest alone. */
  readonly hasVersions: boolean;
}

/** Pixels. */
const plainRow = 34;
const plotRow = 42;

/** The files that were found. The space bar chooses the file whose details are open. */
export function ResultTable(props: ResultTableProps) {
  const { label, listing, rows, order, onOrder, openUuid, onOpen, choice, isOneSite, hasVersions } = props;
  const { has, toggle } = choice;
  const open = useMemo(
    () => (openUuid === null ? -1 : rows.findIndex(({ uuid }) => uuid === openUuid)),
    [rows, openUuid],
  );
  const { ref, width } = useElementSize();
  const columns = useMemo(
    () => columnsFor(listing, { isOneSite, hasVersions, width }),
    [listing, isOneSite, hasVersions, width],
  );
  const hasPlots = columns.some(({ id }) => id === "plot");
  const keyOf = useCallback((index: number) => rows[index]?.uuid ?? String(index), [rows]);
  const itemOf = useCallback((index: number) => rows[index], [rows]);
  const renderCell = useCallback(
    (row: ResultRow, columnId: string, index: number) => {
      if (columnId === "plot") return <Thumbnail row={row} hasVersions={hasVersions} />;
      if (columnId !== "check") return cellOf(row, columnId);
      return <Check row={row} isChosen={has(row.uuid)} index={index} onToggle={toggle} />;
    },
    [has, toggle, hasVersions],
  );
  const select = useCallback(
    (index: number) => {
      const row = rows[index];
      if (row !== undefined) onOpen(row.uuid);
    },
    [rows, onOpen],
  );
  const chooseOpen = (event: KeyboardEvent) => {
    if (event.key !== " " || open < 0 || event.target instanceof HTMLButtonElement) return;
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    toggle(open, event.shiftKey);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside has the focus; this adds one key to its own
    <div className="fills" ref={ref} onKeyDown={chooseOpen}>
      <PlotImageKeeper>
        <VirtualRows
          label={label}
          columns={columns}
          rowCount={rows.length}
          keyOf={keyOf}
          selected={open < 0 ? null : open}
          onSelect={select}
          sorting={order}
          onSort={(columnId) => {
            if (sortColumns.includes(columnId as SortColumn)) onOrder(clicked(order, columnId as SortColumn));
          }}
          itemOf={itemOf}
          renderCell={renderCell}
          rowHeight={hasPlots ? plotRow : plainRow}
        />
      </PlotImageKeeper>
    </div>
  );
}

interface CheckProps {
  readonly row: ResultRow;
  readonly isChosen: boolean;
  readonly index: number;
  readonly onToggle: ChosenFiles["toggle"];
}

function Check({ row, isChosen, index, onToggle }: CheckProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a click beside the box from opening the details
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box itself takes the keys
    <span className={styles.check} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={say("Select {filename}", { filename: row.filename })}
        checked={isChosen}
        onClick={(event) => onToggle(index, event.shiftKey)}
        onChange={() => undefined}
      />
    </span>
  );
}
