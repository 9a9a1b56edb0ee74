import { BoatMark } from "#renderer/components/mark.tsx";
import { frameText } from "#renderer/text/frame-text.tsx";
import styles from "./frame.module.css";

/** A browser that opened the page without its token: says where to find the right address. */
export function NoHost() {
  return (
    <main className={`${styles.page} starts stack gap-12`}>
      <BoatMark size={56} />
      <h1>{frameText.openFullAddress}</h1>
      <p>{frameText.openFullAddressHelp(<code>#</code>)}</p>
    </main>
  );
}
