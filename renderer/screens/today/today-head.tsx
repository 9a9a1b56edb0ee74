import type { ReactNode } from "react";
import { Link } from "react-router";
import type { StatusShown } from "#contract/status.ts";
import { type FinishedSending, finishedSpan } from "#domain/sending-progress.ts";
import { CauseButton } from "#renderer/components/cause-button.tsx";
import { Clauses } from "#renderer/components/clauses.tsx";
import { spanWithin } from "#renderer/components/format.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { StateShape, useSettling } from "#renderer/components/state-shape.tsx";
import { headlineShape, pauseRemedy } from "#renderer/frame/headline-bar.tsx";
import { wholeBacklogOf } from "#renderer/model/instrument-words.ts";
import { frameText } from "#renderer/text/frame-text.tsx";
import { todayText } from "#renderer/text/today.tsx";
import styles from "./today.module.css";

interface TodayHeadProps {
  readonly status: StatusShown | undefined;
}

/** The headline in display size, and the one quiet line of figures. */
export function TodayHead({ status }: TodayHeadProps) {
  const backlog = status?.tray === "sending" ? wholeBacklogOf(status.sending.progress) : null;
  const shape = status === undefined ? "idle" : headlineShape(status);
  // A page that opens on a tick has seen nothing end.
  const settles = useSettling(status === undefined ? "nothing" : "headline", shape);
  return (
    <div className={`${styles.head} wraps gap-16`} data-headline>
      <span key={shape} className={settles ? "rigid" : "rigid settles"}>
        <StateShape
          shape={shape}
          size={40}
          settles={settles}
          {...(backlog === null ? {} : { progress: backlog.share })}
        />
      </span>
      <div className="grows">
        <h1 className="numbers breaks">
          <span role="status" aria-live="polite">
            {status?.truth.sentence ?? frameText.checkingStation}
          </span>
        </h1>
        {status === undefined ? null : <QuietLine status={status} backlog={backlog?.clauses ?? null} />}
      </div>
      {status?.tray === "paused" ? <CauseButton issue={pauseRemedy} isFirst /> : null}
    </div>
  );
}

interface QuietLineProps {
  readonly status: StatusShown;
  /** Clauses on a backlog. */
  readonly backlog: readonly string[] | null;
}

function finishedWords({ files, tookMs }: Pick<FinishedSending, "files" | "tookMs">): string {
  return todayText.finished(files, spanWithin(finishedSpan(tookMs)));
}

function QuietLine({ status, backlog }: QuietLineProps) {
  const { truth, tray, lastDeliveredAt, instruments, sending } = status;
  const [first, ...rest] = truth.detail ?? [];
  const isGoing = tray === "complete" || tray === "sending";
  const last =
    isGoing && lastDeliveredAt !== null ? todayText.last(<Moment at={lastDeliveredAt} as="ago" />) : null;
  // A host of an older version does not tell.
  const ended = tray === "complete" && sending.finished ? finishedWords(sending.finished) : null;
  const isFirstAwaited =
    tray === "waiting" &&
    instruments.length > 0 &&
    instruments.every(({ lastFileAt }) => lastFileAt === null);
  if (isFirstAwaited && first === undefined)
    return (
      <p className={`${styles.quiet} capital muted text-head`}>
        {todayText.waitsForFirst(<Link to="/settings/instruments">{todayText.checkTheFolders}</Link>)}
      </p>
    );
  // The backlog says with its bytes and time what the other clauses say without.
  const clauses: readonly ReactNode[] =
    backlog === null ? [first, last, ended, ...rest] : [first, last, ...backlog];
  return (
    <p className={`${styles.quiet} capital muted text-head numbers`}>
      <Clauses clauses={clauses} />
    </p>
  );
}
