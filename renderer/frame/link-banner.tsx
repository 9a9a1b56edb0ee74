import { StateShape } from "#renderer/components/state-shape.tsx";
import { useLive } from "#renderer/store/use-live.ts";
import { frameText } from "#renderer/text/frame-text.tsx";
import styles from "./frame.module.css";

/** Says that what is shown may be old, for as long as the host cannot be heard. */
export function LinkBanner() {
  const isUp = useLive((live) => live.isLinkUp);
  if (isUp) return null;
  return (
    <div className={`${styles.banner} row starts gap-12`} role="alert">
      <StateShape shape="away" />
      <p className={`${styles.said} grows breaks`}>
        <strong>{frameText.linkLost}</strong> {frameText.linkLostHelp}
      </p>
    </div>
  );
}
