import { createInterface } from "node:readline";
import { raceTimeout, type Sleeper } from "#base/async.ts";
import { startEnvironment } from "#base/start-environment.ts";
import type { ElectronParts } from "#main/electron-parts.ts";
import type { EngineCalls, EngineStart, WindowCalls } from "./engine-calls.ts";
import { connectPort, type OtherEnd } from "./port.ts";

export interface ForkParts {
  readonly electron: Pick<ElectronParts, "MessageChannelMain" | "utilityProcess">;
  /** The script of the engine's process. */
  readonly script: string;
  /** The window's own environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly start: Omit<EngineStart, "password">;
  readonly clock: Sleeper;
}

/** A process of the engine, from its start to its end. */
export interface EngineFork {
  readonly calls: OtherEnd<EngineCalls>;
  /** Resolves with the exit code and what it wrote last to its standard streams. */
  readonly exited: Promise<{ readonly code: number; readonly lastLines: readonly string[] }>;
  /** Resolves when the process is gone, at the latest 1.5 s after `graceMs`: it is not waited for any longer. */
  end(graceMs: number): Promise<void>;
}

const keptLines = 20;
const termMs = 1_000;
const killMs = 500;
/** A process that has closed everything ends within this, unless one of its threads hangs. */
const endsByItselfMs = 500;

/** Starts the engine in a process of its own, which answers `window`. Only after Electron is ready. */
export function forkEngine(
  { electron, script, env, start, clock }: ForkParts,
  window: Omit<WindowCalls, "ended">,
): EngineFork {
  const { SKYFERRY_PASSWORD: password = null, NODE_OPTIONS: _, ...rest } = env;
  const child = electron.utilityProcess.fork(script, [], {
    env: { ...(rest as Record<string, string>), ...startEnvironment },
    execArgv: [],
    stdio: "pipe",
    serviceName: "Skyferry engine",
  });
  const lastLines: string[] = [];
  // Unread, a pipe that is full would stop the process.
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null)
      createInterface({ input: stream }).on("line", (line) => {
        lastLines.push(line);
        if (lastLines.length > keptLines) lastLines.shift();
      });
  const exited = new Promise<Awaited<EngineFork["exited"]>>((resolve) => {
    child.once("exit", (code) => resolve({ code, lastLines }));
  });
  const { port1, port2 } = new electron.MessageChannelMain();
  const message: EngineStart = { ...start, password };
  child.postMessage(message, [port2]);
  const isGoneWithin = (ms: number): Promise<boolean> =>
    raceTimeout(() => exited.then(() => true), { clock, ms }, false);

  const end = async (graceMs: number): Promise<void> => {
    if (await isGoneWithin(graceMs)) return;
    child.kill();
    if (await isGoneWithin(termMs)) return;
    // Electron's `kill` is SIGTERM and, 2 s later, SIGKILL: too late for the end of a session. On Windows it is force at once.
    kill(child.pid);
    await isGoneWithin(killMs);
  };
  const calls = connectPort<EngineCalls, WindowCalls>(port1, {
    ...window,
    ended: () => void end(endsByItselfMs),
  });
  return { calls, exited, end };
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile, and Electron has not said so yet.
  }
}
