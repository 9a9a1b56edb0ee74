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
import { filesText } from "#renderer/text/files.ts";
import { CauseGroups } from "./cause-groups.tsx";
import styles from "./files.module.css";
import { FilesActions } from "./files-actions.tsx";
import { asUploadFilter, type FilesFilter, isEverything } from "./files-filter.ts";
import { FilesList } from "./files-list.tsx";
import { FilesToolbar } from "./files-toolbar.tsx";
import { UploadPanel } from "./upload-panel.tsx";
import { useFilesPlace } from "./use-files-place.ts";
import { useFilesRows } from "./use-files-rows.ts";

/** Every upload with how far it is, what keeps it, what comes next, and what can be done. */
export function FilesScreen() {
  const { filter, change, clear, uploadId, isExplained, open } = useFilesPlace();
  const asked = useMemo(() => asUploadFilter(filter), [filter]);
  const rows = useFilesRows(asked);
  const { data: counts, isPlaceholderData: areCountsOld } = useHostQuery(
    "queue.counts",
    { filter: asked },
    { keepsPrevious: true },
  );
  const openHistory = useCallback((id: string) => open(id), [open]);
  const close = useCallback(() => open(null), [open]);
  return (
    <Page
      title="Files"
      fills
      actions={<FilesActions filter={filter} counts={counts} areCountsOld={areCountsOld} />}
    >
      <FilesToolbar
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
            title={filesText.filesUnavailable}
            message={commonText.filesAreSafe(rows.error.message)}
          />
        ) : rows.total === null ? (
          <div className={`${styles.list} fills`}>
            <SkeletonRows rows={12} />
          </div>
        ) : rows.total === 0 ? (
          <div className={`${styles.list} fills`}>
            <FilesEmpty filter={filter} onClear={clear} />
          </div>
        ) : (
          <FilesList
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

interface FilesEmptyProps {
  readonly filter: FilesFilter;
  readonly onClear: () => void;
}

/** Shown where the filter shows no upload: nothing found yet, all delivered, or nothing that matches. */
function FilesEmpty({ filter, onClear }: FilesEmptyProps) {
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
          title={filesText.noInstrumentYet}
          action={
            <Button component={Link} to="/setup">
              {filesText.setUpFirstInstrument}
            </Button>
          }
        >
          {filesText.noInstrumentHelp}
        </EmptyState>
      );
    return <EmptyState title={filesText.noFilesFoundYet}>{filesText.noFilesHelp}</EmptyState>;
  }
  const unsentOnly = filter.states.length > 0 && filter.states.every(isUnsent);
  if (unsentOnly && filter.text === "" && status !== undefined && totalOf(status.totals, unsentStates) === 0)
    return status.totals.cancelled === 0 ? (
      <EmptyState shape="done" title={filesText.everythingIsDelivered} action={clear}>
        {filesText.everythingDeliveredHelp}
      </EmptyState>
    ) : (
      <EmptyState shape="over" title={filesText.nothingIsWaiting} action={clear}>
        {filesText.onlyCancelledHelp(status.totals.cancelled)}
      </EmptyState>
    );
  return (
    <EmptyState title={filesText.noFileMatches} action={clear}>
      {filesText.noFileMatchesHelp}
    </EmptyState>
  );
}
