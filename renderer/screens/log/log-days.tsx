import { Button, SegmentedControl } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { addDays, todayUtc } from "#base/dates.ts";
import { countText } from "#base/text.ts";
import type { LogDayShown, StationEventShown } from "#contract/log.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { dayText } from "#renderer/components/event-words.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { Figure } from "#renderer/components/page.tsx";
import { PendingPage } from "#renderer/components/problem.tsx";
import { saveFile } from "#renderer/components/save-file.ts";
import { useNow } from "#renderer/components/use-now.ts";
import {
  type ChosenDays,
  chosenOf,
  clausesOf,
  eventsOn,
  isCutShort,
  isTroubledDay,
  logCsv,
  mostDays,
  ribbonDays,
  spanOf,
} from "#renderer/model/log-model.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useAddress } from "#renderer/store/use-address.ts";
import { commonText } from "#renderer/text/common.ts";
import { journalText } from "#renderer/text/journal.tsx";
import { logText } from "#renderer/text/log.tsx";
import { dayOrNone } from "./journal-filter.ts";
import { InstrumentAndDays } from "./journal-toolbar.tsx";
import styles from "./log.module.css";
import { LogDayRow } from "./log-day.tsx";
import { LogLegend } from "./log-legend.tsx";
import { LogRibbon } from "./log-ribbon.tsx";
import { LogYear } from "./log-year.tsx";

interface LogDaysProps {
  readonly around: (actions: ReactNode, children: ReactNode) => ReactNode;
}

/** The newest of so few days is open, as on the first days of a station. */
const fewDays = 3;
/** In the address in place of a day: of few days none is open. */
const folded = "none";

/** Events, a line a day, newest first, below a ribbon of the last weeks. */
export function LogDays({ around }: LogDaysProps) {
  const [address, , setWords] = useAddress();
  const nowMs = useNow();
  const today = todayUtc(nowMs);
  const instrument = address.get("instrument") || null;
  const opened = address.get("day");
  const chosen: ChosenDays = { from: dayOrNone(address.get("from")), to: dayOrNone(address.get("to")) };
  const end = dayOrNone(address.get("end")) || null;
  const span = spanOf(chosen, end, today);
  const { data, error } = useHostQuery(
    "log.days",
    { from: span.from, to: span.to, instrument },
    { keepsPrevious: true },
  );
  const byDate = useMemo(() => new Map((data?.days ?? []).map((day) => [day.date, day])), [data]);
  const days = chosenOf(data?.days ?? [], chosen);
  const events = data?.events ?? [];
  const troubled = days.filter((day) => isTroubledDay(day, eventsOn(day.date, events))).length;
  const isYear = address.has("year");
  const areFew = days.length <= fewDays;
  const choose = ({ from, to }: ChosenDays) => setWords({ from: from || null, to: to || null, day: null });
  if (data === undefined)
    return around(null, <PendingPage title={logText.unavailable} error={error} rows={12} />);
  if (data.firstDay === null)
    return around(null, <EmptyState title={logText.nothingYet}>{logText.nothingYetHelp}</EmptyState>);
  return around(
    <LogActions days={days} events={events} instrument={instrument} today={today} />,
    <>
      <Figure
        note={`${logText.deliveries(days.reduce((sum, { delivered }) => sum + delivered, 0))} ${logText.inDays(days.length)}`}
      >
        {troubled === 0 ? logText.noTrouble(days.length) : logText.trouble(troubled, days.length)}
      </Figure>
      <div className="wraps" role="search" aria-label={journalText.filterTheJournal}>
        <InstrumentAndDays
          instrument={instrument}
          from={chosen.from}
          to={chosen.to}
          onChange={({ instrument: name, ...day }) =>
            name === undefined ? choose({ ...chosen, ...day }) : setWords({ instrument: name })
          }
        />
        {chosen.from !== "" || chosen.to !== "" || instrument !== null ? (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setWords({ from: null, to: null, instrument: null })}
          >
            {commonText.clearFilters}
          </Button>
        ) : null}
        <span className="wraps pushed">
          <SegmentedControl
            size="xs"
            aria-label={logText.span}
            value={isYear ? "year" : "weeks"}
            onChange={(value) => setWords({ year: value === "year" ? "" : null })}
            data={[
              { value: "weeks", label: logText.weeks },
              { value: "year", label: logText.year },
            ]}
          />
          {isYear ? null : (
            <Turns
              dates={span.ribbon}
              firstDay={data.firstDay}
              today={today}
              onTurn={(next) => setWords({ end: next, from: null, to: null })}
            />
          )}
        </span>
      </div>
      {isYear ? (
        <LogYear instrument={instrument} chosen={chosen} nowMs={nowMs} onChoose={choose} />
      ) : (
        <LogRibbon
          dates={span.ribbon}
          days={byDate}
          events={events}
          chosen={chosen.from !== "" && chosen.to !== "" ? chosen : { from: "", to: "" }}
          nowMs={nowMs}
          onChoose={choose}
        />
      )}
      <LogLegend />
      {days.length === 0 ? (
        <EmptyState title={logText.nothingInSpan}>
          {logText.nothingInSpanHelp(dayText(data.firstDay, nowMs))}
        </EmptyState>
      ) : (
        <>
          {isCutShort(chosen, span.from, data.firstDay) ? (
            <p className="note">{logText.cut(mostDays, dayText(span.from, nowMs))}</p>
          ) : null}
          <ol className="clips plain surface ruled">
            {days.map((day) => (
              <LogDayRow
                key={day.date}
                day={day}
                events={eventsOn(day.date, events)}
                instrument={instrument}
                nowMs={nowMs}
                isOpen={opened === null ? areFew && day === days[0] : opened === day.date}
                onToggle={(date, isOpen) => setWords({ day: isOpen ? date : areFew ? folded : null })}
              />
            ))}
          </ol>
        </>
      )}
    </>,
  );
}

