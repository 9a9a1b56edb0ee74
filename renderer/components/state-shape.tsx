import { type ReactNode, useRef } from "react";
import styles from "./state-shape.module.css";

/** The shapes of states; each has one meaning (`shapeMeanings`) and, beside it, one colour. */
export const shapes = [
  "done",
  "busy",
  "idle",
  "unknown",
  "growing",
  "retry",
  "away",
  "held",
  "notice",
  "silent",
  "problem",
  "over",
] as const;

export type Shape = (typeof shapes)[number];

interface StateShapeProps {
  readonly shape: Shape;
  /** Said to screen readers. Left out where words are beside the shape. */
  readonly label?: string;
  /** Said on hover; the label unless told. */
  readonly meaning?: string;
  /** 0 to 1, for `busy`. */
  readonly progress?: number;
  /** Pixels. */
  readonly size?: number;
  /** It has just become a tick: see `useSettling`. */
  readonly settles?: boolean;
}

/** True once the shape of what has this name has become a tick, since it is shown here. */
export function useSettling(name: string, shape: Shape): boolean {
  const first = useRef({ name, shape });
  if (first.current.name !== name) first.current = { name, shape };
  return shape === "done" && first.current.shape !== "done";
}

/** A state as a shape that can be read without colour. */
export function StateShape(props: StateShapeProps) {
  const { shape, label, meaning = label, progress = 0.25, size = 16, settles = false } = props;
  const className = `${styles[shape]} ${styles.shape}${settles ? " settles" : ""}`;
  const frame = { className, width: size, height: size, viewBox: "0 0 16 16" };
  const drawing = (
    <>
      {drawingOf(shape, progress)}
      {settles ? <circle cx="8" cy="8" r="6.8" pathLength="1" className={styles.closes} /> : null}
    </>
  );
  if (label === undefined)
    return (
      <svg {...frame} aria-hidden="true">
        {drawing}
      </svg>
    );
  return (
    <svg {...frame} role="img" aria-label={label}>
      <title>{meaning}</title>
      {drawing}
    </svg>
  );
}

function drawingOf(shape: Shape, progress: number): ReactNode {
  switch (shape) {
    case "done":
      return (
        <>
          <circle cx="8" cy="8" r="7" fill="currentColor" />
          <path d="M4.6 8.3 7 10.6l4.4-5" className={styles.cut} />
        </>
      );
    case "busy": {
      const around = 2 * Math.PI * 6;
      return (
        <>
          <circle cx="8" cy="8" r="6" className={styles.line} opacity="0.25" />
          <circle
            cx="8"
            cy="8"
            r="6"
            className={styles.ring}
            strokeDasharray={`${around * Math.min(1, Math.max(0.04, progress))} ${around}`}
            transform="rotate(-90 8 8)"
          />
        </>
      );
    }
    case "idle":
      return <circle cx="8" cy="8" r="6" className={styles.line} />;
    case "unknown":
      return (
        <>
          <circle cx="8" cy="8" r="6" className={styles.line} />
          <circle cx="8" cy="8" r="1.6" fill="currentColor" />
        </>
      );
    case "growing":
      return <circle cx="8" cy="8" r="6" className={styles.dots} />;
    case "retry":
      return (
        <>
          <path d="M13.6 9.5A6 6 0 1 1 12.2 3.8" className={styles.line} />
          <path d="M12.6 .9v3.4H9.2" className={styles.line} />
        </>
      );
    case "notice":
      return (
        <>
          <path d="M8 2.2 14.4 13.6H1.6z" className={styles.line} strokeLinejoin="round" />
          <path d="M8 6.4v3.4M8 11.7v.1" className={styles.line} />
        </>
      );
    case "away":
      return (
        <>
          <circle cx="8" cy="8" r="6" className={styles.line} />
          <path d="M8 4.4V8l2.5 1.6" className={styles.line} />
        </>
      );
    case "held":
      return (
        <>
          <rect x="3.5" y="2.5" width="3.2" height="11" rx="1" fill="currentColor" />
          <rect x="9.3" y="2.5" width="3.2" height="11" rx="1" fill="currentColor" />
        </>
      );
    case "silent":
      return <rect x="1.5" y="6.2" width="13" height="3.6" rx="1.2" fill="currentColor" />;
    case "problem":
      return (
        <>
          <path d="M8 1.6 15 14H1z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
          <path d="M8 6v4M8 11.8v.4" className={styles.cut} />
        </>
      );
    case "over":
      return (
        <>
          <circle cx="8" cy="8" r="6" className={styles.line} />
          <path d="M3.8 12.2 12.2 3.8" className={styles.line} />
        </>
      );
  }
}
