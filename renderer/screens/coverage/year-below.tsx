import { useMemo } from "react";
import { addDays, datesBetween } from "#base/dates.ts";
import { InstrumentFolders } from "#renderer/components/instrument-folders.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { daysByInstrument } from "#renderer/model/coverage-model.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { coverageText } from "#renderer/text/coverage.ts";
import { todayText } from "#renderer/text/today.tsx";
import type { InstrumentDay } from "./grid-row.tsx";
import { MonthsGrid } from "./months-grid.tsx";
import { useStation } from "./use-station.ts";

interface YearBelowProps {
  readonly instruments: readonly string[];
  readonly today: string;
  /** So many, today included. */
  readonly days: number;
  /** Begin of this minute, epoch milliseconds. */
  readonly nowMs: number;
  /** `YYYY-MM` */
  readonly onOpen: (month: string) => void;
}

/** The year of a few instruments, where their days leave room for it; without a file, where theirs are looked for. */
export function YearBelow({ instruments, today, days, nowMs, onOpen }: YearBelowProps) {
  const from = addDays(today, 1 - days);
  const { data } = useHostQuery("coverage.days", { from, to: today }, { keepsPrevious: true });
  const station = useStation(from, today, nowMs);
  const dates = useMemo(() => datesBetween(from, today), [from, today]);
  const found = useMemo(() => daysByInstrument(data?.days ?? []), [data]);
  if (data === undefined) return null;
  if (data.days.every(({ state }) => state === "empty" || state === "unknown"))
    return (
      <Panel title={todayText.watched(instruments.length)}>
        <InstrumentFolders />
      </Panel>
    );
  const dayOf = ({ instrument, date }: InstrumentDay) => found.get(instrument)?.get(date);
  return (
    <>
      <MonthsGrid instruments={instruments} dates={dates} dayOf={dayOf} station={station} onOpen={onOpen} />
      <p className="muted">{coverageText.monthBlocks}</p>
    </>
  );
}
