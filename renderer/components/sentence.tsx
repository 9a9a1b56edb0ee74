import type { ReactNode } from "react";
import styles from "./sentence.module.css";
import { type Shape, StateShape } from "./state-shape.tsx";

interface SentenceProps {
  readonly shape: Shape;
  /** `alert` is read out at once, `status` when the reader is free; left out: where something around it is. */
  readonly role?: "alert" | "status";
  readonly children: ReactNode;
}

/** A sentence with its shape at the beginning of its first line. */
export function Sentence({ shape, role, children }: SentenceProps) {
  return (
    <p className={`${styles.sentence} row starts breaks`} role={role}>
      <StateShape shape={shape} size={14} />
      <span className="shrinks">{children}</span>
    </p>
  );
}
