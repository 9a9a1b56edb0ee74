import type { StatusShown } from "#contract/status.ts";
import { problemText } from "#renderer/settings-form/field-names.ts";
import styles from "./needs-you.module.css";

const mostShown = 5;
/** How a problem of an instrument ends; the label above says it already. */
const leftOut = / "(?:[^"\\]|\\.)*" is left out until this is corrected\.$/;

interface SettingsProblemsProps {
  readonly problems: StatusShown["settingsProblems"];
}

/** Problems of the settings, each by the name of its field. */
export function SettingsProblems({ problems }: SettingsProblemsProps) {
  return (
    <ul className={styles.problems}>
      {problems.slice(0, mostShown).map(({ key, message }) => (
        <li key={`${key} ${message}`}>{problemText({ key, message }).replace(leftOut, "")}</li>
      ))}
    </ul>
  );
}
