import type { ReactNode } from "react";
import styles from "./panels.module.css";

interface PageProps {
  readonly title: string;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  /** Stands in place of the title and its buttons, and has the heading of the page. */
  readonly head?: ReactNode;
  readonly children: ReactNode;
  /** Takes the whole height and scrolls inside, for long tables. */
  readonly fills?: boolean;
}

/** One screen: its title, its actions and what it shows. */
export function Page({ title, actions, head, children, fills = false }: PageProps) {
  return (
    <div className={fills ? styles.filled : styles.page}>
      {head ?? (
        <header className={styles.title}>
          <h1>{title}</h1>
          <div className={`${styles.actions} wraps`}>{actions}</div>
        </header>
      )}
      {children}
    </div>
  );
}
