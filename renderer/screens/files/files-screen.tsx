import { Button } from "@mantine/core";
import { useCallback, useMemo, useState } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { isUnsent, totalOf, unsentStates } from "#domain/upload.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { InstrumentFolders } from "#renderer/components/instrument-folders.tsx";
import { NoInstrument } from "#renderer/components/no-instrument.tsx";
import { Figure, Page } from "#renderer/components/page.tsx";
import { FailedPage } from "#renderer/components/problem.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useLive } from "#renderer/store/use-live.ts";
import { commonText } from "#renderer/text/common.ts";
import { filesText } from "#renderer/text/files.ts";
import { todayText } from "#renderer/text/today.tsx";
import {
  asUploadFilter,
  type FilesCounts,
  type FilesFilter,
  isEverything,
} from "#renderer/uploads/files-filter.ts";
import { UploadPanel } from "#renderer/uploads/upload-panel.tsx";
import { CauseGroups } from "./cause-groups.tsx";
import { ChosenBar } from "./chosen-bar.tsx";
import styles from "./files.module.css";
import { FilesActions } from "./files-actions.tsx";
import { FilesList } from "./files-list.tsx";
import { FilesToolbar } from "./files-toolbar.tsx";
import { alike, alikeAtFirst, foldedAtFirst, isSectionOf, listPartsOf } from "./sections.ts";
import { useChosen } from "./use-chosen.ts";
import { useFilesPlace } from "./use-files-place.ts";
import { useFilesRows } from "./use-files-rows.ts";
import { useStillness } from "./use-stillness.ts";

/** Every upload with how far it is, what keeps it, what comes next, and what can be done. */
export function FilesScreen() {
  const { filter, change, clear, sorting, sortBy, uploadId, isExplained, open } = useFilesPlace();
  const asked = useMemo(() => asUploadFilter(filter), [filter]);
  const {
    data: counts,
    error: countsError,
    isPlaceholderData: areCountsOld,
  } = useHostQuery("queue.counts", { filter: asked }, { keepsPrevious: true });
  const [folded, fold] = useFolds(counts, uploadId);
  const { isStill, handlers } = useStillness();
  const causes = useCauses(counts, isStill);
  const parts = useMemo(
    () => listPartsOf(filter, sorting, folded, causes),
    [filter, sorting, folded, causes],
  );
  const key = JSON.stringify([asked, sorting]);
  const rows = useFilesRows(parts, key, isStill);
  const chosen = useChosen();
  const openHistory = useCallback((id: string) => open(id), [open]);
  const close = useCallback(() => open(null), [open]);
  return (
    <Page
      title={say("Files")}
      help="pages#files"
      fills
      actions={<FilesActions filter={filter} counts={counts} areCountsOld={areCountsOld} />}
    >
      {rows.total === null ? null : <FilesFigure filter={filter} counts={counts} total={rows.total} />}
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
        {counts === undefined && countsError !== null ? (
          <FailedPage
            title={filesText.filesUnavailable}
            message={commonText.filesAreSafe(countsError.message)}
          />
        ) : rows.error !== null && rows.total === null ? (
          <FailedPage
            title={filesText.filesUnavailable}
            message={commonText.filesAreSafe(rows.error.message)}
          />
        ) : rows.total === null || counts === undefined ? (
          <div className={`${styles.list} fills shrinks`}>
            <SkeletonRows rows={12} />
          </div>
        ) : rows.total === 0 ? (
          <div className={`${styles.list} fills shrinks`}>
            <FilesEmpty filter={filter} onClear={clear} />
          </div>
        ) : (
          <div className={"beside grows"} {...handlers}>
            <FilesList
              key={key}
              rows={rows}
              hasWaiting={counts.states.waiting > 0}
              uploadId={uploadId}
              onOpen={openHistory}
              chosen={chosen}
              folded={folded}
              onFold={fold}
              sorting={sorting}
              onSort={sortBy}
            />
          </div>
        )}
        {uploadId === null ? null : (
          <UploadPanel key={uploadId} id={uploadId} isExplained={isExplained} onClose={close} />
        )}
      </div>
      {chosen.ids.size > 0 ? (
        <ChosenBar chosen={chosen} />
      ) : (
        <p className="list-foot text-small muted rigid numbers">
          {isStill ? <StandsStill seq={rows.seq} /> : null}
        </p>
      )}
    </Page>
  );
}

