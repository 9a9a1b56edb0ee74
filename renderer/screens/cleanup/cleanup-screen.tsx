import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { CleanupFound } from "#contract/cleanup-lists.ts";
import type { Input, Output } from "#contract/methods.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { Page } from "#renderer/components/page.tsx";
import { PendingPage } from "#renderer/components/problem.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { useNow } from "#renderer/components/use-now.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { cleanupText } from "#renderer/text/cleanup-text.ts";
import { commonText } from "#renderer/text/common.ts";
import styles from "./cleanup.module.css";
import { type Choice, CleanupChoice } from "./cleanup-choice.tsx";
import { CleanupAnswer, CleanupMonths } from "./cleanup-months.tsx";
import { CleanupLater, CleanupOutlook } from "./cleanup-outlook.tsx";
import { CleanupSteps } from "./cleanup-steps.tsx";

const defaults: Choice = { olderThanDays: 30, require: "processed", instrument: null };
const dayMs = 86_400_000;

interface How {
  readonly now: boolean;
  readonly waits: boolean;
}

/** Says which files may be removed, by month and instrument, and why the others are kept. It removes none. */
export function CleanupScreen() {
  const [isRunning, setRunning] = useState(true);
  const { data, error } = useHostQuery("cleanup.read", {}, { everyMs: isRunning ? 1_000 : 30_000 });
  const [chosen, setChosen] = useState<Partial<Choice>>({});
  const start = useHostCall("cleanup.start", ["cleanup.read"]);
  const stop = useHostCall("cleanup.stop", ["cleanup.read"]);
  if (data !== undefined && data.running !== isRunning) setRunning(data.running);
  const asked: Choice = data?.asked ?? defaults;
  const choice: Choice = { ...asked, ...chosen };
  const wish = (how: How): Input<"cleanup.start"> => ({
    olderThanDays: choice.olderThanDays,
    require: choice.require,
    instrument: choice.instrument,
    ...how,
  });
  const failed = ({ message }: Error) => notifications.show({ message });
  const begin = (how: How) => start.mutate(wish(how), { onSuccess: () => setRunning(true), onError: failed });
  const askNow = () =>
    stop.mutate({}, { onSuccess: () => begin({ now: true, waits: false }), onError: failed });
  const result = data?.result ?? null;
  const look = (
    <Button loading={start.isPending} onClick={() => begin({ now: false, waits: true })}>
      {result === null ? cleanupText.look : cleanupText.lookAgain}
    </Button>
  );
  return (
    <Page title={titleOf(result)} help="pages#what-may-be-removed">
      {data === undefined ? (
        <PendingPage title={cleanupText.notShown} error={error} />
      ) : (
        <>
          <div className="ends wraps gap-16">
            <CleanupChoice choice={choice} onChange={(change) => setChosen({ ...chosen, ...change })} />
            {data.running ? null : <div className="pushed">{look}</div>}
          </div>
          <LookState
            state={data}
            onStop={() => stop.mutate({}, { onError: failed })}
            onAskNow={askNow}
            isPending={start.isPending || stop.isPending}
          />
          {result === null ? (
            <>
              {data.running ? null : (
                <p>
                  <strong>{cleanupText.notLooked}</strong>{" "}
                  <span className="muted">{cleanupText.notLookedHelp}</span>
                </p>
              )}
              <CleanupOutlook choice={choice} isAsked={false} />
            </>
          ) : (
            <Found found={result} asked={asked} isOfChoice={isSame(choice, asked)} />
          )}
        </>
      )}
    </Page>
  );
}

function titleOf(found: CleanupFound | null): string {
  if (found === null || found.unanswered !== null) return cleanupText.title;
  return found.files === 0 ? cleanupText.nothing : cleanupText.mayBeRemoved(found.files, found.bytes);
}

function isSame(a: Choice, b: Choice): boolean {
  return a.olderThanDays === b.olderThanDays && a.require === b.require && a.instrument === b.instrument;
}

interface LookStateProps {
  readonly state: Output<"cleanup.read">;
  readonly isPending: boolean;
  readonly onStop: () => void;
  readonly onAskNow: () => void;
}

/** How far the look is, or until when it waits. */
function LookState({ state, isPending, onStop, onAskNow }: LookStateProps) {
  const { running, progress, waitsUntil } = state;
  if (!running) return null;
  return (
    <div className="pad-12 surface wraps">
      <div className="grows">
        <Sentence shape="busy" role="status">
          {waitsUntil !== null ? (
            <>
              {cleanupText.waits} <Moment at={waitsUntil} as="in" />.
            </>
          ) : progress === null ? (
            cleanupText.begins
          ) : (
            cleanupText.looking(progress.decided, progress.lists.done, progress.lists.all)
          )}
        </Sentence>
        <p className="note">{cleanupText.slow}</p>
      </div>
      {waitsUntil === null ? null : (
        <Button variant="default" loading={isPending} onClick={onAskNow}>
          {cleanupText.askNow}
        </Button>
      )}
      <Button variant="default" disabled={isPending} onClick={onStop}>
        {cleanupText.stop}
      </Button>
    </div>
  );
}

interface FoundProps {
  readonly found: CleanupFound;
  readonly asked: Choice;
  readonly isOfChoice: boolean;
}

function Found({ found, asked, isOfChoice }: FoundProps) {
  const nowMs = useNow();
  const isOld = nowMs - Date.parse(found.asOf) > dayMs;
  return (
    <>
      {found.unanswered === null ? null : (
        <div className="tone-wait">
          <Sentence shape="away" role="alert">
            <strong>{cleanupText.portalAway}</strong> {commonText.filesAreSafe(found.unanswered)}
          </Sentence>
        </div>
      )}
      <div>
        <p>
          {cleanupText.removesNothing} {found.files === 0 ? null : cleanupText.yours}{" "}
          <span className="muted">
            {cleanupText.as} <Moment at={found.asOf} as="short" />.
          </span>
        </p>
        {isOld ? <Sentence shape="problem">{cleanupText.tooOld}</Sentence> : null}
        {isOfChoice ? null : <Sentence shape="notice">{cleanupText.otherChoice}</Sentence>}
      </div>
      {found.months.length === 0 ? (
        <CleanupOutlook choice={asked} isAsked />
      ) : (
        <>
          <div className={`${styles.answer} gap-16`}>
            <CleanupAnswer found={found} olderThanDays={asked.olderThanDays} />
            {found.files === 0 ? (
              <CleanupLater found={found} olderThanDays={asked.olderThanDays} />
            ) : (
              <CleanupSteps found={found} />
            )}
          </div>
          <CleanupMonths months={found.months} />
        </>
      )}
    </>
  );
}
