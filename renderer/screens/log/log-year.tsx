import { useMemo } from "react";
import { addDays, startOfDayMs, todayUtc } from "#base/dates.ts";
import { dayText } from "#renderer/components/event-words.ts";
import { EventBand } from "#renderer/components/station-events.tsx";
import { stripKeys, useRovingFocus } from "#renderer/components/strip-keys.ts";
import { barHeight, type ChosenDays, eventsOn, mostDays, weeksUntil } from "#renderer/model/log-model.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { logText } from "#renderer/text/log.tsx";
import styles from "./log.module.css";

interface LogYearProps {
  readonly instrument: string | null;
  readonly chosen: ChosenDays;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  readonly onChoose: (days: ChosenDays) => void;
}

const dayMs = 86_400_000;

/** The last year, a week a column; one is chosen by click or keys. */
export function LogYear({ instrument, chosen, nowMs, onChoose }: LogYearProps) {
  const today = todayUtc(nowMs);
  const weeks = useMemo(() => weeksUntil(today), [today]);
  const { days, events } = useYearOfLog(today, instrument);
  const sums = weeks.map((dates) => {
    const own = dates.flatMap((date) => days.get(date) ?? []);
    const sum = (field: "delivered" | "refused" | "lost") => own.reduce((all, day) => all + day[field], 0);
    return {
      delivered: sum("delivered"),
      refused: sum("refused"),
      lost: sum("lost"),
      isKnown: own.length > 0,
    };
  });
  const most = Math.max(1, ...sums.map(({ delivered }) => delivered));
  const names = weeks.map((dates) => dates[0] ?? "");
  const roving = useRovingFocus(names, names.at(-1) ?? "", stripKeys);
  return (
    <div>
      <div
        className={styles.ribbon}
        role="group"
        aria-label={logText.yearStrip}
        onKeyDown={roving.onKeyDown}
        onFocus={roving.onFocus}
      >
        {weeks.map((dates, index) => {
          const [first = "", last = ""] = [dates[0], dates.at(-1)];
          const { delivered = 0, refused = 0, lost = 0, isKnown = false } = sums[index] ?? {};
          const own = [...new Set(dates.flatMap((date) => eventsOn(date, events)))];
          const isChosen = chosen.from === first && chosen.to === last;
          const words = logText.weekWords(
            dayText(first, nowMs),
            dayText(last, nowMs),
            delivered,
            refused,
            lost,
            own.length,
          );
          return (
            <button
              key={first}
              type="button"
              className={`${styles.column} bare choosable stack gap-4 shrinks`}
              data-at={first}
              data-empty={isKnown ? undefined : true}
              tabIndex={first === roving.active ? 0 : -1}
              aria-pressed={isChosen}
              aria-label={words}
              title={words}
              onClick={() => onChoose(isChosen ? { from: "", to: "" } : { from: first, to: last })}
            >
              <span className={`${styles.bars} holds`}>
                <span
                  className={styles.bar}
                  style={{ height: barHeight(delivered, most) }}
                  data-few={delivered > 0 ? true : undefined}
                />
                {refused + lost > 0 ? <span className={styles.dot} /> : null}
              </span>
              <EventBand
                events={own}
                beginMs={startOfDayMs(first)}
                endMs={startOfDayMs(last) + dayMs}
                nowMs={nowMs}
              />
            </button>
          );
        })}
      </div>
      <div className={styles.ribbon} aria-hidden="true">
        {weeks.map((dates) => (
          <span key={dates[0]} className={`${styles.dayNumber} muted text-small text-center`}>
            {monthBegins(dates)
              ? dayText(dates.at(-1) ?? "")
                  .split(" ")
                  .at(-1)
              : " "}
          </span>
        ))}
      </div>
    </div>
  );
}

/** True for the week in which a month begins. */
function monthBegins(dates: readonly string[]): boolean {
  return dates.some((date) => date.endsWith("-01"));
}

/** Days and events of a year: a few questions, as one may be about some hundred days only. */
function useYearOfLog(today: string, instrument: string | null) {
  const part = (n: number) => {
    const to = addDays(today, -n * mostDays);
    return { from: addDays(to, 1 - mostDays), to, instrument };
  };
  const options = { keepsPrevious: true };
  const first = useHostQuery("log.days", part(0), options).data;
  const second = useHostQuery("log.days", part(1), options).data;
  const third = useHostQuery("log.days", part(2), options).data;
  const fourth = useHostQuery("log.days", part(3), options).data;
  return useMemo(() => {
    const parts = [first, second, third, fourth];
    const events = new Map(
      parts.flatMap((one) => one?.events ?? []).map((event) => [`${event.kind} ${event.from}`, event]),
    );
    return {
      days: new Map(parts.flatMap((one) => one?.days ?? []).map((day) => [day.date, day])),
      events: [...events.values()],
    };
  }, [first, second, third, fourth]);
}
