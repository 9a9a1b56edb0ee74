import { Button } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { bytesText, dateText } from "#base/text.ts";
import { CopyButton } from "#renderer/components/copy-button.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { SidePanel } from "#renderer/components/side-panel.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { Marks } from "#renderer/screens/portal/list/cells.tsx";
import { type ProductFileShown, type ResultRow, rowOf } from "#renderer/screens/portal/list/rows.ts";
import { PortalProblem } from "#renderer/screens/portal/portal-problem.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useSettled } from "#renderer/store/use-settled.ts";
import { commonText } from "#renderer/text/common.ts";
import { portalText } from "#renderer/text/portal.ts";
import { CameFrom } from "./came-from.tsx";
import styles from "./details.module.css";
import { KeyFacts } from "./key-facts.tsx";
import { MadeOfRawFile } from "./made-of-raw-file.tsx";
import { ProductDetails } from "./product-details.tsx";
import { Quicklook, QuicklookPlace } from "./quicklook.tsx";
import { RawDetails } from "./raw-details.tsx";
import { RecordActions } from "./record-actions.tsx";

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
    <SidePanel
      title={shown === undefined ? say("File") : titleOf(shown)}
      label={portalText.detailsOfTheFile}
      onClose={onClose}
    >
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

/** Raw files are known by their names; products by what they show. */
function titleOf({ kind, what, date, filename }: ResultRow): string {
  return kind === "raw" || kind === "raw-model" ? filename : `${what}, ${dateText(date, Date.now())}`;
}

function Record({ row, isWhole }: { readonly row: ResultRow; readonly isWhole: boolean }) {
  const { record } = row;
  if (record.kind === "raw" || record.kind === "raw-model")
    return (
      <>
        <RecordActions row={row} />
        <KeyFacts record={record} />
        {record.kind === "raw" ? <MadeOfRawFile file={record.file} /> : null}
        <AllFields>
          <RawDetails record={record} />
        </AllFields>
      </>
    );
  return (
    <>
      {isWhole ? <Quicklook key={row.uuid} uuid={row.uuid} date={row.date} /> : <QuicklookPlace />}
      {row.marks.length === 0 ? null : <Marks marks={row.marks} />}
      <RecordActions row={row} />
      <p className="below-8 mono row starts gap-4 breaks spread">
        <span>{row.filename}</span>
        <CopyButton text={row.filename} what={say("File name")} />
      </p>
      <KeyFacts record={record} />
      {record.kind === "product" ? (
        <>
          {isWhole ? <CameFrom file={record.file} /> : <p className="note">{portalText.loadingTheRest}</p>}
          <FileVersions key={`versions ${row.uuid}`} file={record.file} />
        </>
      ) : null}
      <AllFields>
        <ProductDetails file={record.file} />
      </AllFields>
    </>
  );
}

let areFieldsShown = false;

/** Fields that are looked up seldom, behind one line; open in the next file, too. */
function AllFields({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(areFieldsShown);
  return (
    <details
      className={styles.all}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        areFieldsShown = currentTarget.open;
        setIsOpen(currentTarget.open);
      }}
    >
      <summary>{portalText.allFields}</summary>
      {children}
    </details>
  );
}

/** Every version that the portal has of a file, newest first. */
function FileVersions({ file }: { readonly file: ProductFileShown }) {
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
    <section className={`${styles.group} below-16`} aria-label={say("Versions")}>
      <h3>{say("Versions")}</h3>
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
              <strong>{say("This version")}</strong>
            ) : (
              <Link to={`/data/files${query}&allVersions&open=${version.uuid}`}>
                {version.version === "" ? version.uuid.slice(0, 8) : version.version}
              </Link>
            )}{" "}
            <span className="muted">
              <Moment at={version.createdAt} as="short" /> · {bytesText(version.size)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
