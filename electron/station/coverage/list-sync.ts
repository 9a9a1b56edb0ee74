import type { Subscribe } from "#base/event.ts";
import { createEmitter } from "#base/event.ts";
import { counted } from "#base/text.ts";
import type { ListedProduct, ListedRecord } from "#domain/portal-records.ts";
import type { PoorProduct } from "#domain/verdicts.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { ListName, ListRead, PortalLists, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import {
  daysOfMonth,
  isFresh,
  monthsBetween,
  nextList,
  type PlannedList,
  type WantedList,
} from "./list-plan.ts";
import type { QualityReports } from "./quality-reports.ts";

/** Keeps what the portal's lists say of this station up to date, while nothing keeps it from asking. */
export interface ListSync {
  start(): void;
  /** Somebody looks at days of which no list was read: the first one is asked for at once. */
  hurry(): void;
  /**
   * Reads the months of these dates (`YYYY-MM-DD`, both included) once, newest first: of lists that were read within the
   * last `freshMs` only what was never read. `onPlan` hears first how many there are. False where a list failed; a portal
   * that does not answer is asked no more.
   */
  readMonths(
    dates: { readonly from: string; readonly to: string },
    signal: AbortSignal,
    given?: { readonly freshMs: number; onPlan(lists: number): void },
  ): Promise<boolean>;
  /** Asks why products are poor, six reports at most. */
  readReports(signal: AbortSignal): Promise<void>;
  /** The settings may name another portal or other instruments. */
  forget(): void;
  /** Data kept of a site changed. */
  readonly onRead: Subscribe<string>;
  stop(): Promise<void>;
}

export interface ListSyncParts {
  readonly clock: Clock;
  readonly keeper: Pick<
    RecordsKeeper,
    "beginReading" | "listMarks" | "keepRecords" | "keepProducts" | "listEnded"
  >;
  readonly portal: PortalLists;
  readonly log: Log;
  /** Address of the portal in force; null where there is none. */
  portalUrl(): string | null;
  lists(): Promise<readonly WantedList[]>;
  /** Nothing keeps requests from being made: no hold, no pause. */
  isOpen(): boolean;
  /** Reports to ask for when no list is due: why these products are poor. Left out: none. */
  readonly quality?: { readonly reports: QualityReports; poor(): Promise<readonly PoorProduct[]> };
  /** Runs what may meet a ledger that fails. */
  runSafely(work: () => Promise<void>): Promise<unknown>;
}

const firstAfterMs = 5_000;
/** Stations that start together do not ask together. */
const spreadMs = 55_000;
const lookEveryMs = 60_000;
const minuteMs = 60_000;
const mostAMinute = 6;
/** A list that failed is left alone for an hour, and all of them for a quarter where the portal did not answer. */
const listRestMs = 3_600_000;
const portalRestMs = 900_000;
/** The portal may have refused a request by mistake, or may take it by now. */
const blindMs = 24 * 3_600_000;

