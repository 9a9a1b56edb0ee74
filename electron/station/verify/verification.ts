import { addDays, todayUtc } from "#base/dates.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { Pipeline } from "#engine/pipeline.ts";
import type { Log } from "#engine/ports/host.ts";
import type { DateSpan, FirstLook } from "#engine/ports/ledger.ts";
import type { VerifyParts } from "./verify-parts.ts";
import { betweenLooksMs, type VerifyFound, verifyReceipts } from "./verify-receipts.ts";

/** Comparison that a person asks for. */
export interface Asked {
  /** Measurement dates; null is every date. */
  readonly dates: readonly DateSpan[] | null;
  /** Reads the files on this PC again, too. */
  readonly disk: boolean;
}

/** How far what a person asked for is. */
export interface VerifyState {
  readonly isRunning: boolean;
  /** It came to its end by itself. */
  readonly isWhole: boolean;
  /** Null before anything was asked. */
  readonly found: VerifyFound | null;
  /** Begin, epoch milliseconds. */
  readonly asOfMs: number | null;
}

/** Numbers of the last comparison that came to its end. */
export interface VerifySummary {
  /** Its end, epoch milliseconds. */
  readonly atMs: number;
  /** As in `VerifyFound`. */
  readonly checked: number;
  readonly same: number;
  readonly lost: number;
  readonly replaced: number;
  readonly notReceived: number;
  readonly unconfirmed: number;
  /** Null where the files on this PC were not read. */
  readonly localChanged: number | null;
  readonly localGone: number | null;
}

/** Compares receipts with what the portal has now: by itself, and when a person asks. */
export interface Verification {
  /** From now on by itself. */
  start(): void;
  stop(): Promise<void>;
  /** False where what was asked before still runs. */
  begin(asked: Asked): boolean;
  /** Ends what a person asked for early. */
  end(): void;
  state(): VerifyState;
  /** Numbers of the daily comparison, or of one that a person asked for; null before the first. Also known after a restart. */
  last(): Promise<VerifySummary | null>;
}

type VerificationParts = VerifyParts &
  Pick<EnginePorts, "log" | "verifyStore"> &
  Pick<Pipeline, "holds" | "runSafely">;

const dayMs = 86_400_000;
/** After a start other things come first. */
const firstAfterMs = 15 * 60_000;
const firstSpreadMs = 30 * 60_000;
/** Once a day: between two of them lie 22 to 23.5 hours, so that many stations do not ask at once. */
const leastPauseMs = 22 * 3_600_000;
const pauseSpreadMs = 90 * 60_000;
/** Pause if the portal could not be asked. */
const againAfterMs = 3 * 3_600_000;
/** Between two lists. */
const restMs = 2_000;
const heldLookMs = 60_000;
const lookSpreadMs = 9 * 60_000;
/** Everything that was delivered so lately; what was delivered in the last minutes may not be listed yet. */
const recentMs = 7 * dayMs;
const youngMs = 10 * 60_000;
/** Share of the other days: a hundredth in a week. */
const shareOfDay = 1 / 700;
const firstDate = "2000-01-01";

