import { NavLink } from "react-router";
import { say } from "#base/say.ts";
import { clockText, countText, spanText } from "#base/text.ts";
import { offMs } from "#domain/clock-drift.ts";
import { localText } from "#renderer/components/format.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { BoatMark } from "#renderer/components/mark.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useNow } from "#renderer/components/use-now.ts";
import { loadAhead } from "#renderer/screens.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { frameText } from "#renderer/text/frame-text.tsx";
import { filesBadge } from "./files-badge.ts";
import styles from "./frame.module.css";
import { pageLinks } from "./page-links.ts";
import { useUnsaved } from "./use-unsaved.ts";

/** The way to every page, with what waits in the queue, and the clock. */
export function Rail() {
  return (
    <nav className={`${styles.rail} stack`} aria-label={say("Pages")}>
      <div className={`${styles.name} row text-head`}>
        <BoatMark size={26} />
        <span className={styles.words}>Skyferry</span>
      </div>
      {pageLinks.map(({ to, name, icon }) => (
        <NavLink
          key={to}
          to={to}
          end={to === "/"}
          className={`${styles.link} choosable row gap-12 text-head`}
          title={name}
          onPointerEnter={() => loadAhead(to)}
          onFocus={() => loadAhead(to)}
        >
          <Icon name={icon} />
          <span className={styles.words}>{name}</span>
          {name === "Files" ? <FilesBadge /> : null}
          {name === "Settings" ? <UnsavedBadge /> : null}
        </NavLink>
      ))}
      <UtcClock />
    </nav>
  );
}

/** Changed settings wait to be saved, whichever page is open. */
function UnsavedBadge() {
  const said = say("Unsaved changes");
  return useUnsaved("settings") ? (
    <span className={`${styles.unsaved} shape pushed muted`} title={said}>
      <Icon name="pen" size={14} />
      <span className="said">{said}</span>
    </span>
  ) : null;
}

function FilesBadge() {
  const { data } = useHostQuery("status", {});
  if (data === undefined) return null;
  const badge = filesBadge(data.totals);
  if (badge === null) return null;
  const { count, isProblem, words } = badge;
  return (
    <span
      className={`${styles.badge} numbers pushed text-small`}
      data-problem={isProblem ? true : undefined}
      title={words}
    >
      {isProblem ? <StateShape shape="problem" size={12} /> : null}
      <span aria-hidden="true" className={styles.count}>
        {count > 9_999 ? "9,999+" : countText(count)}
      </span>
      <span aria-hidden="true" className={styles.shortCount}>
        {count > 99 ? "99+" : count}
      </span>
      <span className="said">{words}</span>
    </span>
  );
}

/** The time in UTC; local time on hover; how far this PC's clock is off when that is worth saying. */
function UtcClock() {
  const nowMs = useNow();
  const { data } = useHostQuery("status", {});
  const drift = data?.portalClockDriftMs ?? 0;
  const iso = new Date(nowMs).toISOString();
  return (
    <div className={`${styles.clock} pad-8 muted numbers`}>
      <time dateTime={iso} title={`${iso.slice(0, 10)} ${clockText(iso)}\n${localText(iso)}`}>
        {clockText(iso)}
      </time>
      {Math.abs(drift) > offMs ? (
        <span className={`${styles.drift} text-small`} title={frameText.setClock}>
          {frameText.clockIsOff(spanText(Math.abs(drift)), drift > 0)}
        </span>
      ) : null}
    </div>
  );
}
