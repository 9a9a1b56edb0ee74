import { Children, type ReactNode } from "react";
import { Panel } from "#renderer/components/panel.tsx";
import styles from "./settings.module.css";

interface SettingsPanelProps {
  readonly title: string;
  /** Shown at the right of the title. */
  readonly aside?: ReactNode;
  /** Facts to know before anything is filled in: one paragraph or two. */
  readonly lead: readonly ReactNode[];
  readonly children: ReactNode;
}

/** Settings that belong together; the help of each is below its field. */
export function SettingsPanel({ title, aside, lead, children }: SettingsPanelProps) {
  return (
    <Panel title={title} aside={aside}>
      <div className={`${styles.lead} stack`}>
        {Children.map(lead, (paragraph) => (
          <p>{paragraph}</p>
        ))}
      </div>
      <div className={`${styles.form} stack`}>{children}</div>
    </Panel>
  );
}
