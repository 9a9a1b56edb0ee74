import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import { CopyButton } from "#renderer/components/copy-button.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import type { ProductFileShown, RawFileShown } from "#renderer/screens/portal/list/rows.ts";
import { askHost, type HostError, useTransport } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./details.module.css";
import { FailedNote } from "./failed-note.tsx";
import { InstrumentName } from "./instrument-name.tsx";
import { type Origin, type OriginFile, type RawGroup, rawsByInstrument, traceOrigin } from "./origin.ts";
import { notYetKnown, type OwnFileOf, useOwnFiles } from "./use-own-files.ts";

/** The way from raw files to a product, with what this station delivered marked. */
export function CameFrom({ file }: { readonly file: ProductFileShown }) {
  const { data, error, isPending, isFetching, refetch } = useOrigin(file);
  const own = useOwnFiles(file.site.id, file.measurementDate, data?.raws);
  const day = `?site=${encodeURIComponent(file.site.id)}&date=${file.measurementDate}`;
  const groups = rawsByInstrument(data?.raws ?? []);
  const isUntold = file.sourceFileIds.length === 0;
  return (
    <section className={`${styles.group} below-16`} aria-label={portalText.whereItCameFrom}>
      <h3>{portalText.whereItCameFrom}</h3>
      {isUntold ? <p className="note">{portalText.thePortalListsNone}</p> : null}
      {!isUntold && isPending ? <p className="note">{commonText.loadingFromPortal}</p> : null}
      <FailedNote error={error} isAsking={isFetching} onAgain={() => void refetch()} />
      <ol className={`${styles.way} plain`}>
        {groups.map((group) => (
          <li key={group.key}>
            <RawStep group={group} day={day} own={own} />
          </li>
        ))}
        {data?.steps.map((files) => (
          <li key={files[0]?.file.uuid}>
            {files.map((one) => (
              <StepLink key={one.file.uuid} step={one} day={day} />
            ))}
          </li>
        ))}
        {data === undefined ? null : (
          <li>
            <strong>{file.product.humanReadableName}</strong>{" "}
            <span className="muted">{portalText.thisFile}</span>
          </li>
        )}
      </ol>
      <Unlisted ids={data?.unlisted ?? []} />
      {file.instrument === null || groups.length > 0 ? null : (
        <p className="note">
          <Link to={`/data/raw-files${day}&instrumentPid=${encodeURIComponent(file.instrument.pid)}`}>
            {portalText.rawFilesOfThatDay}
          </Link>
        </p>
      )}
    </section>
  );
}

const kept = { staleTime: 60_000 };

function useOrigin(file: ProductFileShown) {
  const transport = useTransport();
  return useQuery<Origin, HostError>({
    queryKey: ["details.origin", file.uuid],
    enabled: file.sourceFileIds.length > 0,
    ...kept,
    async queryFn() {
      const place = { site: file.site.id, date: file.measurementDate };
      const [products, raws, models] = await Promise.all([
        askHost(transport, "portal.files", { ...place, allVersions: true }),
        askHost(transport, "portal.rawFiles", place),
        askHost(transport, "portal.modelFiles", { ...place, allModels: true }),
      ]);
      const wholeOf = (uuid: string) => askHost(transport, "portal.file", { uuid }).catch(() => null);
      return await traceOrigin(file, { products, raws, models, wholeOf });
    },
  });
}

function StepLink({ step: { kind, file }, day }: { readonly step: OriginFile; readonly day: string }) {
  const to =
    kind === "model"
      ? `/data/model-files${day}&allModels&open=${file.uuid}`
      : `/data/files${day}&allVersions&open=${file.uuid}`;
  const name = kind === "model" ? file.model.humanReadableName : file.product.humanReadableName;
  return (
    <Link className={styles.step} to={to} title={file.filename}>
      {name}
    </Link>
  );
}

interface RawStepProps {
  readonly group: RawGroup;
  readonly day: string;
  readonly own: OwnFileOf;
}

/** Names that are listed; the list of raw files has the rest. */
const mostNames = 40;

function RawStep({ group: { name, pid, files }, day, own }: RawStepProps) {
  const [isOpen, setIsOpen] = useState(false);
  const sentBy = files.flatMap((raw) => own(raw)?.instrument ?? []);
  const mine = sentBy.length;
  const all = `/data/raw-files${day}${pid === null ? "" : `&instrumentPid=${encodeURIComponent(pid)}`}`;
  return (
    <>
      <InstrumentName name={name} pid={pid} sentBy={own === notYetKnown ? undefined : sentBy} />
      {mine === 0 ? null : (
        <span className={`${styles.mine} inline gap-4 text-small`}>
          <StateShape shape="done" size={14} />
          {mine === files.length ? portalText.allFromHere : portalText.someFromHere(countText(mine))}
        </span>
      )}
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          {sayNodes("{length, plural, one {# raw file} other {# raw files}}", { length: files.length })}
        </summary>
        {isOpen ? (
          <ul className={`${styles.list} plain`}>
            {files.slice(0, mostNames).map((raw) => (
              <RawName key={raw.uuid} raw={raw} to={`${all}&open=${raw.uuid}`} own={own} />
            ))}
            <li>
              <Link to={all}>{portalText.rawFilesOfThatDay}</Link>
            </li>
          </ul>
        ) : null}
      </details>
    </>
  );
}

function RawName({
  raw,
  to,
  own,
}: {
  readonly raw: RawFileShown;
  readonly to: string;
  readonly own: OwnFileOf;
}) {
  const file = own(raw);
  return (
    <li>
      <Link to={to}>{raw.filename}</Link>
      {file === undefined ? null : (
        <Link
          className={`${styles.mine} inline gap-4 text-small`}
          to={`/files?upload=${file.uploadId}`}
          title={file.path}
        >
          <StateShape shape="done" size={14} />
          {portalText.fromThisStation}
        </Link>
      )}
    </li>
  );
}

/** Sources that the portal names and does not list for this day. */
function Unlisted({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <details>
      <summary>
        {portalText.sourcesNotListed(
          say("{length, plural, one {# source} other {# sources}}", { length: ids.length }),
        )}
      </summary>
      <ul className={`${styles.list} plain`}>
        {ids.map((id) => (
          <li key={id}>
            <span className="mono breaks">{id}</span>
            <CopyButton text={id} what={say("source uuid")} />
          </li>
        ))}
      </ul>
    </details>
  );
}
