import { Button } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Page } from "#renderer/components/page.tsx";
import { Panel } from "#renderer/components/panel.tsx";

/** An address that leads nowhere: an old link, or a mistyped one. */
export function NoSuchPage() {
  const { pathname } = useLocation();
  return (
    <Page title="No such page">
      <Panel>
        <EmptyState
          title="There is no page here"
          action={
            <Button component={Link} to="/">
              Go to the Station page
            </Button>
          }
        >
          Nothing is shown at <span className="mono">{pathname}</span>. Files are sent as before.
        </EmptyState>
      </Panel>
    </Page>
  );
}
