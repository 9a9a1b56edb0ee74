import { raceTimeout } from "#base/async.ts";
import { errorText } from "#base/text.ts";
import type { HeartbeatSettings } from "#domain/notification-settings.ts";
import type { ChannelTested, SendHeartbeat } from "#engine/ports/channels.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import { headlineText } from "#station/notifications/headline-text.ts";
import { headlineOf } from "#station/notifications/tray-view.ts";
import type { Status } from "#station/status/reports.ts";

export interface HeartbeatParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Null: nobody expects one. */
  readonly settings: () => HeartbeatSettings | null;
  /** Reads it each time: an engine that does not answer sends no heartbeat. */
  readonly status: () => Promise<Status>;
  readonly send: SendHeartbeat;
}

/** The station's sign of life to a service elsewhere. */
export interface Heartbeat {
  start(): void;
  stop(): Promise<void>;
  /** The settings may have changed: where they did, it starts again. */
  settingsTaken(): void;
  /** Sends one now; null where the settings have none. */
  test(signal: AbortSignal): Promise<ChannelTested | null>;
}

/** In `notify test` and in answers; a channel may have the same name. */
export const heartbeatName = "heartbeat";

const minuteMs = 60_000;
/** An engine that needs longer for its status is not working. */
const answersWithinMs = 30_000;
const triesAtMost = 3;
/** Between two tries of one heartbeat, so that a lost packet is no missing heartbeat. */
const againAfterMs = 15_000;
/** Files may fail for so long before the service is told. */
const awayForMs = 2 * minuteMs;
const logEveryMs = 60 * minuteMs;

const notAnswering = {
  isTaken: false,
  isTransient: true,
  reason: "was not asked: the engine does not answer",
} as const;

/**
 * Sends a heartbeat at once and then in each period, by the clock that never jumps, as long as the engine answers. While something
 * needs a person, or files do not arrive, it says so instead, unless `fail` is `never`. A failure is in the log once an hour.
 */
export function createHeartbeat(parts: HeartbeatParts): Heartbeat {
  const { clock, log, settings, send } = parts;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let inForce: string | null = null;
  let changed = new AbortController();
  let stuck: { readonly delivered: number; readonly sinceMs: number } | null = null;
  let loggedAt = Number.NEGATIVE_INFINITY;

  /** For how long files have been on their way, and none has arrived. */
  const stuckMs = (status: Status): number => {
    const now = clock.monotonicMs();
    const { delivered } = status.totals;
    if (!isStuck(status, clock.nowMs())) stuck = null;
    else if (stuck?.delivered !== delivered) stuck = { delivered, sinceMs: now };
    return stuck === null ? 0 : now - stuck.sinceMs;
  };

  const beatOnce = async ({ url, fail, everyMinutes }: HeartbeatSettings, signal: AbortSignal) => {
    const status = await answered(parts, signal);
    if (status === null) return notAnswering;
    const patienceMs = Math.min(awayForMs, everyMinutes * minuteMs);
    const failure = fail === "never" ? null : failureIn(status, stuckMs(status), patienceMs, clock.nowMs());
    return await send(url, failure, signal);
  };

  const beat = async (chosen: HeartbeatSettings, signal: AbortSignal): Promise<void> => {
    for (let tries = 1; !signal.aborted; tries++) {
      const came = await beatOnce(chosen, signal);
      if (came.isTaken || signal.aborted) return;
      if (!came.isTransient || tries === triesAtMost) return tellFailure(came.reason);
      await clock.sleep(againAfterMs, signal);
    }
  };

  const tellFailure = (reason: string): void => {
    if (clock.monotonicMs() - loggedAt < logEveryMs) return;
    loggedAt = clock.monotonicMs();
    log.warn("a heartbeat could not be sent", { reason: `the service ${reason}` });
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
      await beat(chosen, stop);
      await clock.sleep(Math.max(0, dueMs - clock.monotonicMs()), stop);
    }
  };

  return {
    start() {
      inForce = JSON.stringify(settings());
      running = loop().catch((error: unknown) => log.error("internal error", { error: errorText(error) }));
    },
    async stop() {
      stopping.abort();
      await running;
    },
    settingsTaken() {
      const now = JSON.stringify(settings());
      if (inForce === null || now === inForce) return;
      inForce = now;
      const before = changed;
      changed = new AbortController();
      before.abort();
    },
    async test(signal) {
      const chosen = settings();
      if (chosen === null) return null;
      const came = await beatOnce(chosen, AbortSignal.any([signal, stopping.signal]));
      const sentence = came.isTaken ? "The service accepted the heartbeat." : `The service ${came.reason}.`;
      return { name: heartbeatName, type: "heartbeat", isTaken: came.isTaken, sentence };
    },
  };
}

/** The status as it is now; null where it does not come in time, or cannot be read. */
function answered({ status, clock }: HeartbeatParts, signal: AbortSignal): Promise<Status | null> {
  return raceTimeout(() => status().catch(() => null), { ms: answersWithinMs, clock, signal }, null);
}

const headlineNow = (status: Status, nowMs: number) =>
  headlineOf({ status, nowMs, isRunning: true, today: null });

/**
 * Files wait for the portal, or for their next try, and no body is on the way. A portal that fails for each file in another way
 * is no hold of the queue.
 */
function isStuck(status: Status, nowMs: number): boolean {
  const { state } = headlineNow(status, nowMs);
  if (state === "offline") return true;
  const { waiting, announcing, sending } = status.totals;
  const isTrying = (state === "waiting" || state === "sending") && status.isBacklogStopped !== true;
  return isTrying && waiting + announcing > 0 && sending === 0;
}

/** The headline where a person is needed, or no file has arrived for `patienceMs` although some are on their way; else null. */
function failureIn(status: Status, stuckMs: number, patienceMs: number, nowMs: number): string | null {
  const { state, sentence, detail } = headlineNow(status, nowMs);
  const since = status.holds.find(({ lane }) => lane === "portal")?.sinceMs ?? nowMs;
  const forMs = state === "offline" ? Math.max(stuckMs, nowMs - since) : stuckMs;
  if (state !== "needs-you" && forMs < patienceMs) return null;
  return [sentence, ...detail, forMs < patienceMs ? "" : headlineText.noneArrived(forMs)]
    .filter((clause) => clause !== "")
    .join(" · ");
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
