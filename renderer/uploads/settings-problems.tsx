import { say } from "#base/say.ts";
import type { StatusShown } from "#contract/status.ts";
import { problemText } from "#renderer/settings-form/field-names.ts";
import styles from "./needs-you.module.css";

const mostShown = 5;
/** How a problem of an instrument ends; the label above says it already. */
function leftOut(instrument: string): string {
  return ` ${say('"{instrument}" is left out until this is corrected.', { instrument })}`;
}

interface SettingsProblemsProps {
  readonly problems: StatusShown["settingsProblems"];
}

/** Problems of the settings, each by the name of its field. */
export function SettingsProblems({ problems }: SettingsProblemsProps) {
  return (
    <ul className={styles.problems}>
      {problems.slice(0, mostShown).map(({ key, message, instrument }) => (
        <li key={`${key} ${message}`}>
          {problemText({ key, message }).replace(leftOut(instrument ?? ""), "")}
        </li>
      ))}
    </ul>
  );
}