/** The causes, as far as they divide the list; while it stands still, they are those of before. */
function useCauses(counts: FilesCounts | undefined, isStill: boolean): FilesCounts["causes"] {
  const all = (counts?.causes ?? []).map((one) => ({ ...one, count: Math.min(alike, one.count) }));
  const now = JSON.stringify(all.sort((one, other) => (one.cause < other.cause ? -1 : 1)));
  const [kept, setKept] = useState(now);
  if (kept !== now && !isStill) setKept(now);
  return useMemo(() => JSON.parse(kept) as FilesCounts["causes"], [kept]);
}

interface FilesFigureProps {
  readonly filter: FilesFilter;
  readonly counts: FilesCounts | undefined;
  readonly total: number;
}

/** How the files stand, where all states are shown; how many there are of what somebody looks for. */
function FilesFigure({ filter, counts, total }: FilesFigureProps) {
  const files = say("{total, plural, one {# file} other {# files}}", { total });
  const isNarrow = filter.states.length > 0 || filter.cause !== null || filter.text !== "";
  if (isNarrow || counts === undefined || total === 0) return <Figure isStatus>{files}</Figure>;
  const { states } = counts;
  const unsent = totalOf(states, unsentStates);
  return (
    <Figure isStatus note={files}>
      {states.blocked > 0
        ? filesText.needYou(states.blocked)
        : unsent > 0
          ? filesText.onTheirWay(unsent)
          : states.cancelled === 0
            ? filesText.everythingIsDelivered
            : filesText.nothingIsWaiting}
    </Figure>
  );
}

/** Said once something has happened that would have moved rows. */
function StandsStill({ seq }: { readonly seq: number }) {
  const isOld = useLive(({ lastSeq }) => lastSeq > seq);
  return isOld ? <span>{filesText.standsStill}</span> : null;
}

/** Sections that are folded: as a person left them, else what is over, until a link names a file in it. */
function useFolds(counts: FilesCounts | undefined, uploadId: string | null) {
  const [folded, setFolded] = useState<readonly string[] | null>(null);
  if (folded === null && counts !== undefined)
    setFolded([...foldedAtFirst(counts.states), ...alikeAtFirst(counts.causes)]);
  const { data: linked } = useHostQuery("upload", { id: uploadId ?? "" }, { enabled: uploadId !== null });
  const [shownId, setShownId] = useState<string | null>(null);
  if (linked !== undefined && folded !== null && linked.upload.id !== shownId) {
    setShownId(linked.upload.id);
    setFolded(folded.filter((id) => !isSectionOf(id, linked.upload.state)));
  }
  const fold = useCallback(
    (section: string) =>
      setFolded((before) =>
        before?.includes(section) === true
          ? before.filter((id) => id !== section)
          : [...(before ?? []), section],
      ),
    [],
  );
  return [folded ?? noFolds, fold] as const;
}

const noFolds: readonly string[] = ["delivered", "over"];

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
    if (status?.instruments.length === 0) return <NoInstrument help={filesText.noInstrumentHelp} />;
    return (
      <EmptyState
        title={filesText.noFilesFoundYet}
        action={
          <>
            <InstrumentFolders />
            <Button component={Link} variant="default" to="/settings/instruments">
              {todayText.openInstruments}
            </Button>
          </>
        }
      >
        {filesText.noFilesHelp}
      </EmptyState>
    );
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
