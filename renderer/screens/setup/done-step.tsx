import { Button } from "@mantine/core";
import { useState } from "react";
import { Link, Navigate } from "react-router";
import { bytesText, dateText } from "#base/text.ts";
import { CauseButton } from "#renderer/components/cause-button.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { filesText } from "#renderer/text/files.ts";
import { setupText } from "#renderer/text/setup.tsx";
import type { UploadRow } from "#renderer/text/states.ts";
import { fileName } from "#renderer/uploads/file-path.ts";
import { ReceiptCard } from "#renderer/uploads/receipt-card.tsx";
import { usePortalTrace } from "#renderer/uploads/use-portal-trace.ts";
import styles from "./setup.module.css";

/** The moment that the setup is for: the first file that the portal has confirmed, with its record. */
export function DoneStep() {
  const settings = useHostQuery("settings.read", {});
  const delivered = useHostQuery("uploads", { filter: { states: ["delivered"] }, limit: 1 });
  const [first, setFirst] = useState<UploadRow | null>(null);
  const newest = delivered.data?.uploads[0];
  // It stays the one that was shown first, however many follow.
  if (first === null && newest !== undefined) setFirst(newest);
  // Settings that were read before the save say nothing of it.
  if (settings.data?.exists === false && !settings.isFetching) return <Navigate to="/setup" replace />;
  return (
    <div className="stack">
      {first === null ? <StillWaiting /> : <Delivered upload={first} />}
      <footer className={`${styles.buttons} wraps`}>
        <Button size="md" component={Link} to="/">
          {setupText.goToToday}
        </Button>
        <Button size="md" variant="default" component={Link} to="/settings/instruments/new">
          {setupText.addAnother}
        </Button>
      </footer>
    </div>
  );
}

function Delivered({ upload }: { readonly upload: UploadRow }) {
  const trace = usePortalTrace(upload);
  const { data: status } = useHostQuery("status", {});
  const unsent = status === undefined ? 0 : status.totals.queued + status.totals.sending;
  return (
    <>
      <h1 className={`${styles.question} row gap-12`}>
        <StateShape shape="done" size={32} />
        {setupText.firstIsThere}
      </h1>
      <p className="breaks" role="status">
        <span className="mono">{fileName(upload.path)}</span>{" "}
        <span className="muted">
          {bytesText(upload.size)} · {dateText(upload.measurementDate, Date.now())} · {upload.instrument}
        </span>
      </p>
      <div className={`${styles.fields} stack gap-16`}>
        <ReceiptCard upload={upload} listedUuid={trace.record?.uuid ?? null} />
        <p className="muted">
          {unsent > 0 ? setupText.restFollows : setupText.nextFollows}{" "}
          {trace.recordRoute === null ? null : <Link to={trace.recordRoute}>{filesText.seeOnPortal}</Link>}
        </p>
      </div>
    </>
  );
}

/** Until then: how it stands, and what keeps it where something does. */
function StillWaiting() {
  const { data: status } = useHostQuery("status", {});
  const issue = status?.issues?.[0];
  const isSending = (status?.oldestUnsentAt ?? null) !== null;
  return (
    <>
      <h1 className={styles.question}>{isSending ? setupText.sendingFirst : setupText.watchingNow}</h1>
      <p className="muted breaks">{isSending ? setupText.sendingHelp : setupText.watchingHelp}</p>
      <div className={`${styles.fields} stack gap-16`}>
        {issue === undefined ? (
          <Sentence shape={isSending ? "busy" : "idle"} role="status">
            {status?.truth?.sentence ?? ""}
          </Sentence>
        ) : (
          <>
            <Sentence shape="problem" role="alert">
              {issue.message ?? issue.label}
            </Sentence>
            <div>
              <CauseButton issue={issue} />
            </div>
          </>
        )}
      </div>
    </>
  );
}
