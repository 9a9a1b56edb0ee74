import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { RecordPanel } from "#renderer/screens/portal/details/record-panel.tsx";
import { FilterChips } from "#renderer/screens/portal/filter/filter-chips.tsx";
import { FilterSide } from "#renderer/screens/portal/filter/filter-side.tsx";
import { PortalProblem } from "#renderer/screens/portal/portal-problem.tsx";
import type { PortalView } from "#renderer/screens/portal/use-portal-view.ts";
import { portalText } from "#renderer/text/portal.ts";
import { ListBar } from "./list-bar.tsx";
import { ResultTable } from "./result-table.tsx";
import { narrowed, ordered, readOrder, writeOrder } from "./row-order.ts";
import { useChoice } from "./use-choice.ts";
import { type FileListing, useResultRows } from "./use-result-rows.ts";

interface FileListProps {
  readonly listing: FileListing;
  readonly view: PortalView;
  /** Shown above the filters. */
  readonly kind: ReactNode;
}

const labels: Readonly<Record<FileListing, string>> = {
  files: portalText.filesOfThePortal,
  modelFiles: portalText.modelFilesOfThePortal,
  rawFiles: portalText.rawFilesOfThePortal,
  rawModelFiles: portalText.rawModelFilesPortal,
};

const nothing: never[] = [];

/** A list of the portal's: its filters, its files, and the details of one. */
export function FileList({ listing, view, kind }: FileListProps) {
  const { rows, error, isAsking, askAgain } = useResultRows(view);
  const sort = view.word("sort");
  const find = view.word("find") ?? "";
  const typed = useDeferredValue(find);
  const sorted = useMemo(() => ordered(rows ?? nothing, readOrder(sort)), [rows, sort]);
  const shown = useMemo(() => narrowed(sorted, typed), [sorted, typed]);
  const choice = useChoice(`${listing} ${JSON.stringify(view.filter)}`, shown);
  const [open, setOpen] = useOpenFile(view);
  const hide = useCallback(() => setOpen(null), [setOpen]);
  const instead =
    error !== null ? (
      <PortalProblem error={error} onAgain={askAgain} isAsking={isAsking} />
    ) : rows === undefined ? (
      <SkeletonRows rows={14} />
    ) : shown.length === 0 ? (
      <Nothing isNarrowed={rows.length > 0} />
    ) : null;
  return (
    <div className="beside gap-12">
      <FilterSide view={view}>{kind}</FilterSide>
      <div className="stack fills shrinks">
        <FilterChips view={view} />
        <ListBar
          view={view}
          found={rows?.length ?? null}
          shown={shown}
          isAsking={isAsking}
          choice={choice}
          askAgain={askAgain}
          kind={kind}
        />
        {instead !== null ? (
          <div className="surface scrolls">{instead}</div>
        ) : (
          <ResultTable
            label={labels[listing]}
            listing={listing}
            rows={shown}
            order={readOrder(sort)}
            onOrder={(order) => view.setWord("sort", writeOrder(order))}
            openUuid={open}
            onOpen={setOpen}
            choice={choice}
            isOneSite={view.filter.site?.length === 1}
            hasVersions={view.filter.allVersions === true}
          />
        )}
      </div>
      {open === null ? null : (
        <RecordPanel
          key={listing}
          uuid={open}
          row={rows?.find(({ uuid }) => uuid === open)}
          isLooking={rows === undefined && error === null}
          onClose={hide}
        />
      )}
    </div>
  );
}

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed)
    return <EmptyState title={portalText.noNameContains}>{portalText.noNameContainsHelp}</EmptyState>;
  return <EmptyState title={portalText.noFilesFound}>{portalText.noFilesFoundHelp}</EmptyState>;
}

/** The address follows the arrow keys when they rest. */
const followMs = 150;

/** The file whose details are open, and a way to open another: at once in the page, a moment later in the address. */
function useOpenFile({ word, setWord }: PortalView): [string | null, (uuid: string | null) => void] {
  const inAddress = word("open");
  const [open, setOpen] = useState(inAddress);
  const written = useRef(inAddress);
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setOpen(inAddress);
  }, [inAddress]);
  useEffect(() => {
    if (open === written.current) return;
    const timer = setTimeout(() => {
      written.current = open;
      setWord("open", open);
    }, followMs);
    return () => clearTimeout(timer);
  }, [open, setWord]);
  return [open, setOpen];
}
