import { say } from "#base/say.ts";
import { CopyButton } from "#renderer/components/copy-button.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { receiptSentence } from "#renderer/text/event-text.ts";
import { filesText } from "#renderer/text/files.ts";
import type { UploadRow } from "#renderer/text/states.ts";
import styles from "./upload-panel.module.css";

interface ReceiptCardProps {
  readonly upload: UploadRow;
  /** The record's uuid in the portal's list, for receipts that name none. */
  readonly listedUuid?: string | null;
}

/** The file here and what the portal confirmed, side by side; both are the same bytes where the checksums are. */
export function ReceiptCard({ upload, listedUuid = null }: ReceiptCardProps) {
  const { receipt, checksum, size } = upload;
  if (receipt === null) return null;
  const recordUuid = receipt.recordUuid ?? listedUuid;
  const isSame = checksum === receipt.checksum && size === receipt.size;
  return (
    <section
      className={`${styles.receipt} pad ${isSame ? "tone-ok" : "tone-problem"}`}
      aria-label={filesText.portalConfirmation}
    >
      <p className="row">
        <StateShape shape={isSame ? "done" : "problem"} />
        <strong>{isSame ? filesText.sameBytes : filesText.otherBytes}</strong>
      </p>
      <p className="muted">
        {receiptSentence(receipt.kind)} · <Moment at={receipt.confirmedAt} as="short" />
      </p>
      <dl className={styles.facts}>
        <dt>{filesText.here}</dt>
        <dd>
          <Content checksum={checksum} size={size} />
          {checksum === null ? null : <CopyButton text={checksum} what={say("checksum")} />}
        </dd>
        <dt>{filesText.portal}</dt>
        <dd>
          <Content checksum={receipt.checksum} size={receipt.size} />
          <CopyButton text={receipt.checksum} what={say("confirmed checksum")} />
        </dd>
        {receipt.recordFilename === null ? null : (
          <>
            <dt>{filesText.nameThere}</dt>
            <dd>
              <span className="shrinks breaks">{receipt.recordFilename}</span>
              <CopyButton text={receipt.recordFilename} what={filesText.nameOnPortalLower} />
            </dd>
          </>
        )}
        {recordUuid === null ? null : (
          <>
            <dt>{say("Record")}</dt>
            <dd>
              <code className="mono shrinks breaks">{recordUuid}</code>
              <CopyButton text={recordUuid} what={filesText.recordUuidLower} />
            </dd>
          </>
        )}
        {receipt.portal === null ? null : (
          <>
            <dt>{say("Address")}</dt>
            <dd className="shrinks breaks">{receipt.portal}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Content({ checksum, size }: { readonly checksum: string | null; readonly size: number }) {
  return (
    <span className="shrinks breaks">
      <code className="mono shrinks breaks">{checksum ?? "–"}</code>{" "}
      <span className="muted numbers">{sayNodes("{size} bytes", { size })}</span>
    </span>
  );
}