/** Asks nothing before it is started or asked. */
export function createVerification(parts: VerificationParts): Verification {
  const { clock, log } = parts;
  const stopping = new AbortController();
  let daily: Promise<unknown> = Promise.resolve();
  let asking: { readonly ended: Promise<unknown>; readonly stop: () => void } | null = null;
  /** Null before it was read. */
  let kept: Kept | null = null;
  const keptNow = async (): Promise<Kept> => {
    const read: unknown = kept ?? (await parts.verifyStore?.read().catch(() => null));
    kept ??= { lastMs: lastIn(read), last: summaryIn(read) };
    return kept;
  };
  const keep = async (change: Partial<Kept>): Promise<void> => {
    kept = { ...(await keptNow()), ...change };
    await parts.verifyStore?.write(kept);
  };
  let state: VerifyState = { isRunning: false, isWhole: false, found: null, asOfMs: null };

  const untilOpen = async (): Promise<void> => {
    await clock.sleep(restMs, stopping.signal);
    while (!parts.holds.mayRead() && !stopping.signal.aborted) await clock.sleep(heldLookMs, stopping.signal);
  };

  /** There may be a first look that waits for its second. */
  let mayDoubt = true;
  const noteDoubt = ({ unconfirmed }: VerifyFound): void => {
    mayDoubt ||= unconfirmed.length > 0;
  };

  /** Gives whether anything could be asked. */
  const ofTheDay = async (): Promise<boolean> => {
    const nowMs = clock.nowMs();
    const found = await verifyReceipts(parts, {
      dates: sampledDates(todayUtc(nowMs - recentMs), () => clock.random()),
      changedSinceMs: nowMs - recentMs,
      beforeMs: nowMs - youngMs,
      withIds: null,
      disk: false,
      signal: stopping.signal,
      pace: untilOpen,
      onProgress: noteDoubt,
    });
    tell(log, found);
    const isDone = found.checked > 0 || found.notAsked.size === 0;
    if (isDone && !stopping.signal.aborted) await keep({ last: summaryOf(found, clock.nowMs(), false) });
    return isDone;
  };

  /** First looks; null where the ledger fails. */
  const firstLooks = async (): Promise<readonly FirstLook[] | null> => {
    let looks: readonly FirstLook[] | null = null;
    await parts.runSafely(async () => {
      looks = await parts.ledger.firstLooks();
    });
    return looks;
  };

  const lookAgainAt = async (looks: readonly FirstLook[]): Promise<void> => {
    const found = await verifyReceipts(parts, {
      dates: monthsOf(looks),
      changedSinceMs: null,
      beforeMs: clock.nowMs() - youngMs,
      withIds: new Set(looks.map(({ id }) => id)),
      disk: false,
      signal: stopping.signal,
      pace: untilOpen,
      onProgress() {},
    });
    tell(log, found);
  };

  /** The second look at what the first did not see as its receipt says. */
  const lookAgain = async (): Promise<void> => {
    const { signal } = stopping;
    let leastMs = betweenLooksMs;
    while (!signal.aborted) {
      const looks = mayDoubt ? await firstLooks() : [];
      if (looks !== null) mayDoubt = looks.length > 0;
      if (looks === null || looks.length === 0) {
        await clock.sleep(heldLookMs, signal);
        leastMs = 0;
        continue;
      }
      await clock.sleep(Math.max(leastMs, untilNextLookMs(looks, clock.nowMs())), signal);
      if (signal.aborted || !parts.holds.mayRead()) continue;
      const ready = looks.filter(({ atMs }) => atMs + betweenLooksMs <= clock.nowMs());
      if (ready.length > 0) await parts.runSafely(() => lookAgainAt(ready));
      leastMs = betweenLooksMs;
    }
  };

  const run = async (): Promise<void> => {
    const { signal } = stopping;
    const { lastMs } = await keptNow();
    const sinceMs = lastMs === null ? leastPauseMs : Math.max(0, clock.nowMs() - lastMs);
    await clock.sleep(Math.max(firstAfterMs, leastPauseMs - sinceMs), signal);
    await clock.sleep(clock.random() * firstSpreadMs, signal);
    while (!signal.aborted) {
      let isDone = false;
      await parts.runSafely(async () => {
        isDone = await ofTheDay();
      });
      if (signal.aborted) return;
      if (isDone) await keep({ lastMs: clock.nowMs() });
      // By the clock that never jumps.
      await clock.sleep(isDone ? leastPauseMs + clock.random() * pauseSpreadMs : againAfterMs, signal);
    }
  };

  return {
    start() {
      daily = Promise.all([run(), lookAgain()]);
    },
    async stop() {
      stopping.abort();
      asking?.stop();
      await Promise.all([daily, asking?.ended]);
    },
    begin({ dates, disk }) {
      if (asking !== null || stopping.signal.aborted) return false;
      const over = new AbortController();
      const asOfMs = clock.nowMs();
      state = { isRunning: true, isWhole: false, found: null, asOfMs };
      const work = async (): Promise<void> => {
        const found = await verifyReceipts(parts, {
          dates,
          changedSinceMs: null,
          beforeMs: null,
          withIds: null,
          disk,
          signal: over.signal,
          pace: async () => {},
          onProgress: (soFar) => {
            noteDoubt(soFar);
            state = { ...state, found: soFar };
          },
        });
        tell(log, found);
        state = { ...state, isWhole: !over.signal.aborted, found };
        if (!over.signal.aborted && (found.checked > 0 || found.notAsked.size === 0))
          await keep({ last: summaryOf(found, clock.nowMs(), disk) });
      };
      const ended = parts.runSafely(work).finally(() => {
        state = { ...state, isRunning: false };
        asking = null;
      });
      asking = { ended, stop: () => over.abort() };
      return true;
    },
    end: () => asking?.stop(),
    state: () => state,
    last: async () => (await keptNow()).last,
  };
}

