import { Children, type ReactNode } from "react";
import { Panel } from "#renderer/components/panel.tsx";
import styles from "./settings.module.css";

interface FormPanelProps {
  readonly title?: string;
  /** What somebody who fills it in may ask: one paragraph or two. */
  readonly help: readonly ReactNode[];
  readonly children: ReactNode;
}

/** Fields, and beside them what there is to know of them; below them where the window is narrow. */
export function FormPanel({ title, help, children }: FormPanelProps) {
  return (
    <Panel title={title}>
      <div className={styles.columns}>
        <div className={`${styles.form} stack`}>{children}</div>
        <div className={`${styles.help} stack`}>
          {Children.map(help, (paragraph) => (
            <p>{paragraph}</p>
          ))}
        </div>
      </div>
    </Panel>
  );
}
