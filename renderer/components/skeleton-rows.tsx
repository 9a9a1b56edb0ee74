import { say } from "#base/say.ts";
import styles from "./panels.module.css";

const widths = ["38%", "24%", "31%", "45%", "28%", "36%"];

/** Rows of a table that is on its way; the frame of the page is there already. */
export function SkeletonRows({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div role="status" aria-label={say("Loading")}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div className={`${styles.skeletonRow} row gap-16`} key={row}>
          <span className={`${styles.skeleton} ghost`} style={{ width: 14 }} />
          <span className={`${styles.skeleton} ghost`} style={{ width: widths[row % widths.length] }} />
          <span className={`${styles.skeleton} ghost`} style={{ width: "12%" }} />
        </div>
      ))}
    </div>
  );
}
