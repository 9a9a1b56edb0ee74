import { type ReactNode, useId } from "react";
import { HelpLink } from "./help-link.tsx";
import styles from "./panels.module.css";

interface PanelProps {
  readonly title?: ReactNode;
  /** Section of the help about it, and the words of the title: `settings#timetable`. */
  readonly help?: { readonly section: string; readonly about: string } | undefined;
  /** Shown at the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Without inner margins, for tables. */
  readonly isFlush?: boolean;
}

/** A raised surface with a title. */
export function Panel({ title, help, aside, children, isFlush = false }: PanelProps) {
  const id = useId();
  return (
    <section className="surface shrinks" aria-labelledby={title === undefined ? undefined : id}>
      {title === undefined ? null : (
        <header className={`${styles.head} wraps gap-12 spread`}>
          {help === undefined ? (
            <h2 id={id} className="breaks shrinks">
              {title}
            </h2>
          ) : (
            <div className="row gap-12 grows">
              <h2 id={id}>{title}</h2>
              <HelpLink {...help} />
            </div>
          )}
          {aside}
        </header>
      )}
      <div className={isFlush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
