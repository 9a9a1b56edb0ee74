import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { countText } from "#base/text.ts";
import type { Activity } from "#contract/activity.ts";
import type { Status } from "#contract/status.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { queueAddress } from "#renderer/screens/queue/queue-filter.ts";
import { stationText } from "#renderer/text/station.tsx";
import {
  backlogOf,
  cardStatus,
  hourlyText,
  type InstrumentActivity,
  type InstrumentStatus,
  todayText,
} from "./card-words.ts";
import styles from "./instrument-cards.module.css";

const Sparkline = lazy(async () => ({ default: (await import("./station-plots.tsx")).Sparkline }));

interface InstrumentCardsProps {
  readonly status: Status;
  readonly activity: Activity | undefined;
}

/** A card for each instrument; it leads to the instrument's files in the queue. */
export function InstrumentCards({ status, activity }: InstrumentCardsProps) {
  return (
    <section aria-label="Instruments">
      <ul className={`${styles.cards} plain`}>
        {status.instruments.map((instrument) => (
          <Card
            key={instrument.name}
            instrument={instrument}
            hourStart={activity?.hourStart ?? status.now}
            now={status.now}
            activity={activity?.instruments.find(({ name }) => name === instrument.name)}
          />
        ))}
      </ul>
    </section>
  );
}

interface CardProps {
  readonly instrument: InstrumentStatus;
  /** Begin of the running hour. */
  readonly hourStart: string;
  /** The host's clock. */
  readonly now: string;
  readonly activity: InstrumentActivity | undefined;
}

function Card({ instrument, hourStart, now, activity }: CardProps) {
  const { name, site, folderTrouble } = instrument;
  const { shape, words } = cardStatus(instrument, activity);
  const backlog = activity === undefined ? null : backlogOf(activity, hourStart, Date.parse(now));
  const lastFileAt = activity?.lastFileAt ?? instrument.lastFileAt;
  return (
    <li className={`${styles.card} surface stack`} data-shape={shape}>
      <div className={styles.head}>
        <StateShape
          shape={shape}
          size={20}
          label={words}
          {...(shape === "busy" && backlog !== null ? { progress: backlog.share } : {})}
        />
        <h2 className={`${styles.name} clipped`}>
          <Link to={queueAddress({ instrument: name })} className={styles.cover ?? ""} title={name}>
            {name}
          </Link>
        </h2>
        <span className={`${styles.site} clipped`} title={`${site} · ${instrument.instrument}`}>
          {site}
        </span>
      </div>
      <p className={styles.last}>
        {lastFileAt === null ? (
          stationText.noFileFoundYet
        ) : (
          <>
            Last file <Moment at={lastFileAt} as="ago" />
          </>
        )}
      </p>
      <div className={styles.plot} title={stationText.filesPerHour}>
        {activity === undefined ? null : (
          <Suspense>
            <Sparkline
              hourly={activity.hourly}
              tone={activity.isQuiet ? "wait" : "busy"}
              label={`${name}: ${hourlyText(activity.hourly)}`}
            />
          </Suspense>
        )}
      </div>
      {folderTrouble !== null ? (
        <p className={styles.problem} title={folderTrouble.message}>
          {stationText.folderUnreadableSince(
            <span className="muted">
              since <Moment at={folderTrouble.since} as="short" />.
            </span>,
          )}
        </p>
      ) : activity?.isQuiet === true && lastFileAt !== null ? (
        <p
          className={activity.isSilent ? styles.problem : styles.quiet}
          title={activity.quietMessage ?? undefined}
        >
          {stationText.noFileSince(
            activity.isSilent ? "Silent" : "Quiet",
            <Moment at={lastFileAt} as="short" />,
          )}
        </p>
      ) : null}
      {backlog === null ? null : <p className={`${styles.backlog} numbers`}>{backlog.words}</p>}
      <dl className={styles.numbers}>
        <Stat name="Today" value={activity === undefined ? "…" : todayText(activity.today)} />
        <Stat name="Unfinished" value={countText(instrument.growing)} />
        <Stat
          name="Needs you"
          value={activity === undefined ? "…" : countText(activity.today.needsYou)}
          {...((activity?.today.needsYou ?? 0) > 0
            ? { to: queueAddress({ instrument: name, states: ["blocked"] }) }
            : {})}
        />
      </dl>
    </li>
  );
}

interface StatProps {
  readonly name: string;
  readonly value: string;
  /** The files behind the figure, where it asks for somebody. */
  readonly to?: string;
}

function Stat({ name, value, to }: StatProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="numbers">
        {to === undefined ? (
          value
        ) : (
          <Link to={to} className={styles.needsYou ?? ""}>
            {value}
          </Link>
        )}
      </dd>
    </div>
  );
}
