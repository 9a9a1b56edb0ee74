import { say } from "#base/say.ts";
import { bytesText, dateText } from "#base/text.ts";
import { OutLink } from "#renderer/components/out-link.tsx";
import { Quality } from "#renderer/components/quality.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { CoverageShare } from "#renderer/screens/portal/list/cells.tsx";
import type { ModelFileShown, ProductFileShown } from "#renderer/screens/portal/list/rows.ts";
import { portalText } from "#renderer/text/portal.ts";
import { markWords, timelinessWords } from "#renderer/text/portal-marks.ts";
import { ModelFacts, ProductFacts, RecordedInstrumentFacts, SiteFacts } from "./catalogue-facts.tsx";
import { Fact, FactGroup, TextFact, When, yesNo } from "./facts.tsx";

/** Every field of a product file or of a model file, grouped. */
export function ProductDetails({ file }: { readonly file: ProductFileShown | ModelFileShown }) {
  return (
    <>
      <FactGroup title={say("Identity")}>
        <Fact label="PID" copy={file.pid}>
          {file.pid === "" ? null : <OutLink href={file.pid} />}
        </Fact>
        <TextFact label="uuid" text={file.uuid} isMono isCopied />
        <TextFact label={say("File name")} text={file.filename} isCopied />
        <TextFact label={say("Version")} text={file.version} isMono isCopied />
        <Fact label="DVAS ID">{file.dvasId}</Fact>
      </FactGroup>
      <FactGroup title={say("Content")}>
        <Fact label={say("Size")}>
          <Bytes size={file.size} />
        </Fact>
        <Fact label={say("Format")}>{file.format}</Fact>
        <TextFact label={say("Checksum")} text={file.checksum} isMono isCopied />
        <TextFact label={say("Download address")} text={file.downloadUrl} isCopied />
      </FactGroup>
      <Times file={file} />
      <ProductFacts product={file.product} />
      {file.model === null ? null : <ModelFacts model={file.model} />}
      <SiteFacts site={file.site} />
      {"instrument" in file && file.instrument !== null ? (
        <RecordedInstrumentFacts instrument={file.instrument} />
      ) : null}
      {"software" in file ? <SoftwareFacts software={file.software} /> : null}
    </>
  );
}

function Times({ file }: { readonly file: ProductFileShown | ModelFileShown }) {
  return (
    <FactGroup title={portalText.qualityAndTimes}>
      <Fact label={say("Measurement date")}>{dateText(file.measurementDate, Date.now())}</Fact>
      <Fact label={say("Coverage")}>
        {file.coverage === null ? null : <CoverageShare coverage={file.coverage} />}
      </Fact>
      <Fact label={say("Quality")}>
        {file.errorLevel === null ? null : <Quality level={file.errorLevel} />}
      </Fact>
      <Fact label={say("Timeliness")}>
        {file.timeliness === null ? null : timelinessWords(file.timeliness)}
      </Fact>
      <Fact label={say("Volatile")}>
        <span title={markWords.volatile}>{yesNo(file.volatile)}</span>
      </Fact>
      <Fact label={say("Legacy")}>
        <span title={markWords.legacy}>{yesNo(file.legacy)}</span>
      </Fact>
      <Fact label={say("Withdrawn because")}>{file.tombstoneReason}</Fact>
      <When label={say("Data start")} at={file.startTime} />
      <When label={say("Data end")} at={file.stopTime} />
      <When label={say("Created")} at={file.createdAt} />
      <When label={say("Updated")} at={file.updatedAt} />
      <When label={portalText.updatedInDvas} at={file.dvasUpdatedAt} />
    </FactGroup>
  );
}

/** A size for people, with the exact figure. */
export function Bytes({ size }: { readonly size: number }) {
  return (
    <span className="numbers">
      {bytesText(size)} <span className="muted">{sayNodes("({size} bytes)", { size })}</span>
    </span>
  );
}

function SoftwareFacts({ software }: Pick<ProductFileShown, "software">) {
  return (
    <FactGroup title={say("Software")}>
      {software.length === 0 ? <Fact label={say("Made with")}>{null}</Fact> : null}
      {software.map((one) => (
        <Fact key={one.id} label={one.title}>
          <span title={say("Software id {id}", { id: one.id })}>{one.version}</span>{" "}
          <OutLink href={one.url} />
        </Fact>
      ))}
    </FactGroup>
  );
}
