import type { App } from "electron";
import { raceTimeout, type Sleeper } from "#base/async.ts";

/** Before the next try after so many failures in succession, milliseconds. */
export function pauseBeforeMs(failures: number): number {
  return [1_000, 5_000, 30_000][failures - 1] ?? 300_000;
}

/** A failure after so long counts as the first again. */
export const goodWhileMs = 600_000;

/** From so many on, a person has to look. */
export const manyFailures = 3;

/** Source of the mistakes of the program that nobody caught. */
export interface MistakeSource {
  on(event: "uncaughtException" | "unhandledRejection", hear: (error: unknown) => void): unknown;
}

export interface RestartParts {
  readonly app: Pick<App, "exit" | "relaunch" | "releaseSingleInstanceLock">;
  readonly clock: Sleeper;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonicMs: () => number;
  /** The program itself, and how it was started. */
  readonly program: string;
  readonly argv: readonly string[];
  /** How often in succession it was restarted before. */
  readonly restarts: number;
  /** Says the mistake and gives back what is in flight. May hang. */
  readonly stop: (error: unknown) => Promise<void>;
}

const stopWithinMs = 2_000;

/**
 * After a mistake that nobody caught the program stops within two seconds and starts again, hidden, with 70 (EX_SOFTWARE)
 * as the exit code of this process. Electron would open a box instead, and nothing would be sent until somebody
 * clicks. The new process waits by `--restarts=N` before it begins.
 */
export function restartOnMistake(source: MistakeSource, parts: RestartParts): void {
  const { app, clock, monotonicMs, argv } = parts;
  const startedMs = monotonicMs();
  let isUnderWay = false;
  const restart = async (error: unknown): Promise<void> => {
    if (isUnderWay) return;
    isUnderWay = true;
    await raceTimeout(() => parts.stop(error).catch(() => undefined), { clock, ms: stopWithinMs }, undefined);
    const restarts = monotonicMs() - startedMs >= goodWhileMs ? 1 : parts.restarts + 1;
    const words = argv.filter((word) => word !== "--hidden" && !word.startsWith("--restarts="));
    app.relaunch({ execPath: parts.program, args: [...words, "--hidden", `--restarts=${restarts}`] });
    app.releaseSingleInstanceLock();
    app.exit(70);
  };
  source.on("uncaughtException", (error) => void restart(error));
  source.on("unhandledRejection", (error) => void restart(error));
}
