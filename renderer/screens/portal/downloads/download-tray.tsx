import { ActionIcon, Button } from "@mantine/core";
import { useState } from "react";
import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { type Shape, StateShape } from "#renderer/components/state-shape.tsx";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./downloads.module.css";
import { allOf, endedOf, type JobShown, jobSentence } from "./items.ts";
import { JobFiles } from "./job-files.tsx";

/** Downloads that run and that have ended, at the foot of the page; not there while there is none. */
export function DownloadTray() {
  const { data } = useHostQuery("downloads.list", {});
  const [sinceMs] = useState(Date.now);
  const [wish, setWish] = useState<boolean | null>(null);
  const jobs = data?.jobs ?? [];
  const [newest] = jobs;
  if (newest === undefined) return null;
  // A download that ended before this page was opened is old news: one line of it is enough.
  const isOpen = wish ?? jobs.some(({ endedAt }) => endedAt === null || Date.parse(endedAt) > sinceMs);
  const running = jobs.filter(({ state }) => state === "running").length;
  return (
    <section className={`${styles.tray} rigid`} aria-label={say("Downloads")}>
      <header className={`${styles.head} row gap-12`}>
        <h2>{say("Downloads")}</h2>
        <p className="muted" role="status">
          {running > 0
            ? isOpen
              ? sayNodes("{running, plural, one {# download} other {# downloads}} running.", { running })
              : sayNodes("{running, plural, one {# download} other {# downloads}} running. {newest}", {
                  running,
                  newest: jobSentence(newest),
                })
            : isOpen
              ? sayNodes("{length, plural, one {# download} other {# downloads}} ended.", {
                  length: jobs.length,
                })
              : sayNodes("{length, plural, one {# download} other {# downloads}} ended. {newest}", {
                  length: jobs.length,
                  newest: jobSentence(newest),
                })}
        </p>
        <ActionIcon
          aria-label={isOpen ? portalText.hideTheDownloads : portalText.showTheDownloads}
          aria-expanded={isOpen}
          onClick={() => setWish(!isOpen)}
        >
          <Icon name={isOpen ? "down" : "up"} size={16} />
        </ActionIcon>
      </header>
      {isOpen ? (
        <ul className="plain">
          {jobs.map((job) => (
            <JobLine key={job.id} job={job} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function JobLine({ job }: { readonly job: JobShown }) {
  const [wish, setWish] = useState<boolean | null>(null);
  // A download that failed says why without being asked.
  const areFilesShown = wish ?? (job.state !== "running" && job.counts.failed > 0);
  const { data: facts } = useHostQuery("shell.facts", {}, { staleMs: 600_000 });
  const cancel = useHostCall("downloads.cancel", ["downloads.list", "downloads.files"]);
  const retry = useHostCall("downloads.retry", ["downloads.list", "downloads.files"]);
  const clear = useHostCall("downloads.clear", ["downloads.list"]);
  const reveal = useHostCall("shell.reveal", []);
  const error = cancel.error ?? retry.error ?? clear.error ?? reveal.error;
  const all = allOf(job);
  const left = all - job.counts.verified - job.counts.wasThere;
  const progress =
    job.totalBytes === 0 ? endedOf(job) / Math.max(1, all) : job.receivedBytes / job.totalBytes;
  return (
    <li className={`${styles.job} lines`}>
      <div className="row starts gap-12">
        <StateShape shape={shapeOf(job)} progress={progress} />
        <div className="grows">
          <p className="numbers">{jobSentence(job)}</p>
          <p className="clipped muted" title={job.folder}>
            {job.folder}
          </p>
          {job.message === null ? null : <p className="breaks">{job.message}</p>}
          {error === null ? null : <p className="breaks">{error.message}</p>}
        </div>
        <div className={`${styles.actions} wraps to-end rigid`}>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={areFilesShown}
            onClick={() => setWish(!areFilesShown)}
          >
            {areFilesShown ? say("Hide files") : say("Show files")}
          </Button>
          {facts?.canReveal === true ? (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<Icon name="folder" size={12} />}
              onClick={() => reveal.mutate({ path: job.folder })}
            >
              {say("Open folder")}
            </Button>
          ) : null}
          {job.state === "running" ? (
            <Button size="compact-xs" variant="default" onClick={() => cancel.mutate({ id: job.id })}>
              {say("Cancel")}
            </Button>
          ) : (
            <>
              {left > 0 ? (
                <Button size="compact-xs" variant="default" onClick={() => retry.mutate({ id: job.id })}>
                  {job.state === "done"
                    ? sayNodes("Retry {left, plural, one {# failed file} other {# failed files}}", { left })
                    : portalText.downloadOthers(countText(left))}
                </Button>
              ) : null}
              <Button size="compact-xs" variant="default" onClick={() => clear.mutate({ id: job.id })}>
                {portalText.removeFromTheList}
              </Button>
            </>
          )}
        </div>
      </div>
      {job.state === "running" ? (
        <div
          className={`${styles.progress} clips`}
          role="progressbar"
          aria-label={say("Download")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(progress * 100)}
        >
          <span style={{ width: `${Math.min(100, progress * 100)}%` }} />
        </div>
      ) : null}
      {areFilesShown ? <JobFiles job={job} /> : null}
    </li>
  );
}

function shapeOf({ state, counts }: JobShown): Shape {
  if (state === "running") return "busy";
  if (state === "cancelled") return "over";
  return state === "stopped" || counts.failed > 0 ? "problem" : "done";
}
