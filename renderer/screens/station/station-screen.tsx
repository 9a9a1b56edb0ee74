import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { Status } from "#contract/status.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Mark } from "#renderer/components/mark.tsx";
import { Page } from "#renderer/components/page.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { Problem } from "#renderer/components/problem.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { problemText } from "#renderer/screens/settings/field-names.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { stationText } from "#renderer/text/station.tsx";
import { InstrumentCards } from "./instrument-cards.tsx";
import { Notifications } from "./notifications.tsx";
import { PathRow } from "./path-row.tsx";
import styles from "./station.module.css";
import { Throughput } from "./throughput.tsx";
import { UnsentFiles } from "./unsent-files.tsx";

/** Is my data safe, and if not, what do I do: the way of the files, the instruments, and what happened lately. */
export function StationScreen() {
  const { data: status, error, refetch } = useHostQuery("status", {});
  const { data: activity } = useHostQuery("activity", {}, { everyMs: 60_000 });
  if (status === undefined)
    return (
      <Page title="Station">
        {error === null ? (
          <Panel>
            <SkeletonRows rows={8} />
          </Panel>
        ) : (
          <Problem
            title={stationText.statusUnavailable}
            message={commonText.filesAreSafe(error.message)}
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        )}
      </Page>
    );
  if (status.instruments.length === 0 && status.settingsProblems.length === 0)
    return (
      <Page title="Station">
        <Welcome />
      </Page>
    );
  return (
    <Page title="Station">
      <PathRow status={status} />
      <SettingsProblems problems={status.settingsProblems} />
      {status.instruments.length === 0 ? (
        <Panel>
          <EmptyState shape="held" title={stationText.noInstrumentIsWatched}>
            {stationText.allInstrumentsHaveProblems}
          </EmptyState>
        </Panel>
      ) : (
        <InstrumentCards status={status} activity={activity} />
      )}
      {activity === undefined ? null : <Throughput activity={activity} />}
      <UnsentFiles />
      <Notifications />
    </Page>
  );
}

/** What in the settings cannot be used, with the way there. The rest keeps working. */
function SettingsProblems({ problems }: { readonly problems: Status["settingsProblems"] }) {
  if (problems.length === 0) return null;
  return (
    <section className={styles.problems} aria-label={stationText.problemsInSettings}>
      <StateShape shape="problem" />
      <div>
        <h2>
          {problems.some(({ key }) => key === "")
            ? commonText.settingsFileUnusable
            : problems.length === 1
              ? stationText.oneSettingUnusable
              : stationText.settingsUnusable(problems.length)}
        </h2>
        <ul>
          {problems.map(({ key, message, instrument }) => (
            <li key={`${key} ${message}`}>
              {problemText({ key, message })}
              {instrument === null ? null : <span className="muted"> {commonText.itsFilesStay}</span>}
            </li>
          ))}
        </ul>
        <Link to={problems[0]?.key.startsWith("portal") ? "/settings/portal" : "/settings/instruments"}>
          {stationText.correctInSettings}
        </Link>
      </div>
    </section>
  );
}

/** First start: what this program does, and the two ways to begin. */
function Welcome() {
  return (
    <Panel>
      <div className={`${styles.welcome} stack`}>
        <Mark size={64} />
        <h2>Welcome aboard</h2>
        <p>{stationText.whatSkyferryDoes}</p>
        <div className={`${styles.welcomeActions} wraps`}>
          <Button component={Link} to="/setup">
            {commonText.setUpStation}
          </Button>
          <Button component={Link} to="/setup" variant="default">
            {commonText.tryBuiltInPortal}
          </Button>
        </div>
        <p className="muted">{stationText.setupTakesMinutes}</p>
      </div>
    </Panel>
  );
}
