import { Button, Menu, SegmentedControl, Switch } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { addDays, datesBetween, todayUtc } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { coverageCsv } from "#contract/coverage-csv.ts";
import { daysOfMonth, isRealMonth } from "#domain/calendar-month.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { NoInstrument } from "#renderer/components/no-instrument.tsx";
import { Figure, Page } from "#renderer/components/page.tsx";
import { PendingPage } from "#renderer/components/problem.tsx";
import { saveFile } from "#renderer/components/save-file.ts";
import { useNow } from "#renderer/components/use-now.ts";
import { daysByInstrument, isUnread, type ShownDay } from "#renderer/model/coverage-model.ts";
import { monthName } from "#renderer/model/coverage-words.ts";
import { reportRoute } from "#renderer/model/report-months.ts";
import { lookOf } from "#renderer/model/year-model.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useAddress } from "#renderer/store/use-address.ts";
import { useOwnSites, useSites } from "#renderer/store/use-catalogue.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import { DayAxis } from "#renderer/uploads/day-axis.tsx";
import styles from "./coverage.module.css";
import { CoverageGrid } from "./coverage-grid.tsx";
import { coveragePng } from "./coverage-picture.ts";
import { DayPanel } from "./day-panel.tsx";
import type { GridPlace, InstrumentDay } from "./grid-row.tsx";
import { Legend } from "./legend.tsx";
import { MonthReport } from "./month-report.tsx";
import { MonthsGrid } from "./months-grid.tsx";
import type { StationDays } from "./station-days.ts";
import { useStation } from "./use-station.ts";
import { Verified } from "./verified.tsx";
import { YearBelow } from "./year-below.tsx";
import { MonthsOfEach, YearByMonth } from "./year-by-month.tsx";

const yearSpan = 400;
const spans = [35, 90, yearSpan] as const;
/** A year of so many fits below their days. */
const mostWithYear = 12;
/** So many have their months in words below the year. */
const mostWithMonths = 4;
const minuteMs = 60_000;

/** State of each day of each instrument: measured, accepted, processed, published. */
export function CoverageScreen() {
  const [address, , setWords] = useAddress();
  const span = spans.find((days) => String(days) === address.get("days")) ?? spans[0];
  const month = monthOf(address.get("month"));
  const hasOnlyGaps = address.has("gaps");
  const nowMs = Math.floor(useNow() / minuteMs) * minuteMs;
  const today = todayUtc(nowMs);
  const [from, to] = useMemo(() => {
    if (month === null) return [addDays(today, 1 - span), today];
    const { from: first, to: last } = daysOfMonth(month);
    return [first, last < today ? last : today];
  }, [month, span, today]);
  const isYear = month === null && span === yearSpan;
  const { data, error } = useHostQuery("coverage.days", { from, to }, { keepsPrevious: true });
  const dates = useMemo(() => datesBetween(from, to), [from, to]);
  const days = data?.days;
  const found = useMemo(() => daysByInstrument(days ?? []), [days]);
  const instruments = useMemo(
    () => [...found].filter(([, own]) => !hasOnlyGaps || hasGap(own)).map(([name]) => name),
    [found, hasOnlyGaps],
  );
  const dayOf = useCallback(
    ({ instrument, date }: InstrumentDay) => found.get(instrument)?.get(date),
    [found],
  );
  const { opened, onOpen, onClose } = useOpened();
  const isAgain = address.has("again");
  const openMonth = useCallback((chosen: string) => setWords({ month: chosen }), [setWords]);
  const station = useStation(from, to, nowMs);
  const only = found.size === 1 ? instruments[0] : undefined;
  const { data: status } = useHostQuery("status", {}, { enabled: only !== undefined });
  const growing = status?.instruments.find(({ name }) => name === only)?.growing ?? 0;

  if (data === undefined)
    return (
      <Page title={say("Coverage")} help="pages#coverage">
        <PendingPage title={coverageText.notShown} error={error} />
      </Page>
    );
  if (found.size === 0)
    return (
      <Page title={say("Coverage")} help="pages#coverage">
        <NoInstrument help={coverageText.nothingYetHelp} />
      </Page>
    );
  return (
    <Page
      title={say("Coverage")}
      help="pages#coverage"
      actions={
        <Exports
          instruments={instruments}
          dates={dates}
          days={data.days}
          dayOf={dayOf}
          station={station}
          asOf={data.asOf}
        />
      }
    >
      <Summary days={data.days} asOf={data.asOf} />
      <div className="wraps">
        <SegmentedControl
          size="xs"
          aria-label={coverageText.span}
          value={month ?? String(span)}
          data={[
            ...spans.map((count) => ({ value: String(count), label: coverageText.lastDays(count) })),
            ...(month === null ? [] : [{ value: month, label: monthName(`${month}-01`) }]),
          ]}
          onChange={(value) => setWords({ days: value, month: null })}
        />
        <Switch
          size="sm"
          label={coverageText.onlyGaps}
          checked={hasOnlyGaps}
          onChange={({ currentTarget }) => setWords({ gaps: currentTarget.checked ? "" : null })}
        />
        <Verified from={from} to={to} />
      </div>
      {instruments.length === 0 ? (
        <p role="status">{coverageText.noGaps}</p>
      ) : (
        <div className={`${styles.beside} beside`} data-open={opened !== null}>
          <div className="grows stack">
            {isYear ? (
              <MonthsGrid
                instruments={instruments}
                dates={dates}
                dayOf={dayOf}
                station={station}
                onOpen={openMonth}
              />
            ) : (
              <CoverageGrid
                instruments={instruments}
                dates={dates}
                dayOf={dayOf}
                station={station}
                opened={opened}
                onOpen={onOpen}
              />
            )}
            <Legend isYear={isYear} hasUnknown={data.days.some((day) => lookOf(day) === "unknown")} />
            {isYear || only !== undefined || found.size > mostWithYear ? null : (
              <YearBelow
                instruments={instruments}
                today={today}
                days={yearSpan}
                nowMs={nowMs}
                onOpen={openMonth}
              />
            )}
            {only === undefined ? null : (
              <div className="stack gap-16">
                <DayAxis instrument={only} growing={growing} />
                <YearByMonth instrument={only} today={today} nowMs={nowMs} onOpen={onOpen} />
              </div>
            )}
            {!isYear || only !== undefined || found.size > mostWithMonths ? null : (
              <MonthsOfEach instruments={instruments} today={today} nowMs={nowMs} onOpen={onOpen} />
            )}
          </div>
          {opened === null ? null : (
            <DayPanel
              key={`${opened.instrument} ${opened.date} ${isAgain}`}
              place={opened}
              isAgain={isAgain}
              onClose={onClose}
            />
          )}
        </div>
      )}
    </Page>
  );
}

