import type { Subscribe } from "#base/event.ts";
import { daysOfMonth } from "#domain/calendar-month.ts";
import type { PoorProduct } from "#domain/verdicts.ts";
import type { RecordsKeeper } from "#engine/ports/portal-lists.ts";
import { isFresh, monthsBetween, nextList, type PlannedList, type WantedList } from "./list-plan.ts";
import { createListReader, type ListReaderParts } from "./list-reader.ts";
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

export interface ListSyncParts extends ListReaderParts {
  readonly keeper: ListReaderParts["keeper"] & Pick<RecordsKeeper, "listMarks">;
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

export function createListSync(parts: ListSyncParts): ListSync {
  const { clock, keeper } = parts;
  const reader = createListReader(parts);
  const stopping = new AbortController();
  const hurried = new AbortController();
  /** When the last requests were made, monotonic. */
  let asked: number[] = [];
  let running: Promise<void> = Promise.resolve();

  /** Waits until one more request keeps within the pace. */
  const inPace = async (signal: AbortSignal): Promise<void> => {
    asked = asked.filter((at) => clock.monotonicMs() - at < minuteMs);
    const [first] = asked;
    if (asked.length >= mostAMinute && first !== undefined)
      await clock.sleep(first + minuteMs - clock.monotonicMs(), signal);
    asked.push(clock.monotonicMs());
  };

  const plan = async (): Promise<PlannedList | null> => {
    if (!parts.isOpen() || reader.isPortalSilent() || parts.portalUrl() === null) return null;
    return nextList({
      lists: await parts.lists(),
      marks: await keeper.listMarks(),
      nowMs: clock.nowMs(),
      takesNoChanges: reader.takesNoChanges,
      rests: reader.rests,
    });
  };

  /** Asks for one report on a poor product when no list is due. True where it was asked for. */
  const askWhy = async (signal: AbortSignal): Promise<boolean> => {
    if (parts.quality === undefined || !parts.isOpen() || reader.isPortalSilent()) return false;
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
        await reader.read(next, signal, () => inPace(signal));
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
        if (reader.isPortalSilent()) return false;
        await inPace(signal);
        if (signal.aborted) return false;
        const days = daysOfMonth(month);
        const span = { dateFrom: days.from, dateTo: days.to };
        const isRead = await reader.read({ list, span, month, whole: days }, signal, () => inPace(signal));
        if (!isRead) isWhole = false;
      }
      return isWhole;
    },
    forget: reader.forget,
    onRead: reader.onRead,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
