import { ActionIcon } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { say } from "#base/say.ts";
import { Icon } from "./icon.tsx";
import styles from "./side-panel.module.css";

interface SidePanelProps {
  readonly title: ReactNode;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Details beside a list; over it where the window is narrow. Escape closes it. */
export function SidePanel({ title, label, onClose, children }: SidePanelProps) {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      // A dialog above the panel takes its own Escape.
      if (event.target instanceof Element && event.target.closest('[role="dialog"]') !== null) return;
      onClose();
    };
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [onClose]);
  return (
    <aside className={`${styles.panel} rigid surface`} aria-label={label}>
      <header className={`${styles.head} row starts spread`}>
        <h2 className="breaks shrinks">{title}</h2>
        <ActionIcon onClick={onClose} aria-label={say("Close")}>
          <Icon name="cross" />
        </ActionIcon>
      </header>
      <div className={`${styles.body} scrolls`}>{children}</div>
    </aside>
  );
}
