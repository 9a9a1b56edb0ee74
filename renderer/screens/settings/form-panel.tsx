import type { ReactNode } from "react";
import { Panel } from "#renderer/components/panel.tsx";
import styles from "./settings.module.css";

interface FormPanelProps {
  readonly title?: string;
  /** What somebody who fills it in may ask: a few sentences. */
  readonly help: ReactNode;
  readonly children: ReactNode;
}

/** Fields, and beside them what there is to know of them; below them where the window is narrow. */
export function FormPanel({ title, help, children }: FormPanelProps) {
  return (
    <Panel title={title}>
      <div className={styles.columns}>
        <div className={styles.fields}>{children}</div>
        <div className={styles.help}>{help}</div>
      </div>
    </Panel>
  );
}
