import { startOfDayMs, todayUtc } from "#base/dates.ts";
import { isoTime, oneLine } from "#base/text.ts";
import { type Cause, causeWords } from "#domain/cause.ts";
import { coverageLayers } from "#domain/coverage.ts";
import type { DeliveryHour } from "#domain/hourly-counts.ts";
import {
  fitReport,
  type InstrumentInReport,
  type ReportedCause,
  type ReportedDisk,
  type StationReport,
  stationReportVersion,
} from "#domain/reported-station.ts";
import type { Settings } from "#domain/settings.ts";
import { notificationRows } from "#domain/settings-table.ts";
import { inFlightStates, totalOf } from "#domain/upload.ts";
import type { DiskRoom } from "#engine/discovery/disks.ts";
import type { DayGaps } from "#station/coverage/day-gaps.ts";
import { headlineOf } from "#station/notifications/tray-view.ts";
import type { Issue } from "#station/status/issue.ts";
import { issuesOf } from "#station/status/issues.ts";
import type { InstrumentStatus, Status } from "#station/status/reports.ts";

/** Facts of which a report is made. */
export interface ReportFacts {
  readonly id: string;
  readonly computer: string;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  readonly isRunning: boolean;
  readonly settings: Settings;
  readonly status: Status;
  /** Those of the last `deliveryDays`. */
  readonly deliveries: readonly DeliveryHour[];
  /** Null while not known. */
  readonly gaps: readonly DayGaps[] | null;
  readonly disks: readonly DiskRoom[];
  /** Takes out what is secret. */
  readonly redact: (text: string) => string;
}

/** Deliveries of so many days are counted, today among them. */
export const deliveryDays = 30;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** No text makes a report large; names of instruments are shorter. */
const mostText = 300;

/**
 * The report on a station. Words are those of Skyferry itself, and names of the settings: never the portal's, whose words may hold
 * names of files and users. Paths are in it only where the settings allow names.
 */
export function stationReportOf(facts: ReportFacts): StationReport {
  const { status, nowMs, isRunning, settings } = facts;
  const { totals } = status;
  const withNames = settings.report?.withNames === true;
  const { state, sentence } = headlineOf({ status, nowMs, isRunning, today: null });
  const report: StationReport = {
    version: stationReportVersion,
    id: facts.id,
    station: [...new Set(settings.instruments.map(({ site }) => site))].join(", "),
    computer: facts.computer,
    skyferry: facts.version,
    at: isoTime(nowMs),
    everySeconds: settings.report ? Math.round(settings.report.everyMinutes * 60) : null,
    running: isRunning,
    state,
    headline: sentence,
    causes: issuesOf(status, nowMs).map((issue) => ({
      ...reportedCause(issue),
      ...(withNames && sampleOf(issue, status)),
    })),
    files: {
      delivered: totals.delivered - status.replaced,
      queued: totals.queued + totalOf(totals, inFlightStates),
      waiting: totals.waiting,
      blocked: totals.blocked,
    },
    oldestUnsentAt: momentOf(status.oldestUnsentAtMs),
    lastDeliveredAt: momentOf(status.lastDeliveredAtMs),
    instruments: status.instruments.map((one) => ({
      ...reportedInstrument(one, facts),
      ...(withNames && { folder: one.folder }),
    })),
    disks: facts.disks.map((room) => ({ ...reportedDisk(room), ...(withNames && { disk: room.disk }) })),
    clockAheadSeconds: status.clockAheadMs === null ? null : Math.round(status.clockAheadMs / 1000),
    truncated: null,
  };
  // Half a character is no JSON for many programs.
  const plain = (text: string) => shortened(oneLine(facts.redact(text))).toWellFormed();
  return fitReport(withTexts(report, plain));
}

function reportedCause({ cause, kind, instrument, count, sinceMs, snoozed }: Issue): ReportedCause {
  return {
    cause,
    title: titleOf(cause),
    kind,
    instrument,
    count,
    since: kind === "silentInstrument" ? null : momentOf(sinceMs),
    snoozed: snoozed !== undefined,
  };
}

function titleOf(cause: Issue["cause"]): string {
  if (cause === "silent-instrument") return notificationRows.silentInstrument.title;
  if (cause === "poor-product") return notificationRows.poorProduct.title;
  return causeWords(cause satisfies Cause).title;
}

function sampleOf({ cause, instrument }: Issue, { causes }: Status): Pick<ReportedCause, "sample"> {
  const found = causes.find(
    (one) => one.cause === cause && (instrument === null || one.instrument === instrument),
  );
  return found === undefined || found.samplePath === "" ? {} : { sample: found.samplePath };
}

function reportedInstrument(one: InstrumentStatus, facts: ReportFacts): InstrumentInReport {
  const { name, site, lastFileAtMs, queue, verdicts } = one;
  const { nowMs, deliveries, gaps, settings } = facts;
  const startMs = startOfDayMs(todayUtc(nowMs));
  const since = (fromMs: number, toMs = Number.POSITIVE_INFINITY): number =>
    deliveries.reduce(
      (sum, { instrument, hour, files }) =>
        instrument === name && hour * hourMs >= fromMs && hour * hourMs < toMs ? sum + files : sum,
      0,
    );
  return {
    name,
    site,
    pid: settings.instruments.find((configured) => configured.name === name)?.pid ?? "",
    state: stateOf(one, nowMs),
    lastFileAt: momentOf(lastFileAtMs),
    delivered: {
      today: since(startMs),
      yesterday: since(startMs - dayMs, startMs),
      last30Days: since(startMs - (deliveryDays - 1) * dayMs),
    },
    queue,
    gaps: gaps === null ? null : gapsOf(name, gaps),
    verdicts:
      verdicts === null
        ? null
        : {
            notUsable: verdicts.invalid?.count ?? 0,
            notProcessed: verdicts.unprocessed?.count ?? 0,
            poorProducts: verdicts.poorProducts,
          },
  };
}

function stateOf(one: InstrumentStatus, nowMs: number): InstrumentInReport["state"] {
  if (one.offUntil !== null) return "off";
  if (one.folderTrouble !== null) return "folder-unreachable";
  if (one.lastRescanAtMs === null) return "unknown";
  return one.silentAtMs !== null && nowMs > one.silentAtMs ? "silent" : "well";
}

/** Null where the settings got the instrument after the last count. */
function gapsOf(name: string, gaps: readonly DayGaps[]): InstrumentInReport["gaps"] {
  const own = new Map(gaps.flatMap((one) => (one.instrument === name ? [[one.layer, one.days]] : [])));
  if (own.size === 0) return null;
  const [measured, accepted, processed, published] = coverageLayers.map((layer) => own.get(layer) ?? 0);
  return { measured, accepted, processed, published } as InstrumentInReport["gaps"];
}

function reportedDisk({ freeBytes, bytes, hasRecords, fullInMs }: DiskRoom): ReportedDisk {
  const fullInDays = fullInMs === null ? null : Math.floor(fullInMs / dayMs);
  return { freeBytes: Math.round(freeBytes), bytes: Math.round(bytes), hasRecords, fullInDays };
}

function momentOf(atMs: number | null): string | null {
  return atMs === null ? null : isoTime(atMs);
}

function shortened(text: string): string {
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}

/** The same value with every text changed. */
function withTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, change)])) as T;
}
