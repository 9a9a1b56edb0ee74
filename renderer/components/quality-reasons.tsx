import styles from "./quality-reasons.module.css";

/** Said of one product. */
const mostReasons = 4;

/** Findings of the portal's quality control in a product; nothing where they are not known. */
export function QualityReasons({ reasons }: { readonly reasons: readonly string[] | null }) {
  if (reasons === null || reasons.length === 0) return null;
  return (
    <ul className={`${styles.reasons} muted breaks`}>
      {reasons.slice(0, mostReasons).map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
