import type { PortalRecord } from "#renderer/screens/portal/list/rows.ts";
import { portalText } from "#renderer/text/portal.ts";
import { statusMeaning } from "#renderer/text/portal-marks.ts";
import { InstrumentFacts, InstrumentTypeFacts, ModelFacts, SiteFacts } from "./catalogue-facts.tsx";
import { Fact, FactGroup, OutLink, When } from "./facts.tsx";
import { Bytes } from "./product-details.tsx";

type RawRecord = Extract<PortalRecord, { readonly kind: "raw" | "raw-model" }>;

/** Every field of a raw file, grouped. */
export function RawDetails({ record }: { readonly record: RawRecord }) {
  const { file } = record;
  return (
    <>
      <FactGroup title="Identity">
        <Fact label="File name" copy={file.filename}>
          {file.filename}
        </Fact>
        <Fact label="uuid" copy={file.uuid} isMono>
          {file.uuid}
        </Fact>
        <Fact label="Storage key" copy={file.s3key} isMono>
          {file.s3key}
        </Fact>
        <Fact label="Site id" isMono>
          {file.siteId}
        </Fact>
        {record.kind === "raw" ? (
          <>
            <Fact label="Instrument id" isMono>
              {record.file.instrumentId}
            </Fact>
            <Fact label="Instrument PID" copy={record.file.instrumentPid}>
              {record.file.instrumentPid === null ? null : <OutLink href={record.file.instrumentPid} />}
            </Fact>
            <Fact label="Tags">{record.file.tags.join(", ")}</Fact>
          </>
        ) : (
          <Fact label="Model id" isMono>
            {record.file.modelId}
          </Fact>
        )}
      </FactGroup>
      <FactGroup title="Content">
        <Fact label="Size">
          <Bytes size={file.size} />
        </Fact>
        <Fact label="Checksum" copy={file.checksum} isMono>
          {file.checksum}
        </Fact>
        <Fact label="Download address" copy={file.downloadUrl}>
          {file.downloadUrl}
        </Fact>
      </FactGroup>
      <FactGroup title={portalText.stateAndTimes}>
        <Fact label="Status">
          {file.status} <span className="muted">{statusMeaning(file.status)}</span>
        </Fact>
        <Fact label="Measurement date">{file.measurementDate}</Fact>
        <When label="Announced" at={file.createdAt} />
        <When label="Updated" at={file.updatedAt} />
      </FactGroup>
      {record.kind === "raw" && record.file.instrumentRecord !== null ? (
        <InstrumentFacts instrument={record.file.instrumentRecord} />
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