interface TurnsProps {
  /** Days of the ribbon, oldest first. */
  readonly dates: readonly string[];
  readonly firstDay: string;
  readonly today: string;
  /** Null: the ribbon ends today. */
  readonly onTurn: (end: string | null) => void;
}

/** Turns the ribbon to the weeks before and after. */
function Turns({ dates, firstDay, today, onTurn }: TurnsProps) {
  const [first = today, end = today] = [dates[0], dates.at(-1)];
  const next = addDays(end, ribbonDays);
  return (
    <span className="wraps">
      <Button
        variant="default"
        size="compact-sm"
        disabled={firstDay >= first}
        leftSection={<Icon name="left" size={14} />}
        onClick={() => onTurn(addDays(end, -ribbonDays))}
      >
        {logText.older}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={end >= today}
        rightSection={<Icon name="right" size={14} />}
        onClick={() => onTurn(next >= today ? null : next)}
      >
        {logText.newer}
      </Button>
    </span>
  );
}

interface ShownLog {
  readonly days: readonly LogDayShown[];
  readonly events: readonly StationEventShown[];
  readonly instrument: string | null;
}

/** Saves the days that are shown as CSV, or prints them. */
function LogActions({ today, ...log }: ShownLog & { readonly today: string }) {
  const [isPrinting, setIsPrinting] = useState(false);
  const { days, events } = log;
  const save = () =>
    saveFile(`skyferry-log-${days[0]?.date ?? today}.csv`, logCsv(days, events), "text/csv;charset=utf-8");
  const print = () => {
    flushSync(() => setIsPrinting(true));
    window.print();
    setIsPrinting(false);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="download" size={16} />}
        disabled={days.length === 0}
        onClick={save}
      >
        {journalText.saveAsCsv}
      </Button>
      <Button variant="default" disabled={days.length === 0} onClick={print}>
        {logText.print}
      </Button>
      {isPrinting ? <OnPaper {...log} /> : null}
    </>
  );
}

/** The days in a table, which is on paper alone. */
function OnPaper({ days, events, instrument }: ShownLog) {
  return createPortal(
    <section className={`${styles.paper} on-paper text-small`} data-printed aria-hidden="true">
      <h1>{logText.printed(withYear(days.at(-1)), withYear(days[0]), instrument)}</h1>
      <table>
        <thead>
          <tr>
            {logText.printedColumns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, delivered, refused, lost }) => (
            <tr key={date}>
              <th>{dayText(date)}</th>
              <td>{countText(delivered)}</td>
              <td>{countText(refused)}</td>
              <td>{countText(lost)}</td>
              <td>{clausesOf(date, eventsOn(date, events)).join(" · ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}

/** `Sat 21 Nov 2026`: paper is kept. */
function withYear(day: LogDayShown | undefined): string {
  return day === undefined ? "" : `${dayText(day.date)} ${day.date.slice(0, 4)}`;
}
