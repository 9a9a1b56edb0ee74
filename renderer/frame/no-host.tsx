import { Mark } from "#renderer/components/mark.tsx";
import styles from "./no-host.module.css";

/** A browser that opened the page without its token: says where to find the right address. */
export function NoHost() {
  return (
    <main className={styles.page}>
      <Mark size={56} />
      <h1>This page needs the address that Skyferry printed</h1>
      <p>
        Your files are not affected: Skyferry goes on sending them. Open the whole address, with everything
        behind the <code>#</code>, as Skyferry printed it when it started. It changes with every start.
      </p>
    </main>
  );
}
