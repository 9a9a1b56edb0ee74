import type { Upload } from "#domain/upload.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { createClaimedAhead } from "./claimed-ahead.ts";
import { createInFlight, type InFlightParts, tellError } from "./in-flight.ts";
import { createTurn, type TurnParts } from "./turn.ts";
import { uploadRoutes } from "./witnesses.ts";

/** Parts of one run, or of one running host, that the scheduler needs. */
export interface SchedulerParts extends InFlightParts, TurnParts {
  /** False until uploads may be claimed at all: then it does nothing, not even wait. */
  mayClaim(): boolean;
}

export interface Scheduler {
  /** Something may be claimable now: new uploads, a hold ended, a retry. */
  wake(): void;
  /** Takes no more work, stops what is in flight, resolves when all of it is released. */
  stop(): Promise<void>;
  /** Gives up the upload in flight, if it is; resolves when it has ended. */
  abort(uploadId: string): Promise<void>;
  inFlight(): ReadonlyMap<string, Upload>;
  /** Resolves when nothing is in flight and nothing can be claimed now. */
  idle(): Promise<void>;
}

/** Given as the reason because making the usual exception costs more than the nap. */
const woken = "woken";
const minuteMs = 60_000;

/**
 * Gives free slots to due uploads in the order of the lanes. While the portal is held nothing is claimed
 * but one probe at its time; one slot stays free for small files, and a few for files of today and yesterday, so that a week
 * of backfill never comes before today's file.
 */
export function createScheduler(parts: SchedulerParts): Scheduler {
  const stopping = new AbortController();
  let turning: Promise<void> | null = null;
  let turnAgain = false;
  /** More may be claimable since the last turn than what an end made room for. */
  let isNews = true;
  let sleeping: AbortController | null = null;
  const idleWaiters: (() => void)[] = [];

  const wake = (): void => {
    isNews = true;
    turnSoon();
  };
  const turnSoon = (): void => {
    if (stopping.signal.aborted || !parts.mayClaim()) return;
    turnAgain = true;
    sleeping?.abort(woken);
    turning ??= loop()
      .then(() => false)
      .catch((error: unknown) => {
        tellError(parts, error, null);
        return error instanceof LedgerError;
      })
      .then((isHeld) => {
        turning = null;
        // Those who wait for idleness hear of it although the queue is held.
        if (isHeld) wake();
      });
  };

  const inFlight = createInFlight(parts, turnSoon);
  const ahead = createClaimedAhead(parts);
  const turn = createTurn(parts, inFlight, ahead, stopping.signal);

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      turnAgain = false;
      const isAfterNews = isNews;
      isNews = false;
      const sleepMs = await turn(isAfterNews);
      if (turnAgain || stopping.signal.aborted) continue;
      if (inFlight.uploads.size === 0) for (const resolve of idleWaiters.splice(0)) resolve();
      sleeping = new AbortController();
      // Rows of the timetable begin and end with a minute of the wall clock, which may be set meanwhile.
      const toNextMinuteMs = minuteMs - (parts.clock.nowMs() % minuteMs);
      await parts.clock.sleep(Math.min(sleepMs, toNextMinuteMs), sleeping.signal);
      isNews ||= !sleeping.signal.aborted;
      sleeping = null;
    }
  };

  return {
    wake,
    async stop() {
      stopping.abort();
      sleeping?.abort(woken);
      inFlight.abortAll();
      await inFlight.ended();
      await turning;
      // If the ledger fails now, the next start finds them in flight and releases them itself.
      await ahead.giveBack(uploadRoutes, "stopped").catch((error: unknown) => tellError(parts, error, null));
      for (const resolve of idleWaiters.splice(0)) resolve();
    },
    abort: inFlight.abort,
    inFlight: () => inFlight.uploads,
    idle: () =>
      new Promise((resolve) => {
        if (stopping.signal.aborted) return resolve();
        idleWaiters.push(resolve);
        wake();
      }),
  };
}