export function createListSync(parts: ListSyncParts): ListSync {
  const { clock, keeper, portal, log } = parts;
  const stopping = new AbortController();
  const hurried = new AbortController();
  const read = createEmitter<string>();
  const rests = new Map<string, number>();
  /** Lists for which the portal takes no `updatedAtFrom`, until it is tried again; monotonic. */
  const blind = new Map<string, number>();
  /** Lists with rows that could not be read. */
  const told = new Set<string>();
  let restsUntil = Number.NEGATIVE_INFINITY;
  /** When the last requests were made, monotonic. */
  let asked: number[] = [];
  let running: Promise<void> = Promise.resolve();

  const isNow = (until: number | undefined): boolean => until !== undefined && clock.monotonicMs() < until;

  /** Waits until one more request keeps within the pace. */
  const inPace = async (signal: AbortSignal): Promise<void> => {
    asked = asked.filter((at) => clock.monotonicMs() - at < minuteMs);
    const [first] = asked;
    if (asked.length >= mostAMinute && first !== undefined)
      await clock.sleep(first + minuteMs - clock.monotonicMs(), signal);
    asked.push(clock.monotonicMs());
  };

  const ask = async (planned: PlannedList, signal: AbortSignal): Promise<boolean> => {
    const { list, span, month, whole } = planned;
    const url = parts.portalUrl();
    if (url === null) return false;
    const readAtMs = Math.floor(clock.nowMs());
    const reading = await keeper.beginReading(url);
    let newestAtMs = 0;
    const own = <Value extends ListedRecord | ListedProduct>(values: readonly Value[]): readonly Value[] => {
      const wanted = values.filter(
        (one) => one.siteId === list.site && list.pids.includes(one.instrumentPid),
      );
      for (const { updatedAtMs } of wanted) newestAtMs = Math.max(newestAtMs, updatedAtMs);
      return wanted;
    };
    const outcome =
      list.kind === "products"
        ? await portal.listProducts(list.site, span, signal, (some) =>
            keeper.keepProducts(own(some), reading),
          )
        : await portal.listRawFiles(list, span, signal, (some) => keeper.keepRecords(own(some), reading));
    if (parts.portalUrl() !== url) return false;
    if (outcome.kind !== "found") {
      failed(list, planned, outcome);
      return false;
    }
    const { leftOut, records } = outcome.value;
    // A list of which no row can be read was not read: what was known before stays, with its age.
    if (records > 0 && leftOut === records) {
      const message = `None of its ${counted(records, "row")} can be read.`;
      failed(list, planned, {
        kind: "failed",
        failure: { cause: "portal-error", message, portalMessage: null },
      });
      return false;
    }
    tellLeftOut(list, leftOut, records);
    const mark = { ...nameOf(list), month, readAtMs, newestAtMs };
    // A record that is not shown may be in a row that cannot be read.
    const bounds = whole !== null && leftOut === 0 ? { ...whole, pids: list.pids } : null;
    await keeper.listEnded(mark, reading, bounds);
    read.emit(list.site);
    return true;
  };

  /** Once, until all can be read again. */
  const tellLeftOut = (list: ListName, leftOut: number, records: number): void => {
    const key = keyOf(list);
    if (leftOut === 0) told.delete(key);
    else if (!told.has(key)) {
      told.add(key);
      log.warn("rows of the portal's list could not be read: what it lacks is not called lost", {
        ...nameOf(list),
        leftOut,
        records,
      });
    }
  };

  const failed = (
    list: ListName,
    { span }: PlannedList,
    outcome: Exclude<ReadOutcome<ListRead>, { kind: "found" }>,
  ): void => {
    if (outcome.kind === "abandoned") return;
    const now = clock.monotonicMs();
    const isRefusal = outcome.kind === "refused" && outcome.status < 500;
    if (isRefusal && span.updatedAtFrom !== undefined) {
      blind.set(keyOf(list), now + blindMs);
      return;
    }
    rests.set(keyOf(list), now + listRestMs);
    if (!isRefusal) restsUntil = now + portalRestMs;
    const message = outcome.kind === "refused" ? outcome.errors.join("; ") : outcome.failure.message;
    log.warn("the portal's list could not be read", { ...nameOf(list), message });
  };

  const plan = async (): Promise<PlannedList | null> => {
    if (!parts.isOpen() || isNow(restsUntil) || parts.portalUrl() === null) return null;
    return nextList({
      lists: await parts.lists(),
      marks: await keeper.listMarks(),
      nowMs: clock.nowMs(),
      takesNoChanges: (list) => isNow(blind.get(keyOf(list))),
      rests: (list) => isNow(rests.get(keyOf(list))),
    });
  };

  /** Asks for one report on a poor product when no list is due. True where it was asked for. */
  const askWhy = async (signal: AbortSignal): Promise<boolean> => {
    if (parts.quality === undefined || !parts.isOpen() || isNow(restsUntil)) return false;
    const { reports, poor } = parts.quality;
    await reports.ready();
    const wanted = reports.next(await poor());
    if (wanted === null) return false;
    await inPace(signal);
    if (signal.aborted || !parts.isOpen()) return false;
    await reports.read(wanted, signal);
    return true;
  };

  const run = async (): Promise<void> => {
    const { signal } = stopping;
    const firstMs = firstAfterMs + Math.floor(spreadMs * clock.random());
    await clock.sleep(firstMs, AbortSignal.any([signal, hurried.signal]));
    while (!signal.aborted) {
      let isAsked = false;
      await parts.runSafely(async () => {
        const next = await plan();
        if (next === null) {
          isAsked = await askWhy(signal);
          return;
        }
        await inPace(signal);
        if (signal.aborted || !parts.isOpen()) return;
        await ask(next, signal);
        isAsked = true;
      });
      if (!isAsked && !signal.aborted) await clock.sleep(lookEveryMs, signal);
    }
  };

  return {
    start() {
      running = run();
    },
    hurry: () => hurried.abort(),
    async readReports(signal) {
      let count = 0;
      while (count < mostAMinute && !signal.aborted && (await askWhy(signal))) count += 1;
    },
    async readMonths({ from, to }, signal, { freshMs, onPlan } = { freshMs: 0, onPlan() {} }) {
      const [lists, marks] = [await parts.lists(), await keeper.listMarks()];
      const isDue = ({ list, month }: { readonly list: WantedList; readonly month: string }) =>
        !isFresh(list, month, marks, clock.nowMs() - freshMs);
      const due = monthsBetween(from, to).flatMap((month) =>
        lists.map((list) => ({ list, month })).filter(isDue),
      );
      onPlan(due.length);
      let isWhole = true;
      for (const { list, month } of due) {
        if (isNow(restsUntil)) return false;
        await inPace(signal);
        if (signal.aborted) return false;
        const days = daysOfMonth(month);
        const span = { dateFrom: days.from, dateTo: days.to };
        if (!(await ask({ list, span, month, whole: days }, signal))) isWhole = false;
      }
      return isWhole;
    },
    forget() {
      rests.clear();
      blind.clear();
      restsUntil = Number.NEGATIVE_INFINITY;
    },
    onRead: read.on,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function nameOf({ kind, site, instrument }: ListName): ListName {
  return { kind, site, instrument };
}

function keyOf({ kind, site, instrument }: ListName): string {
  return [kind, site, instrument].join("|");
}
