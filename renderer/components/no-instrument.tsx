import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { todayText } from "#renderer/text/today.tsx";
import { EmptyState } from "./empty-state.tsx";

/** Shown in place of what instruments bring, while none is set up or none can be used; `help` says what will be there. */
export function NoInstrument({ help }: { readonly help: string }) {
  const { data: status } = useHostQuery("status", {});
  if (status !== undefined && status.settingsProblems.length > 0) return <NoneWatched hasProblems />;
  return (
    <EmptyState
      title={commonText.noInstrumentYet}
      action={
        <Button component={Link} to="/setup">
          {commonText.setUpFirstInstrument}
        </Button>
      }
    >
      {help}
    </EmptyState>
  );
}

/** Settings are there, but no instrument that is watched. */
export function NoneWatched({ hasProblems }: { readonly hasProblems: boolean }) {
  return (
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
  );
}
