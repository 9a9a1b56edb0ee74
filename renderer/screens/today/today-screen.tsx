import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { StatusShown } from "#contract/status.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { BoatMark } from "#renderer/components/mark.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { ProblemBox } from "#renderer/components/problem.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { todayText } from "#renderer/text/today.tsx";
import { NeedsYou } from "#renderer/uploads/needs-you.tsx";
import { Flow } from "./flow.tsx";
import { InstrumentRows } from "./instrument-rows.tsx";
import { Notifications } from "./notifications.tsx";
import { SinceLooked } from "./since-looked.tsx";
import styles from "./today.module.css";
import { TodayHead } from "./today-head.tsx";
import { UnsentFiles } from "./unsent-files.tsx";

/** Is my data safe, and what must I do? The headline, what needs a person, and how the instruments are. */
export function TodayScreen() {
  const { data: status, error, refetch } = useHostQuery("status", {});
  const { data: activity } = useHostQuery("activity", {}, { everyMs: 60_000 });
  return (
    <div className={`${styles.page} stack gap-16`}>
      <TodayHead status={status} />
      {status === undefined ? (
        error === null ? (
          <Panel>
            <SkeletonRows rows={8} />
          </Panel>
        ) : (
          <ProblemBox
            title={todayText.statusUnavailable}
            message={commonText.filesAreSafe(error.message)}
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        )
      ) : isNothingSetUp(status) ? (
        <Welcome />
      ) : (
        <>
          <NeedsYou status={status} />
          <SinceLooked />
          {activity === undefined ? null : <Flow status={status} activity={activity} />}
          {status.instruments.length === 0 ? (
            <NoneWatched hasProblems={status.settingsProblems.length > 0} />
          ) : (
            <InstrumentRows status={status} activity={activity} />
          )}
          <UnsentFiles />
          <Notifications />
        </>
      )}
    </div>
  );
}

/** As the headline has it: files of instruments that left the settings are no station without a past. */
function isNothingSetUp({ instruments, settingsProblems, totals }: StatusShown): boolean {
  const isEmpty = instruments.length === 0 && settingsProblems.length === 0;
  return isEmpty && Object.values(totals).every((count) => count === 0);
}

function NoneWatched({ hasProblems }: { readonly hasProblems: boolean }) {
  return (
    <Panel>
      <EmptyState
        shape={hasProblems ? "problem" : "idle"}
        title={todayText.noInstrumentIsWatched}
        action={
          <Button component={Link} to="/settings/instruments">
            {todayText.openInstruments}
          </Button>
        }
      >
        {hasProblems ? todayText.allInstrumentsHaveProblems : todayText.noInstrumentInSettings}
      </EmptyState>
    </Panel>
  );
}

/** Nothing to watch: what this program does, and the way to begin. */
function Welcome() {
  return (
    <Panel>
      <div className={`${styles.welcome} stack gap-12 text-center`}>
        <BoatMark size={64} />
        <h2>Welcome aboard</h2>
        <p>{todayText.whatSkyferryDoes}</p>
        <div className={`${styles.welcomeActions} wraps`}>
          <Button component={Link} to="/setup">
            {commonText.setUpStation}
          </Button>
        </div>
        <p className="muted">{todayText.nothingIsSentYet}</p>
      </div>
    </Panel>
  );
}
