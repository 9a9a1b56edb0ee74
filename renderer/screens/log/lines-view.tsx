import { Button } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { say } from "#base/say.ts";
import type { JournalEntry } from "#contract/journal.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { PendingPage } from "#renderer/components/problem.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { useAddress } from "#renderer/store/use-address.ts";
import { commonText } from "#renderer/text/common.ts";
import { journalText } from "#renderer/text/journal.tsx";
import { UploadPanel } from "#renderer/uploads/upload-panel.tsx";
import {
  asJournalFields,
  howFar,
  isWholeJournal,
  type JournalPageFilter,
  readJournalFilter,
  writeJournalFilter,
} from "./journal-filter.ts";
import { JournalList } from "./journal-list.tsx";
import { journalRowsOf } from "./journal-rows.ts";
import { JournalToolbar } from "./journal-toolbar.tsx";
import styles from "./lines.module.css";
import { useJournalExport } from "./use-journal-export.ts";
import { type JournalLines, useJournalLines } from "./use-journal-lines.ts";

const none: JournalPageFilter = {
  text: "",
  instrument: null,
  kinds: [],
  hasSteps: false,
  from: "",
  to: "",
  hour: "",
};
/** So near its end the list asks for older lines. */
const nearRows = 40;

/** Page around the lines, with their actions in its title. */
interface LinesViewProps {
  readonly around: (actions: ReactNode, children: ReactNode) => ReactNode;
}

/** Events of files, line by line, newest first, with what has come in since behind a button. */
export function LinesView({ around }: LinesViewProps) {
  const [address, setAddress] = useAddress();
  const written = address.toString();
  const filter = useMemo(() => readJournalFilter(new URLSearchParams(written)), [written]);
  const fields = useMemo(() => asJournalFields(filter), [filter]);
  const change = useCallback(
    (changed: Partial<JournalPageFilter>) =>
      setAddress((before) => writeJournalFilter({ ...readJournalFilter(before), ...changed }, before), {
        replace: true,
      }),
    [setAddress],
  );
  const clear = () => change({ ...none, hasSteps: filter.hasSteps });
  const lines = useJournalLines(fields);
  const saving = useJournalExport();
  const [selected, setSelected] = useState<JournalEntry | null>(null);
  const close = useCallback(() => setSelected(null), []);
  const actions =
    saving.collected === null ? (
      <Button
        variant="default"
        leftSection={<Icon name="download" size={16} />}
        onClick={() => saving.begin(fields)}
      >
        {journalText.saveAsCsv}
      </Button>
    ) : (
      <>
        <span className="muted numbers" role="status">
          {sayNodes("Collecting: {collected, plural, one {# line} other {# lines}}", {
            collected: saving.collected,
          })}
        </span>
        <Button variant="default" onClick={saving.stop}>
          {say("Stop")}
        </Button>
      </>
    );
  return around(
    actions,
    <>
      <JournalToolbar
        filter={filter}
        onChange={change}
        onClear={lines.entries?.length === 0 ? null : clear}
      />
      <div className="beside">
        <Lines
          key={JSON.stringify(fields)}
          lines={lines}
          isWhole={isWholeJournal(filter)}
          onClear={clear}
          selectedSeq={selected?.seq ?? null}
          onSelect={setSelected}
        />
        {selected === null ? null : (
          <UploadPanel
            key={selected.uploadId}
            id={selected.uploadId}
            isExplained={false}
            onClose={close}
            linksToQueue
          />
        )}
      </div>
      <JournalFoot lines={lines} filter={filter} />
    </>,
  );
}

interface LinesProps {
  readonly lines: ReturnType<typeof useJournalLines>;
  readonly isWhole: boolean;
  readonly onClear: () => void;
  readonly selectedSeq: number | null;
  readonly onSelect: (entry: JournalEntry) => void;
}

function Lines({ lines, isWhole, onClear, selectedSeq, onSelect }: LinesProps) {
  const { entries, waiting, showWaiting, hasMore, isThin, isLooking, more } = lines;
  const rows = useMemo(() => journalRowsOf(entries ?? []), [entries]);
  const [view, setView] = useState({ first: 0, last: 0 });
  const [jumps, setJumps] = useState(0);
  const onInView = useCallback((first: number, last: number) => setView({ first, last }), []);
  const isAtTop = view.first === 0;
  // Somebody who watches the newest lines sees them come; anyone who reads further down is left in peace.
  useEffect(() => {
    if (isAtTop && waiting !== 0 && entries !== null) showWaiting();
  }, [isAtTop, waiting, entries, showWaiting]);
  useEffect(() => {
    if (entries !== null && hasMore && !isThin && !isLooking && view.last + nearRows >= rows.length) more();
  }, [entries, hasMore, isThin, isLooking, view.last, rows.length, more]);
  if (entries === null)
    return (
      <div className="holds shrinks fills">
        <PendingPage title={journalText.journalUnavailable} error={lines.error} rows={12} />
      </div>
    );
  return (
    <div className="holds shrinks fills">
      {isAtTop || waiting === 0 ? null : (
        <div className={styles.fresh}>
          <Button
            size="compact-sm"
            leftSection={<Icon name="up" size={14} />}
            onClick={() => {
              showWaiting();
              setJumps(jumps + 1);
            }}
          >
            {waiting === null
              ? journalText.manyNewLines
              : waiting === 1
                ? sayNodes("{waiting} new line", { waiting })
                : sayNodes("{waiting} new lines", { waiting })}
          </Button>
        </div>
      )}
      {rows.length > 0 ? (
        <JournalList
          key={jumps}
          rows={rows}
          selectedSeq={selectedSeq}
          onSelect={onSelect}
          onInView={onInView}
        />
      ) : isWhole ? (
        <EmptyState title={journalText.nothingHasHappenedYet}>{journalText.nothingHappenedHelp}</EmptyState>
      ) : (
        <EmptyState
          title={journalText.noLinesMatch}
          action={
            <Button variant="default" onClick={onClear}>
              {commonText.clearFilters}
            </Button>
          }
        >
          {hasMore ? journalText.noMatchYet : journalText.noMatch}
        </EmptyState>
      )}
    </div>
  );
}

interface JournalFootProps {
  readonly lines: JournalLines;
  readonly filter: JournalPageFilter;
}

/** How far back the search has come, and the way further. */
function JournalFoot({ lines, filter }: JournalFootProps) {
  const { entries, scannedTo, hasMore, isThin, isLooking, more } = lines;
  return (
    <div className="list-foot row gap-12 text-small muted rigid">
      <p role="status" className="numbers">
        {entries === null
          ? null
          : hasMore
            ? sayNodes("{length, plural, one {# line} other {# lines}}{value}", {
                length: entries.length,
                value:
                  hasMore && scannedTo !== null
                    ? journalText.searchedBackTo(<Moment at={scannedTo} as="short" />)
                    : null,
              })
            : sayNodes("{length, plural, one {# line} other {# lines}}{value} · {filter}", {
                length: entries.length,
                value:
                  hasMore && scannedTo !== null
                    ? journalText.searchedBackTo(<Moment at={scannedTo} as="short" />)
                    : null,
                filter: howFar(filter),
              })}
      </p>
      {hasMore && isThin ? (
        <Button size="compact-xs" variant="default" loading={isLooking} onClick={more}>
          {journalText.searchOlderLines}
        </Button>
      ) : null}
    </div>
  );
}
