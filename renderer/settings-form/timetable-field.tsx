import { NumberInput, SegmentedControl } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { say } from "#base/say.ts";
import { isRateRow } from "#domain/timetable.ts";
import {
  gridDays,
  type HourRate,
  hoursADay,
  hoursOfRows,
  rowsOfHours,
  type WeekHours,
} from "#domain/timetable-grid.ts";
import { Sentence } from "#renderer/components/sentence.tsx";
import { commonText } from "#renderer/text/common.ts";
import { hourText, timetableText } from "#renderer/text/timetable-text.ts";
import { isSame } from "./settings-document.ts";
import styles from "./timetable.module.css";

interface TimetableFieldProps {
  /** `portal.rates` of the draft, as written. */
  readonly rates: unknown;
  /** The same in the settings file. */
  readonly saved: unknown;
  readonly error: string | null;
  /** `undefined` takes the key out. */
  readonly onChanged: (rates: unknown) => void;
}

const usualKBps = 200;

/** The timetable as a grid of hours to paint, and in words; in words alone where the grid cannot show it. */
export function TimetableField({ rates, saved, error, onChanged }: TimetableFieldProps) {
  const [brush, setBrush] = useState("limit");
  const [kBps, setKBps] = useState<number | null>(usualKBps);
  const hours = hoursOfRows(rates);
  const rows = Array.isArray(rates) && rates.every(isRateRow) ? rates : null;
  const rate = brush === "limit" ? (kBps ?? usualKBps) : brush === "off" ? "off" : null;
  return (
    <>
      {hours === null ? null : (
        <>
          <div className="row wraps gap-12">
            <SegmentedControl
              aria-label={timetableText.brush}
              value={brush}
              onChange={setBrush}
              data={[
                { value: "none", label: timetableText.noLimit },
                { value: "limit", label: timetableText.limit },
                { value: "off", label: timetableText.off },
              ]}
            />
            <NumberInput
              aria-label={timetableText.kBps}
              suffix=" kB/s"
              min={1}
              step={100}
              disabled={brush !== "limit"}
              value={kBps ?? ""}
              onChange={(value) => setKBps(typeof value === "number" && value > 0 ? value : null)}
              // Hours are painted with a number that is seen.
              onBlur={() => setKBps(kBps ?? usualKBps)}
            />
          </div>
          <HourGrid
            hours={hours}
            onPainted={(isPainted) => {
              const next = hours.map((day, at) => day.map((old, hour) => (isPainted(at, hour) ? rate : old)));
              const before = hoursOfRows(saved);
              if (before !== null && isSame({ hours: before }, { hours: next })) onChanged(saved);
              else onChanged(next.flat().every((one) => one === null) ? undefined : rowsOfHours(next));
            }}
          />
          <p className="muted">{timetableText.help}</p>
        </>
      )}
      {error === null ? null : <Sentence shape="problem">{error}</Sentence>}
      <p role="status">
        {hours !== null
          ? timetableText.inWords(rowsOfHours(hours))
          : rows === null
            ? timetableText.notRows
            : timetableText.inWords(rows)}
      </p>
      {hours === null && rows !== null ? <p className="muted">{timetableText.notOnGrid}</p> : null}
    </>
  );
}

interface Cell {
  readonly day: number;
  readonly hour: number;
}

interface HourGridProps {
  readonly hours: WeekHours;
  readonly onPainted: (isPainted: (day: number, hour: number) => boolean) => void;
}

const steps: Readonly<Record<string, Cell>> = {
  ArrowLeft: { day: 0, hour: -1 },
  ArrowRight: { day: 0, hour: 1 },
  ArrowUp: { day: -1, hour: 0 },
  ArrowDown: { day: 1, hour: 0 },
  Home: { day: 0, hour: -hoursADay },
  End: { day: 0, hour: hoursADay },
};

