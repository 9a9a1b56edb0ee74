import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { startOfDayMs } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import type { LogDayShown, StationEventShown } from "#contract/log.ts";
import { dayText, whenOnDay } from "#renderer/components/event-words.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { EventBand, EventList } from "#renderer/components/station-events.tsx";
import { barHeight, clausesOf, isEmptyDay, isTroubledDay } from "#renderer/model/log-model.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { logText } from "#renderer/text/log.tsx";
import { asJournalFields, readJournalFilter } from "./journal-filter.ts";
import { LineCell } from "./journal-list.tsx";
import styles from "./log.module.css";

interface LogDayProps {
  readonly day: LogDayShown;
  readonly events: readonly StationEventShown[];
  readonly instrument: string | null;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  readonly isOpen: boolean;
  readonly onToggle: (date: string, isOpen: boolean) => void;
}

/** Events that a day's line names, and that an open day shows before it is asked for all. */
const [named, firstEvents] = [2, 50];
/** Lines of the journal that an open day shows. */
const firstLines = 20;
const dayMs = 86_400_000;

/** A day in one line; open, its hours and everything that happened. */
export function LogDayRow({ day, events, instrument, nowMs, isOpen, onToggle }: LogDayProps) {
  const { date, found, delivered, refused, lost } = day;
  const clauses = clausesOf(date, events);
  const rest = clauses.length - named;
  const shown = rest > 1 ? clauses.slice(0, named) : clauses;
  const isTroubled = isTroubledDay(day, events);
  const isEmpty = isEmptyDay(day);
  return (
    <li data-open={isOpen ? true : undefined}>
      <button
        type="button"
        className={`${styles.line} gap-12 bare choosable`}
        aria-expanded={isOpen}
        onClick={() => onToggle(date, !isOpen)}
      >
        <span className={`${styles.turn} row muted`}>
          <Icon name={isOpen ? "down" : "right"} size={14} />
        </span>
        <StateShape shape={isTroubled ? "notice" : isEmpty ? "idle" : "done"} size={16} />
        <span className="strong">{dayText(date, nowMs)}</span>
        <span className="numbers text-right unbroken" title={logText.deliveriesHelp}>
          {countText(delivered)} <span className="muted">{logText.deliveryUnit(delivered)}</span>
        </span>
        <span className="clamped shrinks">
          {refused > 0 ? <strong>{logText.filesStopped(refused)} · </strong> : null}
          {shown.join(" · ")}
          {rest > 1 ? ` ${logText.more(rest)}` : ""}
          {clauses.length === 0 && isEmpty ? logText.nothingThatDay : ""}
        </span>
        <span
          className={`${styles.lost} numbers muted unbroken`}
          data-some={lost > 0 ? true : undefined}
          title={logText.lostHelp}
        >
          {lost > 0 ? logText.filesLost(lost) : ""}
        </span>
      </button>
      {isOpen ? (
        <Opened day={day} events={events} instrument={instrument} nowMs={nowMs} found={found} />
      ) : null}
    </li>
  );
}

function Opened({
  day,
  events,
  instrument,
  nowMs,
  found,
}: Pick<LogDayProps, "day" | "events" | "instrument" | "nowMs"> & { readonly found: number }) {
  const [hasAll, setHasAll] = useState(false);
  const { date, refused } = day;
  const begin = startOfDayMs(date);
  const oldestFirst = events.toReversed();
  const listed = hasAll ? oldestFirst : oldestFirst.slice(0, firstEvents);
  const ofDay = { from: date, to: date, ...(instrument === null ? {} : { instrument }) };
  const files = (words: Readonly<Record<string, string>>) => ({
    pathname: "/log",
    search: `?${new URLSearchParams({ view: "files", ...ofDay, ...words })}`,
  });
  const most = Math.max(1, ...day.hours.map((hour) => Math.max(hour.delivered, hour.found)));
  const byHour = new Map(day.hours.map((hour) => [hour.hour, hour]));
  return (
    <div className={`${styles.opened} stack`}>
      {day.hours.length === 0 ? null : (
        <div className={styles.hours} role="group" aria-label={logText.hours}>
          {Array.from({ length: 24 }, (_, hour) => {
            const two = String(hour).padStart(2, "0");
            const own = byHour.get(hour);
            const { found: came = 0, delivered = 0, refused: stopped = 0 } = own ?? {};
            const words = logText.hourWords(`${two}:00`, delivered, came, stopped);
            const inside = (
              <>
                <span className={`${styles.bars} holds`}>
                  <span className={styles.came} style={{ height: barHeight(came, most) }} />
                  <span className={styles.bar} style={{ height: barHeight(delivered, most) }} />
                  {stopped > 0 ? <span className={styles.dot} /> : null}
                </span>
                <span
                  className={`${styles.dayNumber} numbers muted text-small text-center`}
                  data-week={hour % 6 === 0 ? true : undefined}
                >
                  {two}
                </span>
              </>
            );
            return own === undefined ? (
              <span key={two} className={`${styles.column} stack gap-4 shrinks`} title={words}>
                {inside}
              </span>
            ) : (
              <Link
                key={two}
                className={`${styles.column} choosable stack gap-4 shrinks`}
                to={files({ hour: two })}
                aria-label={words}
                title={words}
              >
                {inside}
              </Link>
            );
          })}
        </div>
      )}
      <EventBand events={events} beginMs={begin} endMs={begin + dayMs} nowMs={nowMs} />
      <EventList events={listed} whenOf={(event) => whenOnDay(event, date)} />
      {isEmptyDay(day) ? null : <NewestLines ofDay={ofDay} />}
      <div className="wraps">
        {listed.length === events.length ? null : (
          <Button variant="subtle" size="compact-sm" onClick={() => setHasAll(true)}>
            {logText.allEvents(events.length)}
          </Button>
        )}
        {isEmptyDay(day) ? null : (
          <Button component={Link} to={files({})} variant="default" size="compact-sm">
            {logText.showFiles(found)}
          </Button>
        )}
        {refused === 0 ? null : (
          <Button component={Link} to={files({ kind: "stopped" })} variant="default" size="compact-sm">
            {logText.showStopped(refused)}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The newest lines of the journal of a day. */
function NewestLines({ ofDay }: { readonly ofDay: Readonly<Record<string, string>> }) {
  const fields = asJournalFields(readJournalFilter(new URLSearchParams(ofDay)));
  const asked = { beforeSeq: null, limit: firstLines, ...fields };
  const { data, error } = useHostQuery("journal.page", asked, { keepsPrevious: true });
  if (error !== null)
    return (
      <Sentence shape="problem" role="alert">
        {commonText.filesAreSafe(error.message)}
      </Sentence>
    );
  return (
    <ul className="plain" aria-label={say("Journal")}>
      {data?.entries.map((entry) => (
        <li key={entry.seq} className={styles.file}>
          {["at", "what", "file", "instrument"].map((column) => (
            <LineCell key={column} entry={entry} column={column} isInGrid={false} />
          ))}
        </li>
      ))}
    </ul>
  );
}
