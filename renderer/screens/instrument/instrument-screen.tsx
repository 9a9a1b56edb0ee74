import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { StatusShown } from "#contract/status.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Page } from "#renderer/components/page.tsx";
import { PendingPage } from "#renderer/components/problem.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useAddress } from "#renderer/store/use-address.ts";
import { instrumentText } from "#renderer/text/instrument.tsx";
import { DayAxis } from "#renderer/uploads/day-axis.tsx";
import { filesAddress } from "#renderer/uploads/files-filter.ts";
import { NeedsYou } from "#renderer/uploads/needs-you.tsx";
import { InstrumentCard } from "./instrument-facts.tsx";
import { InstrumentHead } from "./instrument-head.tsx";
import { MadeOfInstrument } from "./made-of-instrument.tsx";
import { Watched } from "./watched.tsx";
import { YearCalendar } from "./year-calendar.tsx";

/** Everything about one instrument or model: how it is, its year, its day, and what the portal made of its files. */
export function InstrumentScreen() {
  const [address] = useAddress();
  const name = address.get("name") ?? "";
  return <OneInstrument key={name} name={name} />;
}

function OneInstrument({ name }: { readonly name: string }) {
  const { data: status, error } = useHostQuery("status", {});
  const { data: activity } = useHostQuery("activity", {}, { everyMs: 60_000 });
  if (status === undefined)
    return (
      <Page title={name}>
        <PendingPage title={instrumentText.notShown} error={error} />
      </Page>
    );
  const instrument = status.instruments.find((one) => one.name === name);
  if (instrument === undefined) return <NotWatched name={name} status={status} />;
  const own = activity?.instruments.find((one) => one.name === name);
  const sharers = (activity?.instruments ?? [])
    .filter((one) => one.name !== name && one.pid !== "" && one.pid === own?.pid)
    .map((one) => one.name);
  const issues = status.issues.filter(
    (issue) => issue.instrument === name || issue.filter.instrument === name,
  );
  return (
    <Page title={name} head={<InstrumentHead instrument={instrument} activity={own} status={status} />}>
      <NeedsYou status={{ ...status, issues }} of={name} />
      <InstrumentCard instrument={instrument} activity={own} sharers={sharers} />
      {instrument.kind === "model" ? null : (
        <>
          <DayAxis instrument={name} growing={instrument.growing} />
          <YearCalendar instrument={name} />
          <MadeOfInstrument instrument={instrument} />
        </>
      )}
      <Watched instrument={instrument} />
    </Page>
  );
}

/** An instrument whose settings have a problem, or a name that the settings do not have. */
function NotWatched({ name, status }: { readonly name: string; readonly status: StatusShown }) {
  const problems = status.settingsProblems.filter(({ instrument }) => instrument === name);
  const isLeftOut = problems.length > 0;
  return (
    <Page title={isLeftOut ? name : instrumentText.notFound}>
      <EmptyState
        shape={isLeftOut ? "problem" : "idle"}
        title={isLeftOut ? instrumentText.leftOut : name || instrumentText.unnamed}
        action={
          <div className="wraps">
            <Button component={Link} to={isLeftOut ? "/settings/instruments" : "/"}>
              {isLeftOut ? instrumentText.correctSettings : instrumentText.goToToday}
            </Button>
            {name === "" ? null : (
              <Button component={Link} variant="default" to={filesAddress({ instrument: name })}>
                {instrumentText.showFiles}
              </Button>
            )}
          </div>
        }
      >
        {isLeftOut
          ? [...problems.map(({ message }) => message), instrumentText.leftOutHelp].join(" ")
          : instrumentText.notFoundHelp}
      </EmptyState>
    </Page>
  );
}
