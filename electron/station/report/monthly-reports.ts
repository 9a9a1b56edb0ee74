import { todayUtc } from "#base/dates.ts";
import { daysOfMonth, futureMonthText } from "#domain/calendar-month.ts";
import { md5Line, sortedLines } from "#domain/receipt-lines.ts";
import type { Instrument, Settings } from "#domain/settings.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { DateSpan } from "#engine/ports/ledger.ts";
import type { RecordsKeeper } from "#engine/ports/portal-lists.ts";
import type { Coverage } from "#station/coverage/coverage.ts";
import type { Station } from "#station/station-api.ts";
import type { StationLog } from "#station/station-events/log.ts";
import { type MonthlyReport, type MonthReceipts, monthlyReport } from "./derive-report.ts";
import { outageKinds, type ReportedInstrument } from "./incomplete-days.ts";

export interface MonthlyReportParts {
  readonly clock: Pick<Clock, "nowMs">;
  readonly station: Pick<Station, "delivered" | "pathOf">;
  readonly coverage: Pick<Coverage, "days">;
  readonly log: Pick<StationLog, "events">;
  readonly keeper: Pick<RecordsKeeper, "firstWritten" | "deliveredPlaces">;
  readonly settings: () => Settings;
  /** SHA-256 of these texts in UTF-8, one behind the other, in lower-case hexadecimal. */
  sha256(texts: readonly string[]): string;
}

/** Makes the report of a month, `YYYY-MM`; a sentence where the month has not begun. Rejects as the ledger does. */
export type MonthlyReports = (month: string) => Promise<MonthlyReport | { readonly message: string }>;

/** Events that one report tells at most. */
const mostEvents = 2_000;

export function createMonthlyReports(parts: MonthlyReportParts): MonthlyReports {
  const { clock, coverage, log, keeper, settings } = parts;
  return async (month) => {
    const nowMs = clock.nowMs();
    const message = futureMonthText(month, todayUtc(nowMs));
    if (message !== null) return { message };
    const { from, to } = daysOfMonth(month);
    const { portal, instruments } = settings();
    const reported = await Promise.all(
      instruments.map(async ({ name, site, pid, offUntil = null }) => ({
        name,
        ...(await placesOf(keeper, { name, site, pid }, { from, to })),
        offUntil,
        firstWritten: await keeper.firstWritten(name),
      })),
    );
    const found = await coverage.days(from, to, null);
    const events = await log.events({
      kinds: outageKinds,
      fromMs: Date.parse(`${from}T00:00:00.000Z`),
      toMs: Date.parse(`${to}T23:59:59.999Z`),
      before: null,
      limit: mostEvents,
    });
    return monthlyReport({
      month,
      nowMs,
      asOfMs: found?.asOfMs ?? null,
      portal: portal.url || null,
      instruments: reported,
      days: found?.days ?? [],
      events,
      ...(await receiptsOf(parts, { from, to })),
    });
  };
}

/** Places under which files of these dates were delivered, the newest first; that of the settings before there are any. */
async function placesOf(
  keeper: Pick<RecordsKeeper, "deliveredPlaces">,
  { name, site, pid }: Pick<Instrument, "name" | "site" | "pid">,
  dates: DateSpan,
): Promise<Pick<ReportedInstrument, "sites" | "pids">> {
  const found = await keeper.deliveredPlaces(name, dates);
  const places = found.length === 0 ? [{ site, pid }] : found;
  return {
    sites: [...new Set(places.map((place) => place.site))],
    pids: [...new Set(places.map((place) => place.pid))],
  };
}

/** The newest receipt of each file, as `receipts --format md5` lists them. */
async function receiptsOf(
  { station, sha256 }: MonthlyReportParts,
  dates: { readonly from: string; readonly to: string },
): Promise<MonthReceipts> {
  const newest = new Map<string, string>();
  let leftOut = 0;
  for (let afterSeq: number | null = 0; afterSeq !== null; ) {
    const part: Awaited<ReturnType<Station["delivered"]>> = await station.delivered({
      dates: [dates],
      changedSinceMs: null,
      newestOnly: false,
      afterSeq,
    });
    for (const upload of part.uploads) {
      const file = station.pathOf(upload);
      if (upload.receipt === null) continue;
      if (file === null) leftOut += 1;
      else newest.set(file, upload.receipt.checksum);
    }
    afterSeq = part.nextSeq;
  }
  const lines = sortedLines([...newest].map(([file, checksum]) => md5Line(checksum, file)));
  return { files: lines.length, digest: sha256(lines), leftOut };
}
