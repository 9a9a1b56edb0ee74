import { Button } from "@mantine/core";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import type { StatusShown } from "#contract/status.ts";
import { LaterPart } from "#renderer/components/later-part.tsx";
import { BoatMark } from "#renderer/components/mark.tsx";
import { NoneWatched } from "#renderer/components/no-instrument.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { ProblemBox } from "#renderer/components/problem.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { PlotImageKeeper } from "#renderer/plots/use-plot-images.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { todayText } from "#renderer/text/today.tsx";
import { NeedsYou } from "#renderer/uploads/needs-you.tsx";
import { BacklogCard } from "./backlog-card.tsx";
import { Flow } from "./flow.tsx";
import { InstrumentRows } from "./instrument-rows.tsx";
import { Notifications } from "./notifications.tsx";
import { SinceLooked } from "./since-looked.tsx";
import styles from "./today.module.css";
import { TodayHead } from "./today-head.tsx";
import { UnsentFiles } from "./unsent-files.tsx";
import { useNewestDays } from "./use-newest-days.ts";

const loadLastPlots = async () => (await import("./last-plots.tsx")).LastPlots;

/** Fewer instruments leave room for plots in a larger size. */
const manyFrom = 5;

/** Is my data safe, and what must I do? The headline, what needs a person, and how the instruments are. */
export function TodayScreen() {
  const { data: status, error, refetch } = useHostQuery("status", {});
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
            action={<Button onClick={() => void refetch()}>{say("Try again")}</Button>}
          />
        )
      ) : isNothingSetUp(status) ? (
        <Welcome />
      ) : (
        <Station status={status} />
      )}
    </div>
  );
}

function Station({ status }: { readonly status: StatusShown }) {
  const { data: activity } = useHostQuery("activity", {}, { everyMs: 60_000 });
  const newest = useNewestDays(status);
  const { instruments, settingsProblems } = status;
  // The plot of a day that is not over grows: hour by hour it is asked for again.
  const hour = status.now.slice(0, "2026-11-28T04".length);
  return (
    <PlotImageKeeper round={hour}>
      <NeedsYou status={status} />
      <BacklogCard status={status} />
      <SinceLooked />
      {activity === undefined ? null : <Flow status={status} activity={activity} />}
      {instruments.length === 0 ? (
        <Panel>
          <NoneWatched hasProblems={settingsProblems.length > 0} />
        </Panel>
      ) : (
        <InstrumentRows status={status} activity={activity} newest={newest} />
      )}
      <UnsentFiles />
      <Notifications />
      {instruments.length < manyFrom && newest.days.size > 0 ? (
        <LaterPart load={loadLastPlots} props={newest} onFailed={null} />
      ) : null}
    </PlotImageKeeper>
  );
}

/** As the headline has it: files of instruments that left the settings are no station without a past. */
function isNothingSetUp({ instruments, settingsProblems, totals }: StatusShown): boolean {
  const isEmpty = instruments.length === 0 && settingsProblems.length === 0;
  return isEmpty && Object.values(totals).every((count) => count === 0);
}

/** Nothing to watch: what this program does, and the way to begin. */
function Welcome() {
  return (
    <Panel>
      <div className={`${styles.welcome} stack gap-12 text-center`}>
        <BoatMark size={64} />
        <h2>{say("Welcome aboard")}</h2>
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
