import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { say } from "#base/say.ts";
import type { Column } from "#renderer/components/virtual-columns.ts";
import { VirtualRows } from "#renderer/components/virtual-rows.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { filesText } from "#renderer/text/files.ts";
import type { UploadRow } from "#renderer/text/states.ts";
import { type Stopping, stopOf, stoppingOf } from "#renderer/uploads/upload-status.ts";
import { ChosenBox } from "./chosen-box.tsx";
import styles from "./files.module.css";
import { SectionHeader } from "./section-header.tsx";
import { uploadCell, uploadTitle } from "./upload-cells.tsx";
import type { Chosen } from "./use-chosen.ts";
import type { FilesSorting } from "./use-files-place.ts";
import type { FilesRows, Header } from "./use-files-rows.ts";

interface FilesListProps {
  readonly rows: FilesRows;
  /** Some failed and are tried again by themselves. */
  readonly hasWaiting: boolean;
  readonly uploadId: string | null;
  readonly onOpen: (uploadId: string) => void;
  readonly chosen: Chosen;
  readonly folded: readonly string[];
  readonly onFold: (sectionId: string) => void;
  readonly sorting: FilesSorting | null;
  readonly onSort: (column: string) => void;
}

const whole: readonly Column[] = [
  { id: "chosen", header: filesText.selected, track: "18px", hidesHeader: true },
  { id: "name", header: say("File"), track: "minmax(120px, 1.8fr)", canSort: true, looks: "row gap-12" },
  {
    id: "instrument",
    header: say("Instrument"),
    track: "minmax(120px, 1.3fr)",
    canSort: true,
    looks: styles.instrument,
  },
  { id: "date", header: say("Date"), track: "76px", canSort: true },
  { id: "size", header: say("Size"), track: "64px", isNumber: true, canSort: true },
  { id: "state", header: say("Stage"), track: "124px", canSort: true },
  { id: "next-try", header: say("Next try"), track: "84px", canSort: true },
  { id: "sent", header: filesText.sentAt, track: "112px" },
  { id: "cause", header: say("Reason"), track: "minmax(150px, 1.9fr)", canSort: true },
  { id: "menu", header: say("Actions"), track: "24px", hidesHeader: true },
];
/**
 * Left out where there is little room: below this width, pixels. Most names of files have the date, the stage says the
 * reason in short; whose file it is, nothing else says.
 */
const lessAt: readonly (readonly [number, string])[] = [
  [1060, "next-try"],
  [1060, "sent"],
  [940, "size"],
  [840, "date"],
  [750, "cause"],
  [580, "instrument"],
  [380, "state"],
];

/** Columns that find room; without one of its own, the next try comes before the reason. It has none where nothing waits for it. */
function columnsAt(width: number, hasWaiting: boolean): readonly Column[] {
  const left = new Set(lessAt.filter(([least]) => width > 0 && width < least).map(([, id]) => id));
  left.add(hasWaiting ? "sent" : "next-try");
  return whole.filter(({ id }) => !left.has(id));
}

