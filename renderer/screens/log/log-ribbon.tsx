import { type KeyboardEvent, useRef } from "react";
import { startOfDayMs } from "#base/dates.ts";
import type { LogDayShown, StationEventShown } from "#contract/log.ts";
import { dayText } from "#renderer/components/event-words.ts";
import { EventBand } from "#renderer/components/station-events.tsx";
import { stripKeys, useRovingFocus } from "#renderer/components/strip-keys.ts";
import { barHeight, between, type ChosenDays, eventsOn, logDayWords } from "#renderer/model/log-model.ts";
import { logText } from "#renderer/text/log.tsx";
import styles from "./log.module.css";

interface LogRibbonProps {
  /** Oldest first. */
  readonly dates: readonly string[];
  readonly days: ReadonlyMap<string, LogDayShown>;
  readonly events: readonly StationEventShown[];
  readonly chosen: ChosenDays;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  readonly onChoose: (days: ChosenDays) => void;
}

const dayMs = 86_400_000;
const none: ChosenDays = { from: "", to: "" };

/** The last weeks, a day a column: how much was delivered, and what kept it from being more. Days are chosen by click, drag or keys. */
export function LogRibbon({ dates, days, events, chosen, nowMs, onChoose }: LogRibbonProps) {
  const anchor = useRef<string | null>(null);
  const isDragging = useRef(false);
  const most = Math.max(1, ...dates.map((date) => days.get(date)?.delivered ?? 0));
  const last = dates.at(-1) ?? "";
  const roving = useRovingFocus(dates, dates.includes(chosen.to) ? chosen.to : last, stripKeys);
  const isChosen = (date: string) => chosen.from !== "" && date >= chosen.from && date <= chosen.to;
  const isAlone = (date: string) => chosen.from === date && chosen.to === date;

  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && chosen.from !== "") return onChoose(none);
    const next = roving.onKeyDown(event);
    if (next === null) return;
    if (event.shiftKey) {
      anchor.current ??= roving.active;
      onChoose(between(anchor.current, next));
    } else anchor.current = null;
  };

  return (
    <div
      className={styles.ribbon}
      role="group"
      aria-label={logText.ribbon}
      onKeyDown={keys}
      onFocus={roving.onFocus}
    >
      {dates.map((date, index) => {
        const day = days.get(date);
        const own = eventsOn(date, events);
        const words = day === undefined ? dayText(date, nowMs) : logDayWords(day, own, nowMs);
        const begin = startOfDayMs(date);
        return (
          <button
            key={date}
            type="button"
            className={`${styles.column} bare choosable stack gap-4 shrinks`}
            data-at={date}
            tabIndex={date === roving.active ? 0 : -1}
            data-empty={day === undefined ? true : undefined}
            aria-pressed={isChosen(date)}
            aria-label={words}
            title={words}
            onPointerDown={(event) => {
              if (event.shiftKey && anchor.current !== null) return;
              anchor.current = date;
              isDragging.current = true;
              addEventListener("pointerup", () => (isDragging.current = false), { once: true });
            }}
            onPointerEnter={() => {
              if (isDragging.current && anchor.current !== null && anchor.current !== date)
                onChoose(between(anchor.current, date));
            }}
            onClick={(event) => {
              if (event.shiftKey && anchor.current !== null) onChoose(between(anchor.current, date));
              else if (anchor.current === null || anchor.current === date || event.detail === 0)
                onChoose(isAlone(date) ? none : { from: date, to: date });
            }}
          >
            <span className={`${styles.bars} holds`}>
              <span
                className={styles.bar}
                style={{ height: barHeight(day?.delivered ?? 0, most) }}
                data-few={(day?.delivered ?? 0) > 0 ? true : undefined}
              />
              {(day?.refused ?? 0) + (day?.lost ?? 0) > 0 ? <span className={styles.dot} /> : null}
            </span>
            <EventBand events={own} beginMs={begin} endMs={begin + dayMs} nowMs={nowMs} />
            <span
              className={`${styles.dayNumber} numbers muted text-small text-center`}
              data-week={isMonday(date) ? true : undefined}
              data-month={index === 0 || date.endsWith("-01") ? dayText(date).split(" ").at(-1) : undefined}
            >
              {Number(date.slice(8))}
            </span>
          </button>
        );
      })}
    </div>
  );
}

function isMonday(date: string): boolean {
  return new Date(startOfDayMs(date)).getUTCDay() === 1;
}
