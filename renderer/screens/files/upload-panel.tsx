import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { clockText, secondText } from "#base/text.ts";
import type { JournalEntry } from "#contract/journal.ts";
import { causeWords } from "#domain/cause.ts";
import { canCancel, canRetry } from "#domain/upload.ts";
import { localText } from "#renderer/components/format.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { Problem } from "#renderer/components/problem.tsx";
import { SidePanel } from "#renderer/components/side-panel.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { eventSentence, eventShape } from "#renderer/text/events.ts";
import { filesText } from "#renderer/text/files.ts";
import { ruleName, type UploadRow } from "#renderer/text/states.ts";
import { fileName } from "./file-path.ts";
import { StageStrip } from "./stage-strip.tsx";
import { UploadFacts } from "./upload-facts.tsx";
import styles from "./upload-panel.module.css";
import { statusOf } from "./upload-status.ts";
import { useFileReveal } from "./use-file-reveal.ts";
import { useUploadCalls } from "./use-upload-calls.ts";

interface UploadPanelProps {
  readonly id: string;
  /** The rules are shown at once. */
  readonly isExplained: boolean;
  readonly onClose: () => void;
  /** Outside the queue: a way there. */
  readonly linksToQueue?: boolean;
}

/** The whole history of one upload: what happened, what comes next, what can be done, and its journal. */
export function UploadPanel({ id, isExplained, onClose, linksToQueue = false }: UploadPanelProps) {
  const { data, error } = useHostQuery("upload", { id });
  const title = data === undefined ? "Upload" : fileName(data.upload.path);
  return (
    <SidePanel title={title} label="Upload" onClose={onClose}>
      {data !== undefined ? (
        <div className={`${styles.parts} stack`}>
          <Status upload={data.upload} isExplained={isExplained} linksToQueue={linksToQueue} />
          <UploadHistory id={id} said={data.upload.failure?.message ?? null} />
          <UploadFacts upload={data.upload} />
          <UploadJournal entries={data.journal} />
        </div>
      ) : error === null ? (
        <SkeletonRows rows={5} />
      ) : (
        <Problem title={filesText.uploadUnavailable} message={error.message} />
      )}
    </SidePanel>
  );
}

interface StatusProps {
  readonly upload: UploadRow;
  readonly isExplained: boolean;
  readonly linksToQueue: boolean;
}

/** State, what stopped it in our words and the portal's own, and the buttons. */
function Status({ upload, isExplained, linksToQueue }: StatusProps) {
  const { failure } = upload;
  const { data: status } = useHostQuery("status", {});
  const { label, shape, meaning } = statusOf(upload, (status?.holds.length ?? 0) > 0);
  const { retry, cancel, sendAgain, isBusy } = useUploadCalls();
  const reveal = useFileReveal(upload);
  const [explains, setExplains] = useState(isExplained);
  const filter = { ids: [upload.id] };
  const isHeldBack = failure?.cause === "content-check";
  return (
    <section className={`${styles.status} stack`} aria-label="Status">
      <p className={`${styles.state} wraps`}>
        <StateShape shape={shape} />
        <strong>{label}.</strong> <span className="muted">{meaning}</span>
      </p>
      <StageStrip upload={upload} />
      {failure === null ? null : (
        <div className={styles.failure} data-problem={failure.needsYou}>
          <p>{failure.message === "" ? `${causeWords(failure.cause).title}.` : failure.message}</p>
          {failure.portalMessage === null ? null : (
            <figure className={styles.quote}>
              <figcaption>{filesText.thePortalSays}</figcaption>
              <blockquote>{failure.portalMessage}</blockquote>
            </figure>
          )}
        </div>
      )}
      {upload.content === null || isHeldBack ? null : (
        <p className={styles.failure} data-problem={!upload.content.isAllowed}>
          {filesText.contentFinding(upload.content.reason)}
        </p>
      )}
      <div className={`${styles.actions} wraps`}>
        {canRetry(upload.state) ? (
          <Button
            size="compact-sm"
            loading={isBusy}
            leftSection={<Icon name="retry" size={14} />}
            onClick={() => retry(filter, isHeldBack)}
          >
            {isHeldBack ? filesText.sendThisAnyway : "Retry"}
          </Button>
        ) : null}
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
          aria-expanded={explains}
          onClick={() => setExplains(!explains)}
        >
          Explain
        </Button>
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
            Cancel
          </Button>
        ) : null}
        {linksToQueue ? (
          <Button size="compact-sm" variant="subtle" component={Link} to={`/files?upload=${upload.id}`}>
            {filesText.showInFiles}
          </Button>
        ) : null}
      </div>
      {explains ? <UploadExplanation path={reveal.path ?? upload.path} /> : null}
    </section>
  );
}