interface Kept {
  /** When it was done by itself last. */
  readonly lastMs: number | null;
  readonly last: VerifySummary | null;
}

function summaryOf(found: VerifyFound, atMs: number, disk: boolean): VerifySummary {
  const { checked, same, lost, replaced, notReceived, unconfirmed, localChanged, localGone } = found;
  return {
    atMs,
    checked,
    same,
    lost: lost.length,
    replaced: replaced.length,
    notReceived: notReceived.length,
    unconfirmed: unconfirmed.length,
    localChanged: disk ? localChanged.length : null,
    localGone: disk ? localGone.length : null,
  };
}

const numbers = ["atMs", "checked", "same", "lost", "replaced", "notReceived"] as const;

function summaryIn(kept: unknown): VerifySummary | null {
  const last = typeof kept === "object" && kept !== null && "last" in kept ? kept.last : null;
  if (typeof last !== "object" || last === null) return null;
  const given = last as VerifySummary;
  if (!numbers.every((name) => Number.isSafeInteger(given[name]))) return null;
  const { unconfirmed = 0, localChanged = null, localGone = null } = given;
  return { ...given, unconfirmed, localChanged, localGone };
}

function lastIn(kept: unknown): number | null {
  const lastMs = typeof kept === "object" && kept !== null && "lastMs" in kept ? kept.lastMs : null;
  return typeof lastMs === "number" ? lastMs : null;
}

/**
 * Ten minutes after the first of them, and up to nine more, so that many stations do not ask at once. The spread is that of
 * the moment of the look, which chance gave.
 */
function untilNextLookMs(looks: readonly FirstLook[], nowMs: number): number {
  const firstMs = Math.min(...looks.map(({ atMs }) => atMs));
  const atMs = firstMs + betweenLooksMs + (firstMs % lookSpreadMs);
  // The wall clock may have been set.
  return Math.min(Math.max(atMs - nowMs, 0), betweenLooksMs + lookSpreadMs);
}

/** The list of a month tells of its other receipts which portal it is. */
function monthsOf(looks: readonly FirstLook[]): readonly DateSpan[] {
  const months = new Set(looks.map(({ measurementDate }) => measurementDate.slice(0, 7)));
  return [...months].map((month) => ({ from: `${month}-01`, to: `${month}-31` }));
}

/** Days before `today`, each with the same small chance. */
function sampledDates(today: string, random: () => number): DateSpan[] {
  const dates: DateSpan[] = [];
  const skipped = () => Math.floor(Math.log(1 - random()) / Math.log(1 - shareOfDay));
  for (let date = addDays(firstDate, skipped()); date < today; date = addDays(date, 1 + skipped()))
    dates.push({ from: date, to: date });
  return dates;
}

function tell(log: Log, found: VerifyFound): void {
  const { checked, same, restored, lost, replaced, notReceived, unconfirmed, notAsked } = found;
  const facts = {
    checked,
    same,
    restored: restored.length,
    lost: lost.length,
    replaced: replaced.length,
    notReceived: notReceived.length,
    unconfirmed: unconfirmed.length,
    notAsked: Object.fromEntries(notAsked),
  };
  const isAllSame = checked === same && notAsked.size === 0;
  if (isAllSame) log.info("receipts were compared with the portal", facts);
  else log.warn("receipts were compared with the portal, and not all are the same", facts);
}
