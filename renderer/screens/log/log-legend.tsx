import { EventSample } from "#renderer/components/station-events.tsx";
import { coverageText } from "#renderer/text/coverage.ts";
import { logText } from "#renderer/text/log.tsx";
import styles from "./log.module.css";

const bands = [
  ["held", "away"],
  ["stopped", "stopped"],
  ["paused", "paused"],
] as const;

/** Meaning of what the strip of days shows. */
export function LogLegend() {
  return (
    <div className="legend">
      <span className="inline">
        <i className={styles.sample} aria-hidden="true" />
        {logText.barHelp}
      </span>
      <span className="inline">
        <i className={`${styles.dot} ${styles.alone}`} aria-hidden="true" />
        {logText.dotHelp}
      </span>
      {bands.map(([look, words]) => (
        <span key={look} className="inline">
          <EventSample look={look} />
          {coverageText.bands[words]}
        </span>
      ))}
    </div>
  );
}
