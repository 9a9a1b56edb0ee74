import { Button } from "@mantine/core";
import { Link } from "react-router";
import { Mark } from "#renderer/components/mark.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { commonText } from "#renderer/text/common.ts";
import { stationText } from "#renderer/text/station.tsx";
import styles from "./station.module.css";

/** First start: what this program does, and the two ways to begin. */
export function Welcome() {
  return (
    <Panel>
      <div className={styles.welcome}>
        <Mark size={64} />
        <h2>Welcome aboard</h2>
        <p>{stationText.whatSkyferryDoes}</p>
        <div className={styles.welcomeActions}>
          <Button component={Link} to="/setup">
            {commonText.setUpStation}
          </Button>
          <Button component={Link} to="/setup" variant="default">
            {commonText.tryBuiltInPortal}
          </Button>
        </div>
        <p className="muted">{stationText.setupTakesMinutes}</p>
      </div>
    </Panel>
  );
}
