import { raceTimeout } from "#base/async.ts";
import { datesBetween } from "#base/dates.ts";
import { daysOfMonth } from "#domain/calendar-month.ts";
import type { ListedRecord } from "#domain/portal-records.ts";
import { type CleanupList, cleanupList } from "#domain/removable.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { PortalLists, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import type { WantedList } from "#station/coverage/list-plan.ts";
import { createShownFiles } from "#station/coverage/shown-files.ts";

/** A list of raw files that was read now. */
export interface ReadMonth extends CleanupList {
  /** Takes it into the ledger, as the sync does with a list that it reads: the next look has it as the earlier one. */
  keep(): Promise<void>;
}

interface MonthListParts {
  readonly clock: Pick<Clock, "nowMs" | "sleep">;
  readonly linkClock?: Pick<Clock, "sleep">;
  readonly keeper: Pick<
    RecordsKeeper,
    "beginReading" | "keepRecords" | "listEnded" | "keptRecords" | "deliveredFiles"
  >;
  readonly lists: Pick<PortalLists, "listRawFiles">;
  readonly portalUrl: () => string;
}

/** A month of a fast instrument may take its time (docs/portal/observed.md §3); some lists hang. */
const listMs = 120_000;

/** Asks for a month (`YYYY-MM`) of a list, once; a sentence where that gave no list. */
export async function readMonth(
  parts: MonthListParts,
  list: WantedList,
  month: string,
  signal: AbortSignal,
): Promise<ReadMonth | string> {
  const { clock, linkClock = clock, keeper, lists } = parts;
  const { from, to } = daysOfMonth(month);
  const reading = await keeper.beginReading(parts.portalUrl());
  const askedAtMs = Math.floor(clock.nowMs());
  const records: ListedRecord[] = [];
  const shown = createShownFiles(keeper, list, { from, to });
  /** Records of the list that was asked for first: a second one shows them again. */
  let earlier: ReadonlySet<string> = new Set();
  const lacking: typeof shown.lacking = () => {
    earlier = new Set(records.map((one) => JSON.stringify(one)));
    return shown.lacking();
  };
  const outcome = await raceTimeout(
    (stop) =>
      lists.listRawFiles({ ...list, lacking }, { dateFrom: from, dateTo: to }, stop, async (some) => {
        const own = some.filter(
          ({ siteId, instrumentPid, measurementDate }) =>
            siteId === list.site &&
            list.pids.includes(instrumentPid) &&
            from <= measurementDate &&
            measurementDate <= to,
        );
        shown.note(own);
        records.push(...own.filter((one) => !earlier.has(JSON.stringify(one))));
      }),
    { clock: linkClock, ms: listMs, signal },
    null,
  );
  if (outcome === null || outcome.kind === "abandoned")
    return `The portal gave no answer within ${listMs / 1000} s.`;
  if (outcome.kind === "refused") return `The portal refused the list: ${outcome.errors.join("; ")}.`;
  if (outcome.kind === "failed") return outcome.failure.message;
  const isPartial = outcome.value.leftOut > 0 || outcome.value.isDoubted === true;
  return {
    ...cleanupList(records, { askedAtMs, isPartial }),
    async keep() {
      const newestAtMs = records.reduce((newest, { updatedAtMs }) => Math.max(newest, updatedAtMs), 0);
      const { kind, site, instrument, pids } = list;
      await keeper.keepRecords(records, reading);
      await keeper.listEnded(
        { kind, site, instrument, month, readAtMs: askedAtMs, newestAtMs },
        reading,
        isPartial ? null : { from, to, pids },
      );
    },
  };
}

/** The month as the ledger keeps it, of lists that were asked for at this moment or before; null where it keeps none. */
export async function keptMonth(
  { keeper, portalUrl }: MonthListParts,
  list: WantedList,
  month: string,
  beforeMs: number,
): Promise<CleanupList | null> {
  const { from, to } = daysOfMonth(month);
  const records: ListedRecord[] = [];
  let askedAtMs = Number.NEGATIVE_INFINITY;
  // Day by day, so that other questions to the ledger get their turn.
  for (const pid of list.pids)
    for (const date of datesBetween(from, to))
      for (const one of await keeper.keptRecords({ site: list.site, pid }, date, portalUrl())) {
        if (one.metAtMs === null || one.metAtMs > beforeMs) continue;
        records.push(one.record);
        askedAtMs = Math.max(askedAtMs, one.metAtMs);
      }
  return records.length === 0 ? null : cleanupList(records, { askedAtMs, isPartial: false });
}
