import { ActionIcon, Button } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from "react";
import { addDays, daysBetween, todayUtc } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { dayText } from "#renderer/components/event-words.ts";
import { Icon } from "#renderer/components/icon.tsx";
import type { PortalFilter } from "#renderer/screens/portal/filter/portal-filter.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";
import { countsOf, dayAt, stripDayAfter } from "./day-counts.ts";
import styles from "./day-scrubber.module.css";

interface DayScrubberProps {
  readonly filter: PortalFilter;
  readonly date: string;
  readonly onPick: (date: string) => void;
}

/** About three months; a list of them is read in one piece. */
const shownDays = 92;
const listedMs = 600_000;
/** Keys that follow each other choose one day in the end. */
const restMs = 250;

/** Days of the last months that have products of a site; another day is one click away. */
export function DayScrubber({ filter: { site, product }, date, onPick }: DayScrubberProps) {
  const today = todayUtc(Date.now());
  const { first, last, turn } = useShownSpan(date, today);
  const [shown, point] = useRestingDay(date, onPick);
  const isAsked = site !== undefined;
  const list = useHostQuery(
    "portal.files",
    { dateFrom: first, dateTo: last, ...(site && { site }), ...(product && { product }) },
    { enabled: isAsked, staleMs: listedMs },
  );
  const counts = countsOf(list.data ?? [], first, shownDays);
  const most = Math.max(1, ...counts);
  const words = (day: string) => {
    const count = counts[daysBetween(first, day)];
    return list.data === undefined || count === undefined
      ? dayText(day)
      : say("{day}: {count, plural, one {# product} other {# products}}", { day: dayText(day), count });
  };
  const keys = (event: KeyboardEvent) => {
    const next = stripDayAfter(event.key, event.shiftKey, shown, first, last);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    point(next);
  };
  const click = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onPick(dayAt((event.clientX - left) / width, first, shownDays));
  };
  return (
    <div className="wraps">
      <ActionIcon size={26} aria-label={portalText.earlierDays} onClick={() => turn(-1)}>
        <Icon name="left" size={14} />
      </ActionIcon>
      <div
        className={styles.days}
        role="slider"
        tabIndex={0}
        aria-label={portalText.daysWithProducts}
        aria-valuemin={0}
        aria-valuemax={shownDays - 1}
        aria-valuenow={Math.min(shownDays - 1, Math.max(0, daysBetween(first, shown)))}
        aria-valuetext={words(shown)}
        aria-busy={list.isFetching && list.data === undefined}
        onKeyDown={keys}
        onPointerDown={click}
      >
        {counts.map((count, index) => {
          const day = addDays(first, index);
          return (
            <span
              key={day}
              className={`${styles.day} ends holds shrinks`}
              title={words(day)}
              data-shown={day === shown}
              data-empty={list.data !== undefined && count === 0}
              data-month={day.endsWith("-01") ? dayText(day).split(" ").at(-1) : undefined}
            >
              <span style={{ height: `${(count / most) * 100}%` }} />
            </span>
          );
        })}
      </div>
      <ActionIcon
        size={26}
        aria-label={portalText.laterDays}
        disabled={last >= today}
        onClick={() => turn(1)}
      >
        <Icon name="right" size={14} />
      </ActionIcon>
      {isAsked ? null : <p className="note">{portalText.chooseASite}</p>}
      {list.error === null ? null : (
        <p className="note" title={list.error.message}>
          {portalText.daysUnavailable}{" "}
          <Button
            size="compact-xs"
            variant="default"
            loading={list.isFetching}
            onClick={() => void list.refetch()}
          >
            {say("Try again")}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Days of the strip, and a way to the ones before and after; a day that is chosen elsewhere is brought into it. */
function useShownSpan(date: string, today: string) {
  const [wished, setLast] = useState<string | null>(null);
  const last = wished ?? endFor(date, today);
  const first = addDays(last, 1 - shownDays);
  const [seen, setSeen] = useState(date);
  if (seen !== date) {
    setSeen(date);
    if (date < first || date > last) setLast(null);
  }
  const turn = (direction: 1 | -1) => {
    const next = addDays(last, direction * shownDays);
    setLast(next > today ? today : next);
  };
  return { first, last, turn };
}

/** The day that is shown: the one that keys lead to, which is picked when they rest, else `date`. */
function useRestingDay(date: string, onPick: (date: string) => void) {
  const [pointed, point] = useState<string | null>(null);
  useEffect(() => {
    if (pointed === null || pointed === date) return;
    const timer = setTimeout(() => {
      onPick(pointed);
      point(null);
    }, restMs);
    return () => clearTimeout(timer);
  }, [pointed, date, onPick]);
  return [pointed ?? date, point] as const;
}

/** Today where the day is near, or from no time in which there were data; else the strip ends some weeks after it. */
function endFor(date: string, today: string): string {
  const isNear = date > addDays(today, -shownDays) || date < "1900-01-01";
  return isNear ? today : addDays(date, Math.floor(shownDays / 3));
}
