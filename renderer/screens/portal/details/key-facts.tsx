import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { bytesText, dateText } from "#base/text.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { Quality } from "#renderer/components/quality.tsx";
import { CoverageShare } from "#renderer/screens/portal/list/cells.tsx";
import {
  type ModelFileShown,
  type PortalRecord,
  type ProductFileShown,
  rawInstrumentName,
} from "#renderer/screens/portal/list/rows.ts";
import { portalText } from "#renderer/text/portal.ts";
import { statusMeaning, statusName } from "#renderer/text/portal-marks.ts";
import styles from "./details.module.css";
import { InstrumentName } from "./instrument-name.tsx";
import { SentFromHere, useSentFromHere } from "./sent-from-here.tsx";

type RawRecord = Extract<PortalRecord, { readonly kind: "raw" | "raw-model" }>;

/** The six facts that are asked for most. */
export function KeyFacts({ record }: { readonly record: PortalRecord }) {
  return (
    <dl className={`${styles.key} gap-12 below-16 breaks`} aria-label={portalText.keyFacts}>
      {record.kind === "raw" || record.kind === "raw-model" ? (
        <RawKeyFacts record={record} />
      ) : (
        <ProductKeyFacts file={record.file} />
      )}
    </dl>
  );
}

function ProductKeyFacts({ file }: { readonly file: ProductFileShown | ModelFileShown }) {
  const { coverage, errorLevel, startTime, stopTime, updatedAt, size, model } = file;
  const instrument = "instrument" in file ? file.instrument : null;
  const day = `?site=${encodeURIComponent(file.site.id)}&date=${file.measurementDate}`;
  return (
    <>
      <KeyFact label={say("Quality")}>{errorLevel === null ? null : <Quality level={errorLevel} />}</KeyFact>
      <KeyFact label={say("Coverage")}>
        {coverage === null ? null : <CoverageShare coverage={coverage} />}
      </KeyFact>
      {model === null ? (
        <KeyFact label={say("Instrument")}>
          {instrument === null ? null : (
            <InstrumentName
              {...instrument}
              sentBy={[]}
              otherwise={{
                to: `/data/raw-files${day}&instrumentPid=${encodeURIComponent(instrument.pid)}`,
                title: portalText.rawFilesOfThatDay,
              }}
            />
          )}
        </KeyFact>
      ) : (
        <KeyFact label={say("Model")}>{model.humanReadableName}</KeyFact>
      )}
      <KeyFact label={say("Data from")}>
        {startTime === null || stopTime === null
          ? null
          : say("{slice}–{slice2} UTC", { slice: startTime.slice(11, 16), slice2: stopTime.slice(11, 16) })}
      </KeyFact>
      <KeyFact label={say("Updated")}>
        <Moment at={updatedAt} as="short" />
      </KeyFact>
      <KeyFact label={say("Size")}>{bytesText(size)}</KeyFact>
    </>
  );
}

function RawKeyFacts({ record }: { readonly record: RawRecord }) {
  const { file } = record;
  const sent = useSentFromHere(file);
  const ofWhat =
    record.kind === "raw" ? (
      <InstrumentName
        name={rawInstrumentName(record.file)}
        pid={record.file.instrumentPid}
        sentBy={sent === undefined ? undefined : sent === null ? [] : [sent.instrument]}
      />
    ) : (
      (record.file.model?.humanReadableName ?? record.file.modelId)
    );
  return (
    <>
      <KeyFact label={say("Status")}>
        <span title={statusMeaning(file.status)}>{statusName(file.status)}</span>
      </KeyFact>
      <KeyFact label={portalText.sentFromHere}>
        <SentFromHere filename={file.filename} checksum={file.checksum} />
      </KeyFact>
      <KeyFact label={record.kind === "raw" ? say("Instrument") : say("Model")}>{ofWhat}</KeyFact>
      <KeyFact label={say("Measurement date")}>{dateText(file.measurementDate, Date.now())}</KeyFact>
      <KeyFact label={say("Announced")}>
        <Moment at={file.createdAt} as="short" />
      </KeyFact>
      <KeyFact label={say("Size")}>{bytesText(file.size)}</KeyFact>
    </>
  );
}

function KeyFact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children ?? <span className="muted">–</span>}</dd>
    </div>
  );
}
