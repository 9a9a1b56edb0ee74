import { Button, Tabs } from "@mantine/core";
import { lazy, Suspense } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Page } from "#renderer/components/page.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";
import { DownloadTray } from "./downloads/download-tray.tsx";
import { FileTab } from "./list/file-tab.tsx";
import { PlotTab } from "./plots/plot-tab.tsx";
import styles from "./portal.module.css";
import { addressOfTab, type TabId, tabOf, tabs } from "./tabs.ts";

const SiteTab = lazy(async () => ({ default: (await import("./sites/site-tab.tsx")).SiteTab }));
const CatalogueTab = lazy(async () => ({
  default: (await import("./catalogue/catalogue-tab.tsx")).CatalogueTab,
}));

/** What the portal made of the data, and everything else that it publishes. */
export function PortalScreen() {
  const { tab: word } = useParams();
  const tab = tabOf(word);
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const { data: portal } = useHostQuery("portal.address", {}, { staleMs: 60_000 });
  if (portal?.url === null)
    return (
      <Page title="Data">
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
    <Page title="Data" fills>
      <Tabs
        className={styles.tabs}
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
        <Tabs.Panel value={tab} className={styles.panel} key={tab}>
          <Suspense fallback={<SkeletonRows rows={12} />}>
            <Shown tab={tab} />
          </Suspense>
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
      return <SiteTab />;
    case "catalogue":
      return <CatalogueTab />;
    default:
      return <FileTab tab={tab} />;
  }
}
