import { Link } from "react-router";
import type { StationEventShown } from "#contract/log.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import type { StationEventKind } from "#domain/station-event.ts";
import { localText } from "./format.ts";
import { type Shape, StateShape } from "./state-shape.tsx";
import styles from "./station-events.module.css";
import { midnightsOf, partOf } from "./strip-parts.ts";

/** Meaning of each kind as a shape; red is kept for what needs somebody now. */
const shapes: Readonly<Record<StationEventKind, Shape>> = {
  outage: "away",
  credentials: "notice",
  "ledger-failed": "notice",
  paused: "held",
  silent: "silent",
  "folder-gone": "notice",
  "disk-low": "notice",
  "clock-off": "notice",
  stopped: "over",
  "ledger-begun": "idle",
  updated: "idle",
  "settings-changed": "idle",
  known: "idle",
  "password-changed": "idle",
};

interface EventListProps {
  readonly events: readonly StationEventShown[];
  /** When one was, in words. */
  readonly whenOf: (event: StationEventShown) => string;
}

/** Events of the station, a line each. */
export function EventList({ events, whenOf }: EventListProps) {
  return (
    <ul className={`${styles.events} plain`}>
      {events.map((event) => (
        <li key={event.seq} className={`${styles.event} lines`}>
          <StateShape shape={shapes[event.kind]} size={16} />
          <time
            className="numbers muted unbroken"
            dateTime={event.from}
            title={
              event.to === null || event.to === event.from
                ? localText(event.from)
                : `${localText(event.from)} –\n${localText(event.to)}`
            }
          >
            {whenOf(event)}
          </time>
          <span className={`${styles.what} breaks shrinks`}>
            {lookOf(event) === "instrument" && event.subject !== "" ? (
              <Link to={instrumentRoute(event.subject)}>{event.title}</Link>
            ) : (
              event.title
            )}
            {event.detail === null ? null : <span className="muted"> {event.detail}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface EventBandProps {
  readonly events: readonly StationEventShown[];
  /** Epoch milliseconds. */
  readonly beginMs: number;
  readonly endMs: number;
  readonly nowMs: number;
}

/** Events that kept the station from working, on a line of time: portal, station, instruments. For the eye alone: a list says the same. */
export function EventBand({ events, beginMs, endMs, nowMs }: EventBandProps) {
  return (
    <div className={`${styles.band} holds clips`} aria-hidden="true">
      {events.map((event) => {
        const { left, width } = partOf(event, beginMs, endMs, nowMs);
        if (left >= 1 || (width <= 0 && left <= 0)) return null;
        return (
          <span
            key={event.seq}
            className={styles.block}
            data-kind={lookOf(event)}
            style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
          />
        );
      })}
    </div>
  );
}

/** A block of a band, for a legend. */
export function EventSample({ look }: { readonly look: "held" | "stopped" | "paused" }) {
  return (
    <i className={`${styles.band} holds clips`} style={{ width: 18 }} aria-hidden="true">
      <span className={styles.block} data-kind={look} style={{ left: 0, width: "100%" }} />
    </i>
  );
}

/** The days below a band. */
export function BandDays({ beginMs, endMs }: Pick<EventBandProps, "beginMs" | "endMs">) {
  return (
    <div className={`${styles.midnights} holds text-small muted`} aria-hidden="true">
      {midnightsOf(beginMs, endMs)
        .filter(({ left }) => left < 0.97)
        .map(({ left, name }) => (
          <span key={left} style={{ left: `${left * 100}%` }}>
            {name}
          </span>
        ))}
    </div>
  );
}

function lookOf({ kind, from, to }: StationEventShown): string {
  if (kind === "silent" || kind === "folder-gone") return "instrument";
  if (kind === "stopped" || kind === "paused") return kind;
  return from === to ? "moment" : "held";
}
