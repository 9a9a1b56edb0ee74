import { Button } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Page } from "#renderer/components/page.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { frameText } from "#renderer/text/frame-text.tsx";

/** An address that leads nowhere: an old link, or a mistyped one. */
export function NoSuchPage() {
  const { pathname } = useLocation();
  return (
    <Page title={frameText.pageNotFound}>
      <Panel>
        <EmptyState
          title={frameText.noPageHere}
          action={
            <Button component={Link} to="/">
              {frameText.goToToday}
            </Button>
          }
        >
          {frameText.addressDoesNotExist(<span className="mono">{pathname}</span>)}
        </EmptyState>
      </Panel>
    </Page>
  );
}
