import { SegmentedControl } from "@mantine/core";
import { useMemo, useState } from "react";
import { say } from "#base/say.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { FindField } from "#renderer/components/search-field.tsx";
import { SidePanel } from "#renderer/components/side-panel.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { VirtualRows } from "#renderer/components/virtual-rows.tsx";
import { compareNames } from "#renderer/model/name-order.ts";
import { CountFigure } from "#renderer/screens/portal/count-figure.tsx";
import styles from "#renderer/screens/portal/list/list.module.css";
import { PortalProblem } from "#renderer/screens/portal/portal-problem.tsx";
import { useAddress } from "#renderer/store/use-address.ts";
import { portalText } from "#renderer/text/portal.ts";
import { CatalogueDetails } from "./catalogue-details.tsx";
import { type CatalogueKind, catalogueKinds, columnsOf, type Entry, useEntries } from "./entries.ts";

/** Catalogue of the portal: products with their variables, instrument types, models, and instruments with their PIDs. */
export function CatalogueTab() {
  const [address, setAddress] = useAddress();
  const kind: CatalogueKind =
    catalogueKinds.find(({ value }) => value === address.get("list"))?.value ?? "products";
  const setWords = (words: Record<string, string>) => setAddress(words, { replace: true });
  const { entries, error, isFetching, askAgain, isOffered } = useEntries(kind);
  const [typed, setTyped] = useState("");
  const [order, setOrder] = useState({ columnId: "", isDescending: false });
  const shown = useMemo(() => {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const found = (entries ?? []).filter(({ text }) => words.every((word) => text.includes(word)));
    if (order.columnId === "") return found;
    const sign = order.isDescending ? -1 : 1;
    return found.toSorted(
      (one, other) => sign * compareNames(one.cells[order.columnId] ?? "", other.cells[order.columnId] ?? ""),
    );
  }, [entries, typed, order]);
  const open = address.get("open");
  const at = shown.findIndex(({ id }) => id === open);
  const entry = entries?.find(({ id }) => id === open);
  const instead =
    error !== null ? (
      <PortalProblem error={error} onAgain={askAgain} isAsking={isFetching} />
    ) : !isOffered ? (
      <EmptyState title={portalText.instrumentsNotListed}>{portalText.instrumentsNotListedHelp}</EmptyState>
    ) : entries === undefined ? (
      <SkeletonRows rows={14} />
    ) : shown.length === 0 ? (
      <EmptyState title={portalText.noEntryFound}>{portalText.noEntryFoundHelp}</EmptyState>
    ) : null;
  return (
    <div className="beside gap-12">
      <div className="stack fills shrinks">
        <div className="wraps">
          <SegmentedControl
            size="xs"
            aria-label={portalText.listOfTheCatalogue}
            value={kind}
            onChange={(list) => {
              setOrder({ columnId: "", isDescending: false });
              setWords({ list });
            }}
            data={[...catalogueKinds]}
          />
          <CountFigure
            count={
              entries === undefined
                ? null
                : say("{length, plural, one {# entry} other {# entries}}", { length: shown.length })
            }
            isAsking={error === null}
            title={portalText.ofTheNetwork(
              catalogueKinds.find(({ value }) => value === kind)?.label ?? say("Catalogue"),
            )}
          />
          <span className="pushed" />
          <FindField
            className={styles.find}
            label={portalText.findInTheCatalogue}
            placeholder={portalText.findInThisList}
            typed={typed}
            onType={setTyped}
          />
        </div>
        {instead !== null ? (
          <div className="surface scrolls">{instead}</div>
        ) : (
          <VirtualRows
            key={kind}
            label={portalText.catalogueOfThePortal}
            columns={columnsOf[kind]}
            rowCount={shown.length}
            keyOf={(index) => shown[index]?.id ?? String(index)}
            selected={at < 0 ? null : at}
            onSelect={(index) => setWords({ list: kind, open: shown[index]?.id ?? "" })}
            sorting={order}
            onSort={(columnId) =>
              setOrder({ columnId, isDescending: order.columnId === columnId && !order.isDescending })
            }
            itemOf={(index) => shown[index]}
            renderCell={textOf}
            titleOf={textOf}
          />
        )}
      </div>
      {entry === undefined ? null : (
        <SidePanel
          title={entry.name}
          label={portalText.detailsOfTheEntry}
          onClose={() => setWords({ list: kind })}
        >
          <CatalogueDetails entry={entry} />
        </SidePanel>
      )}
    </div>
  );
}

function textOf({ cells }: Entry, columnId: string): string {
  return cells[columnId] ?? "";
}