/** A rectangle from `begin` to `end` is chosen; `end` has the focus. */
function HourGrid({ hours, onPainted }: HourGridProps) {
  const [{ begin, end }, choose] = useState<{ begin: Cell; end: Cell }>(() => {
    const first = { day: 0, hour: 0 };
    return { begin: first, end: first };
  });
  const isChosen = (day: number, hour: number) =>
    isBetween(day, begin.day, end.day) && isBetween(hour, begin.hour, end.hour);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = steps[event.key];
    if (step === undefined && event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (step === undefined) return onPainted(isChosen);
    const next = {
      day: within(end.day + step.day, gridDays.length),
      hour: within(end.hour + step.hour, hoursADay),
    };
    choose({ begin: event.shiftKey ? begin : next, end: next });
    cellIn(event.currentTarget, next)?.focus();
  };
  const drag = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const cell = cellAt(event);
      if (cell === null || event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      choose({ begin: event.shiftKey ? begin : cell, end: cell });
      cellIn(event.currentTarget, cell)?.focus();
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const cell = event.currentTarget.hasPointerCapture(event.pointerId) ? cellAt(event) : null;
      if (cell === null || isSameCell(cell, end)) return;
      choose({ begin, end: cell });
      cellIn(event.currentTarget, cell)?.focus();
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (event.currentTarget.hasPointerCapture(event.pointerId) && !event.shiftKey) onPainted(isChosen);
    },
  };
  return (
    <div
      className={styles.grid}
      role="grid"
      aria-label={say("Timetable")}
      aria-multiselectable="true"
      tabIndex={-1}
      onKeyDown={press}
      onFocus={({ target }) => {
        const cell = placeOf(target);
        if (cell !== null) choose((now) => (isSameCell(now.end, cell) ? now : { begin: cell, end: cell }));
      }}
      {...drag}
    >
      <div role="row" tabIndex={-1} className={`${styles.row} text-small unbroken muted`}>
        <span />
        {Array.from({ length: hoursADay }, (_, hour) => (
          <span key={hourText(hour)} role="columnheader" tabIndex={-1}>
            {hourText(hour)}
          </span>
        ))}
      </div>
      {hours.map((rates, day) => (
        <div
          key={gridDays[day]}
          role="row"
          tabIndex={-1}
          className={`${styles.row} text-small unbroken muted`}
        >
          <span role="rowheader" tabIndex={-1}>
            {commonText.weekdays[day]}
          </span>
          {rates.map((rate, hour) => (
            <div
              key={hourText(hour)}
              role="gridcell"
              data-at={`${day}-${hour}`}
              data-rate={rate === null ? "none" : rate === "off" ? "off" : "limit"}
              aria-selected={isChosen(day, hour)}
              aria-label={timetableText.cell(day, hour, rate)}
              title={timetableText.cell(day, hour, rate)}
              tabIndex={end.day === day && end.hour === hour ? 0 : -1}
            >
              {hour > 0 && rates[hour - 1] === rate ? null : <span>{markOf(rate, rates[hour + 1])}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Longest mark in the width of one hour. */
const shortMark = 3;

/** Mark of the first of some hours with this rate; none where it has no room and would be cut. */
function markOf(rate: HourRate, next: HourRate | undefined): string | null {
  if (rate === null) return null;
  const mark = rate === "off" ? timetableText.off : String(rate);
  return mark.length <= (next === rate ? 2 * shortMark : shortMark) ? mark : null;
}

const isBetween = (at: number, one: number, other: number) =>
  Math.min(one, other) <= at && at <= Math.max(one, other);

const within = (at: number, length: number) => Math.min(length - 1, Math.max(0, at));

function cellIn(grid: HTMLElement, { day, hour }: Cell): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-at="${day}-${hour}"]`);
}

const isSameCell = (one: Cell, other: Cell) => one.day === other.day && one.hour === other.hour;

function placeOf(cell: HTMLElement): Cell | null {
  const [day, hour] = (cell.dataset.at ?? "").split("-").map(Number);
  return day === undefined || hour === undefined ? null : { day, hour };
}

/** The cell below the pointer, also while it is captured. */
function cellAt({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Cell | null {
  const shown = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-at]") ?? null;
  return shown === null || !currentTarget.contains(shown) ? null : placeOf(shown);
}
