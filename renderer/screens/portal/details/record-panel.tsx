import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { bytesText } from "#base/text.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { SidePanel } from "#renderer/components/side-panel.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { Marks } from "#renderer/screens/portal/list/cells.tsx";
import { type ProductFile, type ResultRow, rowOf } from "#renderer/screens/portal/list/rows.ts";
import { PlotGrid } from "#renderer/screens/portal/plots/plot-grid.tsx";
import { plotsOf } from "#renderer/screens/portal/plots/wall.ts";
import { PortalProblem } from "#renderer/screens/portal/portal-problem.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useSettled } from "#renderer/store/use-settled.ts";
import { commonText } from "#renderer/text/common.ts";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./details.module.css";
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
          <PortalProblem
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
          {isWhole ? <SourceFiles file={record.file} /> : <p className="note">{portalText.loadingTheRest}</p>}
          <FileVersions key={`versions ${row.uuid}`} file={record.file} />
        </>
      ) : null}
    </>
  );
}

/** The pictures that the portal has drawn of a file. */
function FilePlots({ row }: { readonly row: ResultRow }) {
  const [isAsked, setIsAsked] = useState(false);
  const { data, error, isFetching } = useHostQuery(
    "portal.visualization",
    { fileUuid: row.uuid },
    { enabled: isAsked, staleMs: 60_000 },
  );
  const plots = data === undefined ? [] : plotsOf([data], row.date, () => row.date);
  return (
    <section className={styles.group} aria-label={portalText.plotsOfThisFile}>
      {isAsked ? null : (
        <Button size="compact-sm" variant="default" onClick={() => setIsAsked(true)}>
          {portalText.plotsOfThisFile}
        </Button>
      )}
      {error === null ? null : (
        <p className="note">{error.code === "portal-refused" ? portalText.noPlotsOfFile : error.message}</p>
      )}
      {isFetching && data === undefined ? <p className="note">{commonText.loadingFromPortal}</p> : null}
      {data !== undefined && plots.length === 0 ? <p className="note">{portalText.noPlotsOfFile}</p> : null}
      <PlotGrid plots={plots} isCropped={false} isNarrow />
    </section>
  );
}

/** Every version that the portal has of a file, newest first. */
function FileVersions({ file }: { readonly file: ProductFile }) {
  const [isAsked, setIsAsked] = useState(false);
  const filter = {
    site: file.site.id,
    product: file.product.id,
    date: file.measurementDate,
    allVersions: true,
  };
  const { data, error } = useHostQuery("portal.files", filter, { enabled: isAsked, staleMs: 60_000 });
  const versions = data
    ?.filter((other) => (other.instrument?.pid ?? "") === (file.instrument?.pid ?? ""))
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  const query = `?site=${encodeURIComponent(filter.site)}&product=${encodeURIComponent(filter.product)}&date=${filter.date}`;
  return (
    <section className={styles.group} aria-label="Versions">
      <h3>Versions</h3>
      {isAsked ? null : (
        <Button size="compact-sm" variant="default" onClick={() => setIsAsked(true)}>
          {portalText.showAllVersions}
        </Button>
      )}
      {error === null ? null : <p className="note">{error.message}</p>}
      {isAsked && versions === undefined && error === null ? (
        <p className="note">{commonText.loadingFromPortal}</p>
      ) : null}
      <ul className={`${styles.list} plain`}>
        {versions?.map((version) => (
          <li key={version.uuid}>
            {version.uuid === file.uuid ? (
              <strong>This version</strong>
            ) : (
              <Link to={`/data/files${query}&allVersions&open=${version.uuid}`}>
                {version.version === "" ? version.uuid.slice(0, 8) : version.version}
              </Link>
            )}{" "}
            <span className="muted">
              <Moment at={version.createdAt} /> · {bytesText(version.size)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
