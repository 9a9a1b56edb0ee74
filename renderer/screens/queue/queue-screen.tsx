import { Button } from "@mantine/core";
import { useCallback, useMemo } from "react";
import { Link } from "react-router";
import { counted } from "#base/text.ts";
import { isUnsent, totalOf, unsentStates } from "#domain/upload.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Page } from "#renderer/components/page.tsx";
import { FailedPage } from "#renderer/components/problem.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { queueText } from "#renderer/text/queue.ts";
import { CauseGroups } from "./cause-groups.tsx";
import styles from "./queue.module.css";
import { QueueActions } from "./queue-actions.tsx";
import { asUploadFilter, isEverything, type QueueFilter } from "./queue-filter.ts";
import { QueueList } from "./queue-list.tsx";
import { QueueToolbar } from "./queue-toolbar.tsx";
import { UploadPanel } from "./upload-panel.tsx";
import { useQueuePlace } from "./use-queue-place.ts";
import { useQueueRows } from "./use-queue-rows.ts";

/** Every upload with how far it is, what keeps it, what comes next, and what can be done. */
export function QueueScreen() {
  const { filter, change, clear, uploadId, isExplained, open } = useQueuePlace();
  const asked = useMemo(() => asUploadFilter(filter), [filter]);
  const rows = useQueueRows(asked);
  const { data: counts, isPlaceholderData: areCountsOld } = useHostQuery(
    "queue.counts",
    { filter: asked },
    { keepsPrevious: true },
  );
  const openHistory = useCallback((id: string) => open(id), [open]);
  const close = useCallback(() => open(null), [open]);
  return (
    <Page
      title="Queue"
      fills
      actions={<QueueActions filter={filter} counts={counts} areCountsOld={areCountsOld} />}
    >
      <QueueToolbar
        filter={filter}
        counts={counts}
        onChange={change}
        onClear={rows.total === 0 ? null : clear}
      />
      {counts === undefined ? null : (
        <CauseGroups filter={filter} counts={counts} areCountsOld={areCountsOld} onChange={change} />
      )}
      <div className="beside">
        {rows.error !== null && rows.total === null ? (
          <FailedPage
            title={queueText.queueUnavailable}
            message={commonText.filesAreSafe(rows.error.message)}
          />
        ) : rows.total === null ? (
          <div className={`${styles.list} fills`}>
            <SkeletonRows rows={12} />
          </div>
        ) : rows.total === 0 ? (
          <div className={`${styles.list} fills`}>
            <QueueEmpty filter={filter} onClear={clear} />
          </div>
        ) : (
          <QueueList
            key={JSON.stringify(asked)}
            rows={rows}
            total={rows.total}
            uploadId={uploadId}
            onOpen={openHistory}
            growsAtTop={filter.states.length === 0 && filter.cause === null}
          />
        )}
        {uploadId === null ? null : (
          <UploadPanel key={uploadId} id={uploadId} isExplained={isExplained} onClose={close} />
        )}
      </div>
      <p className={styles.foot} role="status">
        {rows.total === null ? "" : counted(rows.total, "file")}
      </p>
    </Page>
  );
}

interface QueueEmptyProps {
  readonly filter: QueueFilter;
  readonly onClear: () => void;
}

/** Shown where the filter shows no upload: nothing found yet, all delivered, or nothing that matches. */
function QueueEmpty({ filter, onClear }: QueueEmptyProps) {
  const { data: status } = useHostQuery("status", {});
  const clear = (
    <Button variant="default" onClick={onClear}>
      {commonText.clearFilters}
    </Button>
  );
  if (isEverything(filter)) {
    if (status?.instruments.length === 0)
      return (
        <EmptyState
          title={queueText.noInstrumentYet}
          action={
            <Button component={Link} to="/setup">
              {queueText.setUpFirstInstrument}
            </Button>
          }
        >
          {queueText.noInstrumentHelp}
        </EmptyState>
      );
    return <EmptyState title={queueText.noFilesFoundYet}>{queueText.noFilesHelp}</EmptyState>;
  }
  const unsentOnly = filter.states.length > 0 && filter.states.every(isUnsent);
  if (unsentOnly && filter.text === "" && status !== undefined && totalOf(status.totals, unsentStates) === 0)
    return status.totals.cancelled === 0 ? (
      <EmptyState shape="done" title={queueText.everythingIsDelivered} action={clear}>
        {queueText.everythingDeliveredHelp}
      </EmptyState>
    ) : (
      <EmptyState shape="over" title={queueText.nothingIsWaiting} action={clear}>
        {queueText.onlyCancelledHelp(status.totals.cancelled)}
      </EmptyState>
    );
  return (
    <EmptyState title={queueText.noFileMatches} action={clear}>
      {queueText.noFileMatchesHelp}
    </EmptyState>
  );
}
