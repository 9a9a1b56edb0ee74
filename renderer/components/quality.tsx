import { qualityOf } from "#renderer/text/portal-marks.ts";
import styles from "./quality.module.css";

/** A quality level with its shape: the milder, the quieter. */
export function Quality({ level }: { readonly level: string }) {
  const { label, meaning } = qualityOf(level);
  return (
    <span className={`${styles.quality} row starts gap-4`} data-level={level} title={meaning}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {level === "warning" || level === "error" ? (
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
