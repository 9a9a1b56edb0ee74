import { Button } from "@mantine/core";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { causeWords } from "#domain/cause.ts";
import { firstActionOf } from "#domain/refusal.ts";
import { canCancel, canRetry, isFailed } from "#domain/upload.ts";
import { CauseButton } from "#renderer/components/cause-button.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { ProblemBox } from "#renderer/components/problem.tsx";
import { SidePanel } from "#renderer/components/side-panel.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { StateShape, useSettling } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { filesText } from "#renderer/text/files.ts";
import type { UploadRow } from "#renderer/text/states.ts";
import { fileName } from "./file-path.ts";
import { ReceiptCard } from "./receipt-card.tsx";
import { StageStrip } from "./stage-strip.tsx";
import { UploadFacts } from "./upload-facts.tsx";
import styles from "./upload-panel.module.css";
import { UploadProducts } from "./upload-products.tsx";
import { retryHelps, retryIsFirst, stopOf, uploadStatusOf } from "./upload-status.ts";
import { UploadTimeline } from "./upload-timeline.tsx";
import { useFileReveal } from "./use-file-reveal.ts";
import { type PortalTrace, usePortalTrace } from "./use-portal-trace.ts";
import { useUploadCalls } from "./use-upload-calls.ts";

interface UploadPanelProps {
  readonly id: string;
  /** The rules are shown at once. */
  readonly isExplained: boolean;
  readonly onClose: () => void;
  /** Outside the queue: a way there. */
  readonly linksToQueue?: boolean;
}

/** An upload: how it stands, what can be done, what the portal has of it, and its way there in one line of time. */
export function UploadPanel({ id, isExplained, onClose, linksToQueue = false }: UploadPanelProps) {
  const { data, error } = useHostQuery("upload", { id });
  const title = data === undefined ? say("Upload") : fileName(data.upload.path);
  return (
    <SidePanel title={title} label={say("Upload")} onClose={onClose}>
      {data !== undefined ? (
        <div className={`${styles.parts} stack gap-20`}>
          <Parts upload={data.upload} isExplained={isExplained} linksToQueue={linksToQueue} />
        </div>
      ) : error === null ? (
        <SkeletonRows rows={5} />
      ) : (
        <ProblemBox title={filesText.uploadUnavailable} message={error.message} />
      )}
    </SidePanel>
  );
}

interface PartsProps {
  readonly upload: UploadRow;
  readonly isExplained: boolean;
  readonly linksToQueue: boolean;
}

function Parts({ upload, isExplained, linksToQueue }: PartsProps) {
  const trace = usePortalTrace(upload);
  const reveal = useFileReveal(upload);
  return (
    <>
      <Status upload={upload} trace={trace} linksToQueue={linksToQueue} />
      <ReceiptCard upload={upload} />
      <UploadProducts products={trace.products} />
      <UploadTimeline
        upload={upload}
        path={reveal.path ?? upload.path}
        trace={trace}
        isExplained={isExplained}
      />
      <UploadFacts upload={upload} />
    </>
  );
}

interface StatusProps {
  readonly upload: UploadRow;
  readonly trace: PortalTrace;
  readonly linksToQueue: boolean;
}

/** State, what stopped it in our words and the portal's own, and the buttons. */
function Status({ upload, trace, linksToQueue }: StatusProps) {
  const { failure } = upload;
  const { data: status } = useHostQuery("status", {});
  const { label, shape, meaning } = uploadStatusOf(upload, stopOf(status, upload.instrument));
  const settles = useSettling(upload.id, shape);
  const { retry, cancel, sendAgain, isBusy } = useUploadCalls();
  const reveal = useFileReveal(upload);
  const filter = { ids: [upload.id] };
  const isHeldBack = canRetry(upload.state) && failure?.cause === "content-check";
  return (
    <section className="stack gap-12" aria-label={say("Status")}>
      <p className={`${styles.state} wraps`}>
        <StateShape shape={shape} settles={settles} />
        <strong>{label}.</strong> <span className="muted">{meaning}</span>
      </p>
      <StageStrip upload={upload} />
      {failure === null ? null : (
        <div className={`breaks ${failure.needsYou ? "tone-problem" : "tone-wait"}`}>
          <p>{failure.message === "" ? `${say(causeWords(failure.cause).title)}.` : failure.message}</p>
          {failure.portalMessage === null ? null : (
            <figure className={styles.quote}>
              <figcaption className="muted text-small">{filesText.thePortalSays}</figcaption>
              <blockquote>{failure.portalMessage}</blockquote>
            </figure>
          )}
        </div>
      )}
      {upload.content === null || isHeldBack ? null : (
        <p className={`breaks ${upload.content.isAllowed ? "tone-wait" : "tone-problem"}`}>
          {filesText.contentFinding(upload.content.reason)}
        </p>
      )}
      <div className="wraps">
        <Remedy upload={upload} />
        {isHeldBack || retryHelps(upload) ? (
          <Button
            size="compact-sm"
            variant={isHeldBack || retryIsFirst(upload) ? "filled" : "default"}
            loading={isBusy}
            data-key="r"
            leftSection={<Icon name="retry" size={14} />}
            onClick={() => retry(filter, isHeldBack)}
          >
            {isHeldBack ? filesText.sendThisAnyway : say("Retry")}
          </Button>
        ) : null}
        {trace.recordRoute === null ? null : (
          <Button
            size="compact-sm"
            component={Link}
            to={trace.recordRoute}
            leftSection={<Icon name="portal" size={14} />}
          >
            {filesText.seeOnPortal}
          </Button>
        )}
        {upload.state === "delivered" ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={isBusy}
            leftSection={<Icon name="retry" size={14} />}
            title={filesText.sendAgainHelp}
            onClick={() => sendAgain([upload.id])}
          >
            {filesText.sendAgain}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name={reveal.icon} size={14} />}
          disabled={reveal.path === null}
          onClick={reveal.run}
        >
          {reveal.label}
        </Button>
        {canCancel(upload.state) ? (
          <Button size="compact-sm" variant="default" onClick={() => cancel(filter)}>
            {say("Cancel")}
          </Button>
        ) : null}
        {linksToQueue ? (
          <Button size="compact-sm" variant="subtle" component={Link} to={`/files?upload=${upload.id}`}>
            {filesText.showInFiles}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** Button for the first action about its cause, where that is more than to look at the file or to try again. */
function Remedy({ upload: { failure, instrument, state } }: { readonly upload: UploadRow }) {
  if (failure === null || !isFailed(state)) return null;
  const action = firstActionOf(failure);
  if (action === "show-files" || action === "retry") return null;
  const filter = { states: [state], cause: failure.cause, instrument };
  return <CauseButton issue={{ action, count: 1, filter, instrument }} isFirst />;
}
