import { createContext, type ReactNode, useContext, useState } from "react";
import { createPortal } from "react-dom";
import { HelpLink } from "./help-link.tsx";
import styles from "./panels.module.css";
import { useDocumentTitle } from "./use-document-title.ts";

interface PageProps {
  readonly title: string;
  /** Section of the help about it: `pages#coverage`. */
  readonly help?: string;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  /** Stands in place of the title and its buttons, and has the heading of the page. */
  readonly head?: ReactNode;
  readonly children: ReactNode;
  /** Takes the whole height and scrolls inside, for long tables. */
  readonly fills?: boolean;
}

/** A screen: its title, its actions and what it shows. */
export function Page({ title, help, actions, head, children, fills = false }: PageProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useDocumentTitle(title);
  return (
    <div className={`${styles.page} ${fills ? styles.filled : ""}`}>
      {head ?? (
        <header className={`${styles.title} row gap-16 spread`}>
          <h1>{title}</h1>
          <div className={`${styles.figure} wraps baseline grows`} data-figure ref={setPlace} />
          {help === undefined ? null : <HelpLink section={help} about={title} />}
          <div className="wraps to-end">{actions}</div>
        </header>
      )}
      <FigurePlace value={place}>{children}</FigurePlace>
    </div>
  );
}

const FigurePlace = createContext<HTMLElement | null>(null);

interface FigureProps {
  readonly children: ReactNode;
  /** Read aloud when it changes. */
  readonly isStatus?: boolean;
  /** Text that belongs to the figure, in a quiet line. */
  readonly note?: ReactNode;
}

/** The one figure of a page, in display size where its name would be; the name stays for screen readers. */
export function Figure({ children, isStatus = false, note }: FigureProps) {
  const place = useContext(FigurePlace);
  if (place === null) return null;
  return createPortal(
    <>
      <p className="display numbers" role={isStatus ? "status" : undefined}>
        {children}
      </p>
      {note === undefined ? null : <p className="muted numbers">{note}</p>}
    </>,
    place,
  );
}
