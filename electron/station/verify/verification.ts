import { addDays, todayUtc } from "#base/dates.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { Pipeline } from "#engine/pipeline.ts";
import type { DateSpan, FirstLook } from "#engine/ports/ledger.ts";
import { createAskedRun } from "#station/asked-run.ts";
import type { VerifyParts } from "./verify-parts.ts";
import { allReceipts, betweenLooksMs, type VerifyFound, verifyReceipts } from "./verify-receipts.ts";
import { couldAsk, createKept, summaryOf, tellFound, type VerifySummary } from "./verify-summary.ts";

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
  const { clock, log, holds } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const kept = createKept(parts.verifyStore ?? null);
  let daily: Promise<unknown> = Promise.resolve();

  const untilOpen = async (): Promise<void> => {
    await clock.sleep(restMs, signal);
    while (!holds.mayRead() && !signal.aborted) await clock.sleep(heldLookMs, signal);
  };
  const secondLook = createSecondLook(parts, untilOpen, signal);
  const asked = createAsked(parts, (last) => kept.change({ last }), secondLook.noteDoubt);

  /** Gives whether anything could be asked. */
  const ofTheDay = async (): Promise<boolean> => {
    const nowMs = clock.nowMs();
    const found = await verifyReceipts(parts, {
      ...allReceipts,
      dates: sampledDates(todayUtc(nowMs - recentMs), () => clock.random()),
      changedSinceMs: nowMs - recentMs,
      beforeMs: nowMs - youngMs,
      signal,
      pace: untilOpen,
      onProgress: secondLook.noteDoubt,
    });
    tellFound(log, found);
    const isDone = couldAsk(found);
    if (isDone && !signal.aborted) await kept.change({ last: summaryOf(found, clock.nowMs(), false) });
    return isDone;
  };

  const run = async (): Promise<void> => {
    const { lastMs } = await kept.now();
    const sinceMs = clock.nowMs() - (lastMs ?? Number.NEGATIVE_INFINITY);
    // The last one in the future was by a clock that was set back.
    await clock.sleep(sinceMs < 0 ? firstAfterMs : Math.max(firstAfterMs, leastPauseMs - sinceMs), signal);
    await clock.sleep(clock.random() * firstSpreadMs, signal);
    while (!signal.aborted) {
      let isDone = false;
      await parts.runSafely(async () => {
        isDone = await ofTheDay();
      });
      if (signal.aborted) return;
      if (isDone) await kept.change({ lastMs: clock.nowMs() });
      // By the clock that never jumps.
      await clock.sleep(isDone ? leastPauseMs + clock.random() * pauseSpreadMs : againAfterMs, signal);
    }
  };

  return {
    start() {
      daily = Promise.all([run(), secondLook.run()]);
    },
    async stop() {
      stopping.abort();
      await Promise.all([daily, asked.end()]);
    },
    begin: (wanted) => !signal.aborted && asked.begin(wanted),
    end: () => void asked.end(),
    state: asked.state,
    last: async () => (await kept.now()).last,
  };
}

/** The comparison that a person asks for: it waits for nothing, and the answers come while it runs. */
function createAsked(
  parts: VerificationParts,
  keep: (last: VerifySummary) => Promise<void>,
  onProgress: (found: VerifyFound) => void,
) {
  const { clock, log } = parts;
  const before: VerifyState = { isRunning: false, isWhole: false, found: null, asOfMs: null };
  const begun = (_: Asked): VerifyState => ({ ...before, isRunning: true, asOfMs: clock.nowMs() });
  return createAskedRun(parts, before, begun, async ({ dates, disk }, signal, change) => {
    const found = await verifyReceipts(parts, {
      ...allReceipts,
      dates,
      disk,
      signal,
      onProgress(soFar) {
        onProgress(soFar);
        change({ found: soFar });
      },
    });
    tellFound(log, found);
    change({ isWhole: !signal.aborted, found });
    if (!signal.aborted && couldAsk(found)) await keep(summaryOf(found, clock.nowMs(), disk));
  });
}

/** The second look at what the first did not see as its receipt says. */
function createSecondLook(parts: VerificationParts, pace: () => Promise<void>, signal: AbortSignal) {
  const { clock, ledger, runSafely } = parts;
  /** There may be a first look that waits for its second. */
  let mayDoubt = true;

  /** First looks; null where the ledger fails. */
  const firstLooks = async (): Promise<readonly FirstLook[] | null> => {
    let looks: readonly FirstLook[] | null = null;
    await runSafely(async () => {
      looks = await ledger.firstLooks();
    });
    return looks;
  };

  const lookAgainAt = async (looks: readonly FirstLook[]): Promise<void> => {
    const found = await verifyReceipts(parts, {
      ...allReceipts,
      dates: monthsOf(looks),
      beforeMs: clock.nowMs() - youngMs,
      withIds: new Set(looks.map(({ id }) => id)),
      signal,
      pace,
    });
    tellFound(parts.log, found);
  };

  return {
    noteDoubt({ unconfirmed }: VerifyFound): void {
      mayDoubt ||= unconfirmed.length > 0;
    },
    async run(): Promise<void> {
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
        leastMs = betweenLooksMs;
        if (signal.aborted || !parts.holds.mayRead()) continue;
        const ready = looks.filter(({ atMs }) => atMs + betweenLooksMs <= clock.nowMs());
        if (ready.length > 0) await runSafely(() => lookAgainAt(ready));
      }
    },
  };
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
