import { say } from "#base/say.ts";
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
      <FactGroup title={say("Identity")}>
        <TextFact label={say("File name")} text={file.filename} isCopied />
        <TextFact label="uuid" text={file.uuid} isMono isCopied />
        <TextFact label={say("Storage key")} text={file.s3key} isMono isCopied />
        <TextFact label={say("Site ID")} text={file.siteId} isMono />
        {record.kind === "raw" ? (
          <>
            <TextFact label={say("Instrument ID")} text={record.file.instrumentId} isMono />
            <Fact label={say("Instrument PID")} copy={record.file.instrumentPid}>
              {record.file.instrumentPid === null ? null : <OutLink href={record.file.instrumentPid} />}
            </Fact>
            <Fact label={say("Tags")}>{record.file.tags.join(", ")}</Fact>
          </>
        ) : (
          <TextFact label={say("Model ID")} text={record.file.modelId} isMono />
        )}
      </FactGroup>
      <FactGroup title={say("Content")}>
        <Fact label={say("Size")}>
          <Bytes size={file.size} />
        </Fact>
        <TextFact label={say("Checksum")} text={file.checksum} isMono isCopied />
        <TextFact label={say("Download address")} text={file.downloadUrl} isCopied />
      </FactGroup>
      <FactGroup title={portalText.stateAndTimes}>
        <Fact label={say("Status")}>
          {statusName(file.status)} <span className="muted">{statusMeaning(file.status)}</span>
        </Fact>
        <Fact label={say("Measurement date")}>{dateText(file.measurementDate, Date.now())}</Fact>
        <When label={say("Announced")} at={file.createdAt} />
        <When label={say("Updated")} at={file.updatedAt} />
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
