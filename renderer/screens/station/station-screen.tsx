import { Button } from "@mantine/core";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Page } from "#renderer/components/page.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { Trouble } from "#renderer/components/trouble.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { stationText } from "#renderer/text/station.tsx";
import { InstrumentCards } from "./instrument-cards.tsx";
import { Notifications } from "./notifications.tsx";
import { PathRow } from "./path-row.tsx";
import { SettingsProblems } from "./settings-problems.tsx";
import { Throughput } from "./throughput.tsx";
import { UnsentFiles } from "./unsent-files.tsx";
import { Welcome } from "./welcome.tsx";

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
          <Trouble
            title={stationText.statusNotAvailable}
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
