import { clockText, spanText } from "#base/text.ts";
import { localText } from "#renderer/components/format.ts";
import { useNow } from "#renderer/components/use-now.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { frameText } from "#renderer/text/frame.tsx";
import styles from "./frame.module.css";

/** Difference between this PC's clock and the portal's from which on it is said. */
const driftWorthSayingMs = 30_000;

/** The time in UTC; local time on hover; how far this PC's clock is off when that is worth saying. */
export function UtcClock() {
  const nowMs = useNow();
  const { data } = useHostQuery("status", {});
  const drift = data?.portalClockDriftMs ?? 0;
  const iso = new Date(nowMs).toISOString();
  return (
    <div className={`${styles.clock} numbers`}>
      <time dateTime={iso} title={`${iso.slice(0, 10)} ${clockText(iso)}\n${localText(iso)}`}>
        {clockText(iso)}
      </time>
      {Math.abs(drift) > driftWorthSayingMs ? (
        <span className={styles.drift} title={frameText.setClock}>
          {frameText.clockIsOff(spanText(Math.abs(drift)), drift > 0)}
        </span>
      ) : null}
    </div>
  );
}
