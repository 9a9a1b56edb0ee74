import { useElementSize } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Column } from "#renderer/components/virtual-columns.ts";
import { VirtualRows } from "#renderer/components/virtual-rows.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import styles from "./files.module.css";
import { UploadCell } from "./upload-cells.tsx";
import type { FilesRows } from "./use-files-rows.ts";

interface FilesListProps {
  readonly rows: FilesRows;
  readonly total: number;
  readonly uploadId: string | null;
  readonly onOpen: (uploadId: string) => void;
  /** Rows come at the top only, as no state takes one out of the filter. */
  readonly growsAtTop: boolean;
}

const whole: readonly Column[] = [
  { id: "file", header: "File", track: "minmax(200px, 2.2fr)" },
  { id: "instrument", header: "Instrument", track: "minmax(90px, 1fr)" },
  { id: "date", header: "Date", track: "76px" },
  { id: "size", header: "Size", track: "64px", isNumber: true },
  { id: "stage", header: "Stage", track: "84px" },
  { id: "next", header: "Next try", track: "84px" },
  { id: "reason", header: "Reason", track: "minmax(150px, 1.7fr)" },
  { id: "menu", header: "Actions", track: "24px", hidesHeader: true },
];
/** Left out where there is little room: below this width, pixels. */
const lessAt: readonly (readonly [number, string])[] = [
  [980, "next"],
  [860, "size"],
  [720, "instrument"],
  [600, "date"],
];

/** Columns that find room; without one of its own, the next try comes before the reason. */
function columnsAt(width: number): readonly Column[] {
  const left = new Set(lessAt.filter(([least]) => width > 0 && width < least).map(([, id]) => id));
  return whole
    .filter(({ id }) => !left.has(id))
    .map((column) =>
      column.id === "reason" && left.has("next") ? { ...column, id: "next-reason" } : column,
    );
}

/** The rows of the queue; the one whose history is open is selected. */
export function FilesList({ rows, total, uploadId, onOpen, growsAtTop }: FilesListProps) {
  const { ref, width } = useElementSize();
  const columns = useMemo(() => columnsAt(width), [width]);
  const { data: status } = useHostQuery("status", {});
  const isHeld = (status?.holds.length ?? 0) > 0;
  const { at, rowOf, onInView } = rows;
  const [wanted, setWanted] = useState<number | null>(null);
  const here = uploadId === null ? null : rowOf(uploadId);
  // Out of the loaded rows it keeps its place, so that the arrow keys go on from there; once it has left the filter,
  // another row is in that place.
  const [lastHere, setLastHere] = useState<number | null>(null);
  if (here !== null && here !== lastHere) setLastHere(here);
  // A link may name an upload below the first rows: it is brought into view once, when it is loaded. What was opened
  // from the list itself is not, or it would pull the list back from where the keys have gone meanwhile.
  const [chosenHere, setChosenHere] = useState<string | null>(null);
  const [brought, setBrought] = useState<{ readonly id: string; readonly row: number } | null>(null);
  const isLinked = uploadId !== null && uploadId !== chosenHere;
  if (isLinked && here !== null && brought?.id !== uploadId) setBrought({ id: uploadId, row: here });
  const away = uploadId !== null && lastHere !== null && at(lastHere) === undefined ? lastHere : null;

  // A row that was selected before it was loaded opens when it is there.
  const wantedId = wanted === null ? undefined : at(wanted)?.id;
  useEffect(() => {
    if (wantedId === undefined) return;
    setWanted(null);
    setChosenHere(wantedId);
    onOpen(wantedId);
  }, [wantedId, onOpen]);

  const renderCell = useCallback(
    (row: number, column: string) => {
      const upload = at(row);
      return upload === undefined ? null : <UploadCell upload={upload} column={column} isHeld={isHeld} />;
    },
    [at, isHeld],
  );
  const isPending = useCallback((row: number) => at(row) === undefined, [at]);
  return (
    <div className={`${styles.list} fills`} ref={ref}>
      <VirtualRows
        label="Uploads"
        columns={columns}
        rowCount={total}
        renderCell={renderCell}
        keyOf={rowKey}
        isPending={isPending}
        selected={wanted ?? here ?? away}
        onSelect={setWanted}
        onInView={onInView}
        growsAtTop={growsAtTop}
        brought={brought?.row ?? null}
      />
    </div>
  );
}

/** Rows keep their place while states change, so their number is their name. */
function rowKey(row: number): string {
  return String(row);
}
