import { qualityOf } from "#renderer/text/portal-marks.ts";
import styles from "./quality.module.css";

/** A quality level with its shape: the milder, the quieter. */
export function Quality({ level }: { readonly level: string }) {
  const { label, meaning } = qualityOf(level);
  const isPoor = level === "warning" || level === "error";
  const colour = `var(--state-${isPoor ? "wait" : level === "pass" ? "ok" : "idle"})`;
  return (
    <span className={`${styles.quality} row starts gap-4`} title={meaning}>
      <svg color={colour} width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {isPoor ? (
          <path d="M5 1 9.5 9h-9z" fill={level === "error" ? "currentColor" : "none"} stroke="currentColor" />
        ) : (
          <circle
            cx="5"
            cy="5"
            r="3.5"
            fill={level === "pass" ? "currentColor" : "none"}
            stroke="currentColor"
          />
        )}
      </svg>
      {label}
    </span>
  );
}
