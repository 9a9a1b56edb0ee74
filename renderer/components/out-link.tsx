import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./out-link.module.css";

/** A link that the system's browser opens; `https` only, anything else is shown as text. */
export function OutLink({ href, children }: { readonly href: string; readonly children?: ReactNode }) {
  if (!/^https:\/\//i.test(href) || !URL.canParse(href)) return children ?? href;
  return (
    <a href={href} target="_blank" rel="noreferrer" className={styles.out}>
      {children ?? href} <Icon name="open" size={12} />
    </a>
  );
}
