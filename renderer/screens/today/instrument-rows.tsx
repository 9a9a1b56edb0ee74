import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import type { ActivityShown } from "#contract/activity.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import type { StatusShown } from "#contract/status.ts";
import { LaterPart } from "#renderer/components/later-part.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import {
  backlogOf,
  byTrouble,
  type InstrumentActivityShown,
  type InstrumentState,
  type InstrumentStatusShown,
  instrumentState,
  nextFileOf,
  queueOf,
  todayCount,
} from "#renderer/model/instrument-words.ts";
import type { NewestDay } from "#renderer/model/newest-plots.ts";
import { keepText, keptText } from "#renderer/store/kept-text.ts";
import { usePortalName, useShortTypeNames, useTypeName } from "#renderer/store/portal-names.ts";
import { todayText } from "#renderer/text/today.tsx";
import { HourStrip } from "./hour-strip.tsx";
import styles from "./instrument-rows.module.css";
import type { NewestDays } from "./use-newest-days.ts";

// A plot in full is shown in a dialog, and dialogs are large.
const loadPlot = async () => (await import("./newest-plot.tsx")).NewestPlot;

interface InstrumentRowsProps {
  readonly status: StatusShown;
  readonly activity: ActivityShown | undefined;
  readonly newest: NewestDays;
}

/** So many rows fit into a window; each cause above them takes the place of two. */
const mostRows = 12;
const rowsOfCause = 2;
const fewestRows = 4;

const keptName = "skyferry.allInstruments";

/** A row for each instrument, the troubled first; those that are fine and do not fit fold into one line. */
export function InstrumentRows({ status, activity, newest }: InstrumentRowsProps) {
  const [chosen, setChosen] = useState(() => keptText(keptName));
  const showsAll = chosen === "yes";
  const rows = status.instruments
    .map((instrument) => {
      const own = activity?.instruments.find(({ name }) => name === instrument.name);
      return { instrument, own, state: instrumentState(instrument, own, status) };
    })
    .toSorted((one, other) => byTrouble(one.state, other.state));
  const fine = rows.filter(({ state }) => state.shape === "done");
  const told = rows.length - fine.length;
  const room = Math.max(told, fewestRows, mostRows - rowsOfCause * (status.issues ?? []).length);
  const isFolded = rows.length > room;
  const shown = isFolded && !showsAll ? rows.slice(0, room) : rows;
  const isOneSite = new Set(status.instruments.map(({ site }) => site)).size === 1;
  const fold = () => {
    const next = showsAll ? "no" : "yes";
    setChosen(next);
    keepText(keptName, next);
  };
  return (
    <section
      className={`${styles.instruments} clips surface`}
      aria-label={say("Instruments")}
      data-dense={shown.length > mostRows}
      data-plotted={newest.days.size > 0}
    >
      <div className={`${styles.row} gap-12 holds ${styles.header} muted`} aria-hidden="true">
        <span />
        <span>{say("Instrument")}</span>
        <span className={`${styles.hours} shrinks`}>{todayText.lastHours}</span>
        <span className="text-right unbroken">{say("Today")}</span>
        <span className={`${styles.last} muted text-right unbroken`}>{say("Last file")}</span>
        <span />
        <span className={styles.pictures}>{todayText.newestPlot}</span>
      </div>
      <ul className="plain ruled">
        {shown.map(({ instrument, own, state }) => (
          <Row
            key={instrument.name}
            instrument={instrument}
            activity={own}
            state={state}
            newest={newest.days.get(instrument.name)}
            isAsked={newest.isAsked}
            isOneSite={isOneSite}
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
          onClick={fold}
        >
          {showsAll ? todayText.fewer : todayText.fine(rows.length - room)}
        </Button>
      ) : null}
    </section>
  );
}

interface RowProps {
  readonly instrument: InstrumentStatusShown;
  readonly activity: InstrumentActivityShown | undefined;
  readonly state: InstrumentState;
  readonly newest: NewestDay | undefined;
  readonly isAsked: boolean;
  /** All are at the same site, which says nothing of this one. */
  readonly isOneSite: boolean;
  /** The headline already says what is left to send. */
  readonly isToldAbove: boolean;
}

function Row({ instrument, activity, state, newest, isAsked, isOneSite, isToldAbove }: RowProps) {
  const { name } = instrument;
  const site = usePortalName("portal.sites", instrument.site);
  const type = useTypeName(instrument);
  const shortTypeOf = useShortTypeNames();
  const what = !isOneSite ? site : instrument.kind === "model" ? type : shortTypeOf(instrument.instrument);
  const backlog = activity === undefined ? null : backlogOf(activity.deliveredHourly, queueOf(instrument));
  const lastFileAt = activity?.lastFileAt ?? instrument.lastFileAt;
  const nextFileAt = activity === undefined ? null : nextFileOf(activity);
  const isAlarm = state.shape === "problem" || state.shape === "silent";
  const rest = isAlarm ? "problem" : state.shape === "retry" ? "wait" : "busy";
  return (
    <li className={`${styles.row} gap-12 holds choosable`} data-shape={state.shape}>
      <StateShape
        shape={state.shape}
        size={20}
        {...(state.shape === "busy" && backlog !== null ? { progress: backlog.share } : {})}
      />
      <div className="shrinks">
        <h2 className={`${styles.name} text-head clipped`}>
          <Link to={instrumentRoute(name)} className={`${styles.cover} quiet-link covers`} title={name}>
            {name}
          </Link>
        </h2>
        <p
          className={`${styles.figure} clipped muted numbers`}
          title={site === null || type === null ? undefined : `${site} · ${type}`}
        >
          {isToldAbove ? what : (backlog?.words ?? what)}
        </p>
      </div>
      <div className={`${styles.hours} shrinks`}>
        {activity === undefined ? null : <HourStrip name={name} activity={activity} rest={rest} />}
      </div>
      <p className="numbers text-right unbroken">
        {instrument.today === undefined ? "…" : todayCount(instrument.today)}
      </p>
      <div className={`${styles.last} numbers text-right`}>
        <p className="unbroken">{lastFileAt === null ? "" : <Moment at={lastFileAt} as="ago" />}</p>
        {nextFileAt === null ? null : (
          <p className={`${styles.next} muted text-small`}>
            {todayText.nextFile(<Moment at={nextFileAt} as="short" />)}
          </p>
        )}
      </div>
      <p className={`${styles.word} numbers`}>{state.words}</p>
      <div className={styles.pictures}>
        <LaterPart
          load={loadPlot}
          props={{ newest, isAsked }}
          fallback={<div className={`${styles.plot} holds clips`} />}
          onFailed={null}
        />
      </div>
    </li>
  );
}
