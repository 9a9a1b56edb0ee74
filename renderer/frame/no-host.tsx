import { Mark } from "#renderer/components/mark.tsx";
import styles from "./no-host.module.css";

/** A browser that opened the page without its token: says where to find the right address. */
export function NoHost() {
  return (
    <main className={styles.page}>
      <Mark size={56} />
      <h1>Open the full address that Skyferry printed</h1>
      <p>
        Your files are not affected: Skyferry keeps sending them. Open the full address, including everything
        after the <code>#</code>, as Skyferry printed it when it started. It changes each time Skyferry
        starts.
      </p>
    </main>
  );
}
