import { Button } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Page } from "#renderer/components/page.tsx";
import { Panel } from "#renderer/components/panel.tsx";

/** An address that leads nowhere: an old link, or a mistyped one. */
export function NoSuchPage() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found">
      <Panel>
        <EmptyState
          title="There is no page at this address"
          action={
            <Button component={Link} to="/">
              Go to the Station page
            </Button>
          }
        >
          The address <span className="mono">{pathname}</span> does not exist. Sending is not affected.
        </EmptyState>
      </Panel>
    </Page>
  );
}
