import { Button } from "@mantine/core";
import { Link } from "react-router";
import { Mark } from "#renderer/components/mark.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import styles from "./station.module.css";

/** First start: what this program does, and the two ways to begin. */
export function Welcome() {
  return (
    <Panel>
      <div className={styles.welcome}>
        <Mark size={64} />
        <h2>Welcome aboard</h2>
        <p>
          Skyferry watches the folders of your instruments and sends every finished file to the data portal.
          It never changes, moves or deletes a file, and counts a file as delivered only when the portal has
          confirmed it.
        </p>
        <div className={styles.welcomeActions}>
          <Button component={Link} to="/setup">
            Set up this station
          </Button>
          <Button component={Link} to="/setup" variant="default">
            Try it with the built-in portal
          </Button>
        </div>
        <p className="muted">
          The setup takes about three minutes. Nothing is sent until you have seen what would be sent.
        </p>
      </div>
    </Panel>
  );
}
