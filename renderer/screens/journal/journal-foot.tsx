import { Button } from "@mantine/core";
import { counted } from "#base/text.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { journalText } from "#renderer/text/journal.tsx";
import styles from "./journal.module.css";
import { howFar, type JournalFilter } from "./journal-filter.ts";
import type { JournalLines } from "./use-journal-lines.ts";

interface JournalFootProps {
  readonly lines: JournalLines;
  readonly filter: JournalFilter;
}

/** How far back the search has come, and the way further. */
export function JournalFoot({ lines, filter }: JournalFootProps) {
  const { entries, scannedTo, hasMore, isThin, isLooking, more } = lines;
  return (
    <div className={styles.foot}>
      <p role="status" className="metrics">
        {entries === null ? null : (
          <>
            {counted(entries.length, "line")}
            {hasMore && scannedTo !== null
              ? journalText.searchedBackTo(<Moment at={scannedTo} as="short" />)
              : null}
            {hasMore ? "" : ` · ${howFar(filter)}`}
          </>
        )}
      </p>
      {hasMore && isThin ? (
        <Button size="compact-xs" variant="default" loading={isLooking} onClick={more}>
          {journalText.searchOlderLines}
        </Button>
      ) : null}
    </div>
  );
}