/** The rows of the files, section by section; the one whose history is open is selected. */
export function FilesList({
  rows,
  hasWaiting,
  uploadId,
  onOpen,
  chosen,
  folded,
  onFold,
  sorting,
  onSort,
}: FilesListProps) {
  const { ref, width } = useElementSize();
  const columns = useMemo(() => columnsAt(width, hasWaiting), [width, hasWaiting]);
  const showsNextTry = columns.some(({ id }) => id === "next-try");
  const showsSent = columns.some(({ id }) => id === "sent");
  const stopping = useStopping();
  const { at, headerAt, rowOf, onInView } = rows;
  const { selected, select, brought } = useOpenRow(rows, uploadId, onOpen);
  const { ids, toggle } = chosen;
  const lastAt = useRef(at);
  useEffect(() => {
    lastAt.current = at;
  }, [at]);
  const stopFor = useCallback(({ instrument }: UploadRow) => stopOf(stopping, instrument), [stopping]);
  const renderCell = useCallback(
    (item: UploadRow | Header, column: string, row: number) => {
      if ("section" in item) return null;
      if (column !== "chosen")
        return uploadCell(item, column, { stop: stopFor(item), showsNextTry, showsSent, row });
      return (
        <ChosenBox
          path={item.path}
          isChosen={ids.has(item.id)}
          onChoose={(isRange) => toggle(row, item.id, isRange ? lastAt.current : null)}
        />
      );
    },
    [stopFor, showsNextTry, showsSent, ids, toggle],
  );
  const titleOf = useCallback(
    (item: UploadRow | Header, column: string) =>
      "section" in item ? undefined : uploadTitle(item, column, stopFor(item)),
    [stopFor],
  );
  const separatorOf = useCallback(
    (item: UploadRow | Header) =>
      "section" in item ? (
        <SectionHeader
          section={item.section}
          count={item.count}
          isFolded={folded.includes(item.section.id)}
          onFold={() => onFold(item.section.id)}
        />
      ) : null,
    [folded, onFold],
  );
  const isSkipped = useCallback((row: number) => headerAt(row) !== null, [headerAt]);
  const anchor = useMemo(() => {
    const nameOf = (row: number) => at(row)?.id ?? headerAt(row)?.section.id ?? null;
    return { nameOf, rowOf };
  }, [at, headerAt, rowOf]);
  const takeKey = ({ key, target }: KeyboardEvent<HTMLElement>) => {
    const upload = selected === null ? undefined : at(selected);
    const isOnButton = target instanceof Element && target.closest("button, input") !== null;
    if (key !== " " || upload === undefined || isOnButton) return false;
    toggle(selected ?? 0, upload.id, null);
    return true;
  };
  return (
    <div className={`${styles.list} fills shrinks`} ref={ref} data-chooses={ids.size > 0}>
      <VirtualRows
        label={say("Files")}
        columns={columns}
        rowCount={rows.rowCount}
        itemOf={(row) => at(row) ?? headerAt(row) ?? undefined}
        renderCell={renderCell}
        titleOf={titleOf}
        keyOf={rowKey}
        separatorOf={separatorOf}
        isSkipped={isSkipped}
        selected={selected}
        onSelect={select}
        sorting={sorting === null ? null : { columnId: sorting.column, isDescending: sorting.isDescending }}
        onSort={onSort}
        onInView={onInView}
        onKey={takeKey}
        anchor={anchor}
        brought={brought}
      />
    </div>
  );
}

/** The holds that stop files, the same object until something else does: rows are drawn again for another. */
function useStopping(): Stopping | undefined {
  const { data: status } = useHostQuery("status", {});
  const now = status === undefined ? undefined : JSON.stringify(stoppingOf(status));
  return useMemo(() => (now === undefined ? undefined : (JSON.parse(now) as Stopping)), [now]);
}

/** The row whose history is open, by the address, or that is to be opened; and the row that is brought into view. */
function useOpenRow({ at, rowOf }: FilesRows, uploadId: string | null, onOpen: (uploadId: string) => void) {
  const [wanted, setWanted] = useState<number | null>(null);
  const here = uploadId === null ? null : rowOf(uploadId);
  // Out of the loaded rows it keeps its place, so that the arrow keys go on from there; once it has left the filter,
  // another row is in that place.
  const [lastHere, setLastHere] = useState<number | null>(null);
  if (here !== null && here !== lastHere) setLastHere(here);
  // A link may name an upload below the first rows: it is brought into view once, when it is loaded. An upload that was
  // opened from the list itself is not, or it would pull the list back from where the keys have gone meanwhile.
  // The address follows a moment later, and names the one before until then.
  const [chosenHere, setChosenHere] = useState<readonly string[]>([]);
  const [brought, setBrought] = useState<{ readonly id: string; readonly row: number } | null>(null);
  const isLinked = uploadId !== null && !chosenHere.includes(uploadId);
  if (isLinked && here !== null && brought?.id !== uploadId) setBrought({ id: uploadId, row: here });
  const away = uploadId !== null && lastHere !== null && at(lastHere) === undefined ? lastHere : null;
  const selected = wanted ?? here ?? away;

  // A row that was selected before it was loaded opens when it is there, and is the selected one until it is open.
  const wantedId = wanted === null ? undefined : at(wanted)?.id;
  if (wantedId !== undefined && wantedId === uploadId) setWanted(null);
  useEffect(() => {
    if (wantedId === undefined) return;
    setChosenHere((before) => [wantedId, ...before].slice(0, 2));
    onOpen(wantedId);
  }, [wantedId, onOpen]);
  return { selected, select: setWanted, brought: brought?.row ?? null };
}

/** Rows are drawn where they are: their number is their name. */
function rowKey(row: number): string {
  return String(row);
}
