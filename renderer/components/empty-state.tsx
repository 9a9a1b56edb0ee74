import type { ReactNode } from "react";
import styles from "./panels.module.css";
import { type Shape, StateShape } from "./state-shape.tsx";

interface EmptyStateProps {
  readonly shape?: Shape;
  readonly title: string;
  /** Teaches the next step. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly role?: "alert";
}

/** Shown where there is nothing to list, and says why and what comes next. */
export function EmptyState({ shape = "idle", title, children, action, role }: EmptyStateProps) {
  return (
    <div className={`${styles.empty} text-center stack`} role={role}>
      <StateShape shape={shape} size={28} />
      <h2>{title}</h2>
      <p className="below-8 breaks muted">{children}</p>
      {action}
    </div>
  );
}
