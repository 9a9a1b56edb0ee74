import { Button } from "@mantine/core";
import { Link } from "react-router";
import { addDays, todayUtc } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { SidePanel } from "#renderer/components/side-panel.tsx";
import { SiteFacts, type SiteShown } from "#renderer/screens/portal/details/catalogue-facts.tsx";
import styles from "#renderer/screens/portal/details/details.module.css";
import { portalText } from "#renderer/text/portal.ts";

interface SitePanelProps {
  readonly site: SiteShown;
  readonly onClose: () => void;
}

/** Everything that the portal says of a site, and the ways to what it has measured. */
export function SitePanel({ site, onClose }: SitePanelProps) {
  const from = addDays(todayUtc(Date.now()), -6);
  const query = `?site=${encodeURIComponent(site.id)}&dateFrom=${from}`;
  const plots = `?site=${encodeURIComponent(site.id)}&date=${addDays(todayUtc(Date.now()), -1)}`;
  return (
    <SidePanel title={site.humanReadableName} label={portalText.detailsOfTheSite} onClose={onClose}>
      <div className={`${styles.actions} wraps`}>
        <Button size="compact-sm" component={Link} to={`/data/files${query}`}>
          {portalText.filesOfThisSite}
        </Button>
        <Button size="compact-sm" variant="default" component={Link} to={`/data/plots${plots}`}>
          {say("Plots")}
        </Button>
        <Button size="compact-sm" variant="default" component={Link} to={`/data/raw-files${query}`}>
          {say("Raw files")}
        </Button>
        <Button size="compact-sm" variant="default" component={Link} to={`/data/model-files${query}`}>
          {say("Model files")}
        </Button>
      </div>
      <SiteFacts site={site} />
    </SidePanel>
  );
}
