import { Button, Tabs } from "@mantine/core";
import type { ComponentType } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { say } from "#base/say.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { LaterPart } from "#renderer/components/later-part.tsx";
import { Page } from "#renderer/components/page.tsx";
import { NotShown } from "#renderer/components/problem.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { frameText } from "#renderer/text/frame-text.tsx";
import { portalText } from "#renderer/text/portal.ts";
import { DownloadTray } from "./downloads/download-tray.tsx";
import { FileTab } from "./list/file-tab.tsx";
import { PlotTab } from "./plots/plot-tab.tsx";
import styles from "./portal.module.css";
import { addressOfTab, type TabId, tabOf, tabs } from "./tabs.ts";

const loadSites = async () => (await import("./sites/site-tab.tsx")).SiteTab;
const loadCatalogue = async () => (await import("./catalogue/catalogue-tab.tsx")).CatalogueTab;

/** Products that the portal made of the data, and everything else that it publishes. */
export function PortalScreen() {
  const { tab: word } = useParams();
  const tab = tabOf(word);
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const { data: portal } = useHostQuery("portal.address", {}, { staleMs: 60_000 });
  if (portal?.url === null)
    return (
      <Page title={say("Data")} help="pages#data">
        <EmptyState
          title={portalText.noPortalYet}
          action={
            <Button component={Link} to="/settings/portal">
              {portalText.enterThePortalAddress}
            </Button>
          }
        >
          {portalText.noPortalHelp}
        </EmptyState>
      </Page>
    );
  return (
    <Page title={say("Data")} help="pages#data" fills>
      <Tabs
        className={`${styles.tabs} fills gap-12`}
        value={tab}
        onChange={(next) => void navigate(addressOfTab(tabOf(next ?? undefined), address))}
        keepMounted={false}
      >
        <Tabs.List>
          {tabs.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={`${styles.panel} fills stack`} key={tab}>
          <Shown tab={tab} />
        </Tabs.Panel>
      </Tabs>
      <DownloadTray />
    </Page>
  );
}

function Shown({ tab }: { readonly tab: TabId }) {
  switch (tab) {
    case "plots":
      return <PlotTab />;
    case "sites":
      return <LaterTab load={loadSites} />;
    case "catalogue":
      return <LaterTab load={loadCatalogue} />;
    default:
      return <FileTab tab={tab} />;
  }
}

/** A tab that is loaded when it is opened; if it cannot be loaded, the other tabs stay. */
function LaterTab({ load }: { readonly load: () => Promise<ComponentType> }) {
  return (
    <LaterPart
      load={load}
      props={{}}
      fallback={<SkeletonRows rows={12} />}
      failed={(error) => <NotShown title={frameText.pageFailed} error={error} />}
      onFailed={null}
    />
  );
}
