import { useCallback, useMemo } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { secondText } from "#base/text.ts";
import type { JournalEntry } from "#contract/journal.ts";
import { dayText } from "#renderer/components/event-words.ts";
import { localText } from "#renderer/components/format.ts";
import { MiddleCut } from "#renderer/components/middle-cut.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import type { Column } from "#renderer/components/virtual-columns.ts";
import { VirtualRows } from "#renderer/components/virtual-rows.tsx";
import { commonText } from "#renderer/text/common.ts";
import { eventName, eventSentence, journalShape } from "#renderer/text/event-text.ts";
import { fileName } from "#renderer/uploads/file-path.ts";
import type { JournalRow } from "./journal-rows.ts";
import styles from "./lines.module.css";

interface JournalListProps {
  readonly rows: readonly JournalRow[];
  /** Number of the line that is selected; null where none is. */
  readonly selectedSeq: number | null;
  readonly onSelect: (entry: JournalEntry) => void;
  readonly onInView: (first: number, last: number) => void;
}

const columns: readonly Column[] = [
  { id: "at", header: say("Time, UTC"), track: "70px" },
  { id: "what", header: say("What happened"), track: "minmax(200px, 2fr)" },
  { id: "file", header: say("File"), track: "minmax(150px, 1.4fr)" },
  { id: "instrument", header: say("Instrument"), track: "minmax(80px, 0.7fr)" },
];

/** Lines of the journal, newest first, with the days between them. */
export function JournalList({ rows, selectedSeq, onSelect, onInView }: JournalListProps) {
  const selected = useMemo(() => {
    const at = rows.findIndex((row) => row.kind === "line" && row.entry.seq === selectedSeq);
    return selectedSeq === null || at < 0 ? null : at;
  }, [rows, selectedSeq]);
  const itemOf = useCallback((index: number) => rows[index], [rows]);
  const keyOf = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? String(index) : row.kind === "day" ? row.day : String(row.entry.seq);
    },
    [rows],
  );
  const select = (index: number) => {
    // A day is stepped over, on in the direction of the step.
    const isDown = selected === null || index > selected;
    const row =
      rows[index]?.kind === "day" ? (rows[isDown ? index + 1 : index - 1] ?? rows[index + 1]) : rows[index];
    if (row?.kind === "line") onSelect(row.entry);
  };
  return (
    <VirtualRows
      label={say("Journal")}
      columns={columns}
      rowCount={rows.length}
      itemOf={itemOf}
      renderCell={lineCell}
      separatorOf={dayOf}
      keyOf={keyOf}
      selected={selected}
      onSelect={select}
      onInView={onInView}
    />
  );
}

function lineCell(row: JournalRow, column: string) {
  return row.kind === "line" ? <LineCell entry={row.entry} column={column} /> : null;
}

function dayOf(row: JournalRow) {
  return row.kind === "day" ? dayText(row.day, Date.now()) : null;
}

interface LineCellProps {
  readonly entry: JournalEntry;
  readonly column: string;
  /** A grid's rows have one height and the focus; elsewhere sentences are whole, and Tab stops at the link to the file. */
  readonly isInGrid?: boolean;
}

/** Cell of a line of the journal: `at`, `what`, `file` or `instrument`. */
export function LineCell({ entry, column, isInGrid = true }: LineCellProps) {
  switch (column) {
    case "at":
      return (
        <time
          className="numbers"
          dateTime={entry.at}
          title={`${secondText(entry.at)}\n${localText(entry.at)}`}
        >
          {entry.at.slice(11, 19)}
        </time>
      );
    case "what":
      return (
        <span className="row gap-12 shrinks" title={eventSentence(entry)}>
          <span className="shape" title={eventName(entry.event)}>
            <StateShape shape={journalShape(entry)} size={14} />
          </span>
          <span className={`${isInGrid ? "clipped" : "breaks"} shrinks`}>{eventSentence(entry)}</span>
        </span>
      );
    case "file":
      return (
        <Link
          to={`/files?upload=${entry.uploadId}`}
          className={`${styles.file} quiet-link`}
          title={commonText.showInQueue(entry.path)}
          tabIndex={isInGrid ? -1 : undefined}
          onClick={(event) => event.stopPropagation()}
        >
          <MiddleCut text={fileName(entry.path)} whole={entry.path} />
        </Link>
      );
    default:
      return <span title={entry.instrument}>{entry.instrument}</span>;
  }
}
