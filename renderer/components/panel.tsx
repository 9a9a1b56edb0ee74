import { type ReactNode, useId } from "react";
import styles from "./panels.module.css";

interface PanelProps {
  readonly title?: ReactNode;
  /** Shown at the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Without inner margins, for tables. */
  readonly isFlush?: boolean;
}

/** A raised surface with a title. */
export function Panel({ title, aside, children, isFlush = false }: PanelProps) {
  const id = useId();
  return (
    <section className="surface shrinks" aria-labelledby={title === undefined ? undefined : id}>
      {title === undefined ? null : (
        <header className={`${styles.head} row gap-12 spread`}>
          <h2 id={id}>{title}</h2>
          {aside}
        </header>
      )}
      <div className={isFlush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