function hasGap(own: ReadonlyMap<string, ShownDay>): boolean {
  return [...own.values()].some(({ state }) => state === "gap");
}

/** The day whose panel is open, as the address says it; a day of the station is shown in the log. */
function useOpened() {
  const [address, , setWords] = useAddress();
  const navigate = useNavigate();
  const [instrument, date] = [address.get("instrument"), address.get("date")];
  const onOpen = useCallback(
    (place: GridPlace) => {
      if (place.instrument === null) void navigate(`/log?from=${place.date}&to=${place.date}`);
      else setWords({ instrument: place.instrument, date: place.date, again: null });
    },
    [setWords, navigate],
  );
  const onClose = useCallback(() => setWords({ instrument: null, date: null, again: null }), [setWords]);
  return { opened: instrument === null || date === null ? null : { instrument, date }, onOpen, onClose };
}

function Summary({ days, asOf }: { readonly days: readonly ShownDay[]; readonly asOf: string | null }) {
  const counted = days.filter(({ state }) => state !== "empty" && state !== "unknown");
  const complete = counted.filter(({ state }) => state === "complete").length;
  const overdue = days.filter(({ state }) => state === "gap").length;
  const isPartly = days.some(({ accepted }) => accepted !== null);
  const isReading = asOf === null || days.some(isUnread);
  const isEmpty = asOf !== null && !isReading && counted.length === 0;
  const isUnasked = asOf === null && !isPartly;
  return (
    <Figure
      note={
        isEmpty ? (
          coverageText.onlyThereHelp
        ) : isUnasked ? (
          coverageText.neverAskedHelp
        ) : (
          <>
            {coverageText.completeOf(complete, counted.length)}
            {isReading && overdue > 0 ? ` · ${coverageText.readingHelp}` : null}
            {asOf === null ? null : (
              <>
                {" "}
                · <AsOf at={asOf} />
              </>
            )}
          </>
        )
      }
    >
      {isEmpty
        ? coverageText.nothingYet
        : isUnasked && overdue === 0
          ? coverageText.neverAsked
          : isReading && overdue === 0
            ? coverageText.reading
            : coverageText.overdueDays(overdue)}
    </Figure>
  );
}

function AsOf({ at }: { readonly at: string }): ReactNode {
  return (
    <>
      {coverageText.asOf} <Moment at={at} as="short" />
    </>
  );
}

/** The month that the address names, `YYYY-MM`. */
function monthOf(word: string | null): string | null {
  return word !== null && isRealMonth(word) ? word : null;
}

interface ExportsProps {
  readonly instruments: readonly string[];
  readonly dates: readonly string[];
  readonly days: readonly ShownDay[];
  readonly dayOf: (place: InstrumentDay) => ShownDay | undefined;
  readonly station: StationDays;
  readonly asOf: string | null;
}

/** Menu that saves the shown days as CSV or as a picture, or prints a month of them. */
function Exports({ instruments, dates, days, dayOf, station, asOf }: ExportsProps) {
  const [month, setMonth] = useState<string | null>(null);
  const ownSites = useOwnSites();
  const { data: known } = useSites();
  const name = `skyferry-coverage-${dates.at(-1) ?? ""}`;
  const months = [...new Set(dates.map((date) => date.slice(0, 7)))].toReversed();
  useEffect(() => {
    if (month === null) return;
    window.print();
    setMonth(null);
  }, [month]);
  const savePng = async () => {
    const title = `${coverageText.title} ${dates[0] ?? ""} – ${dates.at(-1) ?? ""}`;
    saveFile(`${name}.png`, await coveragePng(instruments, dates, dayOf, station, title), "image/png");
  };
  return (
    <>
      <Button component={Link} to={reportRoute(months[1] ?? months[0] ?? "")} variant="default">
        {coverageText.report}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="download" size={16} />}>
            {coverageText.save}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => saveFile(`${name}.csv`, coverageCsv(days), "text/csv;charset=utf-8")}>
            {coverageText.saveCsv}
          </Menu.Item>
          <Menu.Item
            onClick={() => void savePng().catch(({ message }: Error) => notifications.show({ message }))}
          >
            {coverageText.savePng}
          </Menu.Item>
          <Menu.Label>{coverageText.print}</Menu.Label>
          {months.map((one) => (
            <Menu.Item key={one} onClick={() => setMonth(one)}>
              {monthName(`${one}-01`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {month === null ? null : (
        <MonthReport
          sites={(ownSites ?? []).map((own) => known?.find(({ id }) => id === own)?.humanReadableName ?? own)}
          instruments={instruments}
          dates={dates.filter((date) => date.startsWith(month))}
          days={days}
          asOf={asOf}
        />
      )}
    </>
  );
}
