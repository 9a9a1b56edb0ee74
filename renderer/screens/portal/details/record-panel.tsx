import { useMemo } from "react";
import { SidePanel } from "#renderer/components/side-panel.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { Marks } from "#renderer/screens/portal/list/cells.tsx";
import { type ResultRow, rowOf } from "#renderer/screens/portal/list/rows.ts";
import { PortalTrouble } from "#renderer/screens/portal/portal-trouble.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useSettled } from "#renderer/store/use-settled.ts";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./details.module.css";
import { FilePlots } from "./file-plots.tsx";
import { FileVersions } from "./file-versions.tsx";
import { ProductDetails } from "./product-details.tsx";
import { RawDetails } from "./raw-details.tsx";
import { RecordActions } from "./record-actions.tsx";
import { SourceFiles } from "./source-files.tsx";

interface RecordPanelProps {
  readonly uuid: string;
  /** The line of the list; undefined where the file is not in it. */
  readonly row: ResultRow | undefined;
  /** The list is on its way and may have it. */
  readonly isLooking: boolean;
  readonly onClose: () => void;
}

/** While somebody walks through a list with the arrow keys, the portal is not asked for every line. */
const restMs = 200;

/** Everything that the portal says of one file. */
export function RecordPanel({ uuid, row, isLooking, onClose }: RecordPanelProps) {
  const settled = useSettled(uuid, restMs);
  const isProduct = row === undefined ? !isLooking : row.kind === "product";
  // A list says nothing of software and sources; the file's own route does.
  const whole = useHostQuery(
    "portal.file",
    { uuid: settled },
    { enabled: isProduct && settled === uuid, staleMs: 60_000 },
  );
  const file = whole.data?.uuid === uuid ? whole.data : undefined;
  const shown = useMemo(
    () => (file !== undefined && isProduct ? rowOf({ kind: "product", file }) : row),
    [file, isProduct, row],
  );
  return (
    <SidePanel title={shown?.filename ?? "File"} label={portalText.detailsOfTheFile} onClose={onClose}>
      {shown === undefined ? (
        whole.error === null || settled !== uuid ? (
          <SkeletonRows rows={10} />
        ) : (
          <PortalTrouble
            error={whole.error}
            title={portalText.fileUnavailable}
            onAgain={() => void whole.refetch()}
          />
        )
      ) : (
        <Record row={shown} isWhole={file !== undefined || !isProduct} />
      )}
    </SidePanel>
  );
}

function Record({ row, isWhole }: { readonly row: ResultRow; readonly isWhole: boolean }) {
  const { record } = row;
  if (record.kind === "raw" || record.kind === "raw-model")
    return (
      <>
        <RecordActions row={row} />
        <RawDetails record={record} />
      </>
    );
  return (
    <>
      {row.marks.length === 0 ? null : <Marks marks={row.marks} />}
      <RecordActions row={row} />
      <FilePlots key={row.uuid} row={row} />
      <ProductDetails file={record.file} />
      {record.kind === "product" ? (
        <>
          {isWhole ? (
            <SourceFiles file={record.file} />
          ) : (
            <p className={styles.note}>{portalText.loadingTheRest}</p>
          )}
          <FileVersions key={`versions ${row.uuid}`} file={record.file} />
        </>
      ) : null}
    </>
  );
}
