import { spawn } from "node:child_process";
import { once } from "node:events";
import { raceTimeout, timers } from "#base/async.ts";
import { oneLine } from "#base/text.ts";

/** Messages of a daemon to the manager that has started it. */
export interface ServiceManager {
  /** It is ready; from now on `alive` is asked again and again, and what it gives is the status. */
  ready(): Promise<void>;
  /** It closes this station to go on with another; `ready` of the next one follows. */
  pause(): void;
  /** It ends as asked. */
  stopping(): Promise<void>;
}

interface ServiceManagerParts {
  readonly env: NodeJS.ProcessEnv;
  /** Gives one sentence from the engine itself. While it does not answer, the manager hears nothing and acts. */
  readonly alive: () => Promise<string>;
  /** Hears once that the manager cannot be told anything. */
  readonly onFailed: (message: string) => void;
}

/** Between two signs of life where there is no watchdog, milliseconds. */
const usualMs = 60_000;

/**
 * Speaks systemd's notify protocol through `systemd-notify`, as Node has no datagram sockets of Unix. A sign of life is sent
 * only after the engine has answered, three times in the watchdog's time. Without `NOTIFY_SOCKET` it does nothing.
 */
export function connectServiceManager({ env, alive, onFailed }: ServiceManagerParts): ServiceManager {
  const socket = env.NOTIFY_SOCKET;
  if (socket === undefined || socket === "")
    return { ready: async () => {}, pause() {}, stopping: async () => {} };
  const watchdogMs = Number(env.WATCHDOG_USEC ?? 0) / 1000;
  const everyMs = watchdogMs > 0 ? watchdogMs / 3 : usualMs;
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;

  const tell = async (...states: readonly string[]): Promise<void> => {
    const error = await notify(states, { NOTIFY_SOCKET: socket, PATH: env.PATH });
    if (error !== null && !hasFailed) onFailed(error);
    hasFailed ||= error !== null;
  };
  const sign = async (): Promise<void> => {
    const sentence = await raceTimeout(alive, { clock: timers, ms: everyMs }, null).catch(() => null);
    if (sentence !== null) await tell("WATCHDOG=1", `STATUS=${oneLine(sentence)}`);
  };
  return {
    async ready() {
      await tell("READY=1");
      timer = setInterval(() => void sign(), everyMs);
      void sign();
    },
    pause: () => clearInterval(timer),
    async stopping() {
      clearInterval(timer);
      await tell("STOPPING=1");
    },
  };
}

/** Null, or why nothing could be told. */
async function notify(states: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  const child = spawn("systemd-notify", [...states], { env, stdio: "ignore", timeout: 2_000 });
  try {
    const [code, signal] = await once(child, "exit");
    return code === 0
      ? null
      : `systemd-notify ended with ${code ?? signal}: this daemon cannot report to systemd.`;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return `systemd-notify cannot be started (${said}): this daemon cannot report to systemd.`;
  }
}
