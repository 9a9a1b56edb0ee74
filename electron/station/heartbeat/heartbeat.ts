import { raceTimeout } from "#base/async.ts";
import type { HeartbeatSettings } from "#domain/notification-settings.ts";
import type { ChannelTested, SendHeartbeat } from "#engine/ports/channels.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import { headlineText } from "#station/notifications/headline-text.ts";
import { headlineOf } from "#station/notifications/tray-view.ts";
import type { Status } from "#station/status/reports.ts";
import { createTimedSending, type TimedSending } from "./timed-sending.ts";

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
export interface Heartbeat extends Omit<TimedSending, "now"> {
  /** Sends one now; null where the settings have none. */
  test(signal: AbortSignal): Promise<ChannelTested | null>;
}

/** In `notify test` and in answers; a channel may have the same name. */
export const heartbeatName = "heartbeat";

const minuteMs = 60_000;
/** An engine that needs longer for its status is not working. */
const answersWithinMs = 30_000;
/** Files may fail for so long before the service is told. */
const awayForMs = 2 * minuteMs;

const notAnswering = {
  isTaken: false,
  isTransient: true,
  reason: "was not asked: the engine does not answer",
} as const;

/**
 * Sends a heartbeat in each period, as long as the engine answers. While something needs a person, or files do not arrive, it
 * says so instead, unless `fail` is `never`.
 */
export function createHeartbeat(parts: HeartbeatParts): Heartbeat {
  const { clock, log, settings, send } = parts;
  let stuck: { readonly delivered: number; readonly sinceMs: number } | null = null;

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

  const sending = createTimedSending({
    clock,
    log,
    noun: heartbeatName,
    settings,
    receiver: () => "service",
    send: beatOnce,
  });
  return {
    ...sending,
    async test(signal) {
      const came = await sending.now(signal);
      return came === null ? null : { name: heartbeatName, type: heartbeatName, ...came };
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
