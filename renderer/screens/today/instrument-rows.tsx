import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { ActivityShown } from "#contract/activity.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import type { StatusShown } from "#contract/status.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import {
  backlogOf,
  byTrouble,
  type InstrumentActivityShown,
  type InstrumentState,
  type InstrumentStatusShown,
  instrumentState,
  queueOf,
  todayCount,
} from "#renderer/model/instrument-words.ts";
import { usePortalName, useTypeName } from "#renderer/store/portal-names.ts";
import { todayText } from "#renderer/text/today.tsx";
import { HourStrip } from "./hour-strip.tsx";
import styles from "./instrument-rows.module.css";

interface InstrumentRowsProps {
  readonly status: StatusShown;
  readonly activity: ActivityShown | undefined;
}

/** So many fine instruments are shown beside those with trouble. */
const mostFine = 2;
/** So many are shown where all are fine. */
const mostRows = 8;

/** A row for each instrument, the troubled first; those that are fine fold into one line. */
export function InstrumentRows({ status, activity }: InstrumentRowsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const rows = status.instruments
    .map((instrument) => {
      const own = activity?.instruments.find(({ name }) => name === instrument.name);
      return { instrument, own, state: instrumentState(instrument, own, status) };
    })
    .toSorted((one, other) => byTrouble(one.state, other.state));
  const fine = rows.filter(({ state }) => state.shape === "done");
  const told = rows.length - fine.length;
  const isFolded = told === 0 ? fine.length > mostRows : fine.length > mostFine;
  const shown = isFolded && !showsAll ? rows.slice(0, told) : rows;
  return (
    <section className={`${styles.instruments} surface`} aria-label="Instruments">
      <div className={`${styles.row} ${styles.header} muted`} aria-hidden="true">
        <span />
        <span>Instrument</span>
        <span className={`${styles.hours} shrinks`}>{todayText.lastHours}</span>
        <span className="text-right unbroken">Today</span>
        <span className={`${styles.last} muted text-right unbroken`}>Last file</span>
        <span />
      </div>
      <ul className="plain ruled">
        {shown.map(({ instrument, own, state }) => (
          <Row
            key={instrument.name}
            instrument={instrument}
            activity={own}
            state={state}
            isToldAbove={status.tray === "sending" && status.instruments.length === 1}
          />
        ))}
      </ul>
      {isFolded ? (
        <Button
          variant="subtle"
          size="compact-sm"
          m={8}
          aria-expanded={showsAll}
          leftSection={showsAll ? null : <StateShape shape="done" size={16} />}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? todayText.fewer : todayText.fine(fine.length, told === 0)}
        </Button>
      ) : null}
    </section>
  );
}

interface RowProps {
  readonly instrument: InstrumentStatusShown;
  readonly activity: InstrumentActivityShown | undefined;
  readonly state: InstrumentState;
  /** The headline already says what is left to send. */
  readonly isToldAbove: boolean;
}

function Row({ instrument, activity, state, isToldAbove }: RowProps) {
  const { name } = instrument;
  const site = usePortalName("portal.sites", instrument.site);
  const type = useTypeName(instrument);
  const backlog = activity === undefined ? null : backlogOf(activity.deliveredHourly, queueOf(instrument));
  const lastFileAt = activity?.lastFileAt ?? instrument.lastFileAt;
  const rest = state.shape === "problem" ? "problem" : state.shape === "retry" ? "wait" : "busy";
  return (
    <li className={`${styles.row} choosable`} data-shape={state.shape}>
      <StateShape
        shape={state.shape}
        size={20}
        {...(state.shape === "busy" && backlog !== null ? { progress: backlog.share } : {})}
      />
      <div className="shrinks">
        <h2 className={`${styles.name} clipped`}>
          <Link to={instrumentRoute(name)} className={styles.cover ?? ""} title={name}>
            {name}
          </Link>
        </h2>
        <p
          className={`${styles.figure} clipped muted numbers`}
          title={site === null || type === null ? undefined : `${site} · ${type}`}
        >
          {isToldAbove ? site : (backlog?.words ?? site)}
        </p>
      </div>
      <div className={`${styles.hours} shrinks`}>
        {activity === undefined ? null : <HourStrip name={name} activity={activity} rest={rest} />}
      </div>
      <p className="numbers text-right unbroken">
        {instrument.today === undefined ? "…" : todayCount(instrument.today)}
      </p>
      <p className={`${styles.last} numbers muted text-right unbroken`}>
        {lastFileAt === null ? "" : <Moment at={lastFileAt} as="ago" />}
      </p>
      <p className={`${styles.word} numbers`}>{state.words}</p>
    </li>
  );
}