/** Why a file is, or is not, sent: each rule in turn, the verdict, and what comes next. `path` absolute where known. */
function UploadExplanation({ path }: { readonly path: string }) {
  const { data, error } = useHostQuery("explain", { path });
  if (data === undefined)
    return error === null ? <SkeletonRows rows={3} /> : <p className="muted">{error.message}</p>;
  return (
    <section className={`${styles.explanation} stack`} aria-label="Explanation">
      <ol className="plain">
        {data.rules.map(({ name, passed, detail }) => (
          <li key={name} className={styles.rule}>
            <StateShape shape={passed ? "done" : "over"} size={14} label={passed ? "Passed" : "Not passed"} />
            <p>
              <strong>{ruleName(name)}:</strong> <span className="muted">{detail}</span>
            </p>
          </li>
        ))}
      </ol>
      <p>{data.verdict}</p>
      {data.next === null ? null : (
        <p className="muted">
          {data.next.what}
          {data.next.at === null ? null : (
            <>
              {" "}
              <Moment at={data.next.at} as="in" />
            </>
          )}
          .
        </p>
      )}
    </section>
  );
}

/** Every line of one upload, oldest first. */
function UploadJournal({ entries }: { readonly entries: readonly JournalEntry[] }) {
  return (
    <section aria-label="Journal">
      <h3>Journal</h3>
      <ol className={`${styles.journal} plain`}>
        {entries.map((entry, index) => {
          const day = entry.at.slice(0, 10);
          const isNewDay = entries[index - 1]?.at.slice(0, 10) !== day;
          return (
            <li key={entry.seq}>
              {isNewDay ? <p className={styles.day}>{day}</p> : null}
              <div className={styles.line}>
                <StateShape shape={eventShape(entry)} size={12} />
                <time
                  className="numbers muted"
                  dateTime={entry.at}
                  title={`${secondText(entry.at)}\n${localText(entry.at)}`}
                >
                  {entry.at.slice(11, 19)}
                  <span className="said"> {clockText(entry.at)}</span>
                </time>
                <span>{eventSentence(entry)}</span>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface UploadHistoryProps {
  readonly id: string;
  /** What is shown above the history already, and is not said again in it. */
  readonly said: string | null;
}

/** Its way in sentences, in the order of time; the last ones say what comes next. */
function UploadHistory({ id, said }: UploadHistoryProps) {
  const { data, error } = useHostQuery("upload.history", { id });
  return (
    <section aria-label="History">
      <h3>History</h3>
      {data === undefined ? (
        <p className="muted">{error === null ? "…" : error.message}</p>
      ) : (
        <ol className={`${styles.history} plain`}>
          {data.sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences may be alike, and are only added at the end
            <li key={index}>{without(sentence, said)}</li>
          ))}
        </ol>
      )}
    </section>
  );
}

function without(sentence: string, said: string | null): string {
  if (said === null || said === "" || !sentence.endsWith(said)) return sentence;
  return sentence
    .slice(0, -said.length)
    .trim()
    .replace(/ Reason:$/, "");
}
