import { errorText } from "#base/text.ts";
import type { HeartbeatAnswer } from "#engine/ports/channels.ts";
import type { Clock, Log } from "#engine/ports/host.ts";

/** Settings of something that is sent in each period. */
export interface Timed {
  readonly everyMinutes: number;
}

export interface TimedSendingParts<S extends Timed> {
  readonly clock: Clock;
  readonly log: Log;
  /** Name in sentences: `heartbeat`. */
  readonly noun: string;
  /** Null: nobody expects one. */
  readonly settings: () => S | null;
  /** Receiver in sentences: `service`. */
  readonly receiver: (chosen: S) => string;
  /** Sends one, once. Never rejects. */
  readonly send: (chosen: S, signal: AbortSignal) => Promise<HeartbeatAnswer>;
}

/** Result of sending, as of now. */
export interface SendingState {
  /** When the last one was accepted, epoch milliseconds; null before the first. */
  readonly lastSentAtMs: number | null;
  /** Why the last one was not, in one sentence; null where it was, and before the first. */
  readonly message: string | null;
  /** Time since the last one was accepted, or since the settings ask for it. */
  readonly ageMs: number;
}

export interface TimedSending {
  start(): void;
  stop(): Promise<void>;
  /** The settings may have changed: where they did, it starts again. */
  settingsTaken(): void;
  /** Sends one now; null where the settings have none. */
  now(signal: AbortSignal): Promise<{ readonly isTaken: boolean; readonly sentence: string } | null>;
  /** Null where the settings have none, and before `start`. */
  state(): SendingState | null;
}

const minuteMs = 60_000;
const triesAtMost = 3;
/** Between two tries of one, so that a lost packet is no missing sign of life. */
const againAfterMs = 15_000;
const logEveryMs = 60 * minuteMs;

/** Sends at once and then in each period, by the clock that never jumps. A failure is in the log once an hour. */
export function createTimedSending<S extends Timed>(parts: TimedSendingParts<S>): TimedSending {
  const { clock, log, noun, settings, receiver } = parts;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let inForce: string | null = null;
  let changed = new AbortController();
  let loggedAt = Number.NEGATIVE_INFINITY;
  let fresh = { lastSentAtMs: null as number | null, message: null as string | null, sinceMs: 0 };

  const sendOnce = async (chosen: S, signal: AbortSignal): Promise<HeartbeatAnswer> => {
    const came = await parts.send(chosen, signal);
    if (signal.aborted) return came;
    fresh = came.isTaken
      ? { lastSentAtMs: clock.nowMs(), message: null, sinceMs: clock.monotonicMs() }
      : { ...fresh, message: `The ${receiver(chosen)} ${came.reason}.` };
    return came;
  };

  const sendInTurn = async (chosen: S, signal: AbortSignal): Promise<void> => {
    for (let tries = 1; !signal.aborted; tries++) {
      const came = await sendOnce(chosen, signal);
      if (came.isTaken || signal.aborted) return;
      if (!came.isTransient || tries === triesAtMost) return tellFailure(chosen, came.reason);
      await clock.sleep(againAfterMs, signal);
    }
  };

  const tellFailure = (chosen: S, reason: string): void => {
    if (clock.monotonicMs() - loggedAt < logEveryMs) return;
    loggedAt = clock.monotonicMs();
    log.warn(`a ${noun} could not be sent`, { reason: `the ${receiver(chosen)} ${reason}` });
  };

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const stop = AbortSignal.any([changed.signal, stopping.signal]);
      const chosen = settings();
      if (chosen === null) {
        await untilAborted(stop);
        continue;
      }
      const dueMs = clock.monotonicMs() + chosen.everyMinutes * minuteMs;
      await sendInTurn(chosen, stop);
      await clock.sleep(Math.max(0, dueMs - clock.monotonicMs()), stop);
    }
  };

  const begin = (): void => {
    inForce = JSON.stringify(settings());
    fresh = { lastSentAtMs: null, message: null, sinceMs: clock.monotonicMs() };
  };

  return {
    start() {
      begin();
      running = loop().catch((error: unknown) => log.error("internal error", { error: errorText(error) }));
    },
    async stop() {
      stopping.abort();
      await running;
    },
    settingsTaken() {
      if (inForce === null || JSON.stringify(settings()) === inForce) return;
      begin();
      const before = changed;
      changed = new AbortController();
      before.abort();
    },
    async now(signal) {
      const chosen = settings();
      if (chosen === null) return null;
      const came = await sendOnce(chosen, AbortSignal.any([signal, stopping.signal]));
      const said = came.isTaken ? `accepted the ${noun}` : came.reason;
      return { isTaken: came.isTaken, sentence: `The ${receiver(chosen)} ${said}.` };
    },
    state() {
      if (inForce === null || settings() === null) return null;
      const { lastSentAtMs, message, sinceMs } = fresh;
      return { lastSentAtMs, message, ageMs: clock.monotonicMs() - sinceMs };
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
