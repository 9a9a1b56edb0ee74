import { dateText } from "#base/text.ts";
import { OutLink } from "#renderer/components/out-link.tsx";
import type { PortalRecord } from "#renderer/screens/portal/list/rows.ts";
import { portalText } from "#renderer/text/portal.ts";
import { statusMeaning, statusName } from "#renderer/text/portal-marks.ts";
import { InstrumentTypeFacts, ModelFacts, RecordedInstrumentFacts, SiteFacts } from "./catalogue-facts.tsx";
import { Fact, FactGroup, TextFact, When } from "./facts.tsx";
import { Bytes } from "./product-details.tsx";

type RawRecord = Extract<PortalRecord, { readonly kind: "raw" | "raw-model" }>;

/** Every field of a raw file, grouped. */
export function RawDetails({ record }: { readonly record: RawRecord }) {
  const { file } = record;
  return (
    <>
      <FactGroup title="Identity">
        <TextFact label="File name" text={file.filename} isCopied />
        <TextFact label="uuid" text={file.uuid} isMono isCopied />
        <TextFact label="Storage key" text={file.s3key} isMono isCopied />
        <TextFact label="Site ID" text={file.siteId} isMono />
        {record.kind === "raw" ? (
          <>
            <TextFact label="Instrument ID" text={record.file.instrumentId} isMono />
            <Fact label="Instrument PID" copy={record.file.instrumentPid}>
              {record.file.instrumentPid === null ? null : <OutLink href={record.file.instrumentPid} />}
            </Fact>
            <Fact label="Tags">{record.file.tags.join(", ")}</Fact>
          </>
        ) : (
          <TextFact label="Model ID" text={record.file.modelId} isMono />
        )}
      </FactGroup>
      <FactGroup title="Content">
        <Fact label="Size">
          <Bytes size={file.size} />
        </Fact>
        <TextFact label="Checksum" text={file.checksum} isMono isCopied />
        <TextFact label="Download address" text={file.downloadUrl} isCopied />
      </FactGroup>
      <FactGroup title={portalText.stateAndTimes}>
        <Fact label="Status">
          {statusName(file.status)} <span className="muted">{statusMeaning(file.status)}</span>
        </Fact>
        <Fact label="Measurement date">{dateText(file.measurementDate, Date.now())}</Fact>
        <When label="Announced" at={file.createdAt} />
        <When label="Updated" at={file.updatedAt} />
      </FactGroup>
      {record.kind === "raw" && record.file.instrumentRecord !== null ? (
        <RecordedInstrumentFacts instrument={record.file.instrumentRecord} />
      ) : null}
      {record.kind === "raw" && record.file.instrumentType !== null ? (
        <InstrumentTypeFacts type={record.file.instrumentType} />
      ) : null}
      {record.kind === "raw-model" && record.file.model !== null ? (
        <ModelFacts model={record.file.model} />
      ) : null}
      {file.site === null ? null : <SiteFacts site={file.site} />}
    </>
  );
}
