import { Children, type ReactNode, useId } from "react";
import { Panel } from "#renderer/components/panel.tsx";
import styles from "./settings.module.css";

interface SettingsPanelProps {
  readonly title: string;
  /** Section of the help about it. */
  readonly help?: string;
  /** Shown at the right of the title. */
  readonly aside?: ReactNode;
  /** Facts to know before anything is filled in: one paragraph or two; left out where its lines say them. */
  readonly lead?: readonly ReactNode[];
  readonly children: ReactNode;
}

/** Settings that belong together, a line each: name and help at the left, the value beside them. */
export function SettingsPanel({ title, help, aside, lead = [], children }: SettingsPanelProps) {
  return (
    <Panel
      title={title}
      help={help === undefined ? undefined : { section: help, about: title }}
      aside={aside}
    >
      {lead.length === 0 ? null : (
        <div className={`${styles.lead} below-16 muted stack gap-4`}>
          {Children.map(lead, (paragraph) => (
            <p>{paragraph}</p>
          ))}
        </div>
      )}
      <div className={`${styles.lines} ${styles.form} stack`}>{children}</div>
    </Panel>
  );
}

interface SettingLineProps {
  readonly label: string;
  readonly help?: ReactNode;
  /** Gets the id of the label. */
  readonly children: (labelId: string) => ReactNode;
}

/** A line of a panel that has no field of Mantine's with a label. */
export function SettingLine({ label, help, children }: SettingLineProps) {
  const id = useId();
  return (
    <div className={styles.line}>
      <p id={id} className="strong" data-label>
        {label}
      </p>
      {help === undefined ? null : <p className="muted text-small">{help}</p>}
      <div className="stack shrinks">{children(id)}</div>
    </div>
  );
}
