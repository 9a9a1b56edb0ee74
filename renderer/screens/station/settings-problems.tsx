import { Link } from "react-router";
import type { Status } from "#contract/status.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { problemText } from "#renderer/screens/settings/field-names.ts";
import { commonText } from "#renderer/text/common.ts";
import { stationText } from "#renderer/text/station.tsx";
import styles from "./station.module.css";

/** What in the settings cannot be used, with the way there. The rest keeps working. */
export function SettingsProblems({ problems }: { readonly problems: Status["settingsProblems"] }) {
  if (problems.length === 0) return null;
  return (
    <section className={styles.problems} aria-label={stationText.problemsInSettings}>
      <StateShape shape="trouble" />
      <div>
        <h2>
          {problems.some(({ key }) => key === "")
            ? commonText.settingsFileUnusable
            : problems.length === 1
              ? stationText.oneSettingUnusable
              : stationText.settingsUnusable(problems.length)}
        </h2>
        <ul>
          {problems.map(({ key, message, instrument }) => (
            <li key={`${key} ${message}`}>
              {problemText({ key, message })}
              {instrument === null ? null : <span className="muted">{stationText.itsFilesStay}</span>}
            </li>
          ))}
        </ul>
        <Link to={problems[0]?.key.startsWith("portal") ? "/settings/portal" : "/settings/instruments"}>
          {stationText.correctInSettings}
        </Link>
      </div>
    </section>
  );
}
