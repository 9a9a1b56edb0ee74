import { Button } from "@mantine/core";
import { Link } from "react-router";
import { commonText } from "#renderer/text/common.ts";
import { EmptyState } from "./empty-state.tsx";

/** Shown in place of what instruments bring, while none is set up; `help` says what will be there. */
export function NoInstrument({ help }: { readonly help: string }) {
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
