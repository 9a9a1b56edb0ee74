import { basename } from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { createInTurn, raceTimeout, timers } from "#base/async.ts";
import type { NetcdfLook, NetcdfReader } from "#domain/netcdf.ts";
import type { LookAnswer, LookCall } from "./netcdf-worker.ts";

export interface NetcdfBounds {
  /** For one look once the file is open; then the thread is ended, and the next look has a new one. */
  readonly timeLimitMs: number;
  /** Until the file is open, and for the whole look: a drive that hangs answers nothing for minutes. */
  readonly hangLimitMs: number;
  /** Limit of the thread's own heap, megabytes; the values themselves are bounded where they are read. */
  readonly heapMb: number;
}

/** For a thread to end. */
const endMs = 1_000;
/** Threads that a drive may hold at once. */
const mostHeld = 4;
const usualBounds: NetcdfBounds = { timeLimitMs: 5_000, hangLimitMs: 20_000, heapMb: 64 };

/** Reason why a look ended without an answer: its caller, its time, a drive that does not answer, or the thread itself. */
type Ended = "left" | "slow" | "hung" | "failed";

/** Reads in one thread, one file after another. A file that makes the thread fail costs the thread, not the program. */
export function createNetcdfReader(
  given: Partial<NetcdfBounds> = {},
  startThread = (options: WorkerOptions) =>
    new Worker(new URL("./netcdf-worker.ts", import.meta.url), options),
): NetcdfReader {
  const bound = (name: keyof NetcdfBounds): number => given[name] ?? usualBounds[name];
  let worker: Worker | null = null;
  /** Ends the call in flight. */
  let settle: (outcome: LookAnswer | Ended) => void = () => {};

  /** Threads that were ended and have not, as a drive holds them. */
  const held = new Set<Worker>();

  const endThread = async (thread: Worker): Promise<void> => {
    held.add(thread);
    const ended = thread.terminate().then(() => held.delete(thread));
    // A drive may hold it for hours.
    await raceTimeout(() => ended, { clock: timers, ms: endMs }, false);
  };

  const start = (): Worker => {
    const started = startThread({
      resourceLimits: { maxOldGenerationSizeMb: bound("heapMb") },
      // The libraries write about damaged files there.
      stdout: true,
      stderr: true,
    });
    started.stdout.resume();
    started.stderr.resume();
    const isCurrent = (): boolean => worker === started;
    started.on("message", (answer: LookAnswer) => isCurrent() && settle(answer));
    started.on("error", () => isCurrent() && settle("failed"));
    started.on("exit", () => {
      if (!isCurrent()) return;
      worker = null;
      settle("failed");
    });
    return started;
  };

  const ask = async (call: LookCall, signal: AbortSignal): Promise<NetcdfLook<LookAnswer>> => {
    if (signal.aborted) return { kind: "abandoned" };
    if (held.size >= mostHeld) return { kind: "unreadable", message: gaveUp(call, "hung") };
    worker ??= start();
    const on = worker;
    on.ref();
    const ends: NodeJS.Timeout[] = [];
    const outcome = await new Promise<LookAnswer | Ended>((resolve) => {
      const endAfter = (ms: number, how: Ended): void => void ends.push(setTimeout(resolve, ms, how));
      settle = (next) => {
        if (typeof next !== "string" && next.kind === "opened") endAfter(bound("timeLimitMs"), "slow");
        else resolve(next);
      };
      signal.addEventListener("abort", () => resolve("left"), { once: true });
      endAfter(bound("hangLimitMs"), "hung");
      on.postMessage(call);
    });
    for (const end of ends) clearTimeout(end);
    on.unref();
    if (typeof outcome !== "string" && !(outcome.kind === "unreadable" && outcome.isDisorder))
      return { kind: "seen", value: outcome };
    worker = null;
    await endThread(on);
    if (typeof outcome !== "string") return { kind: "seen", value: outcome };
    return signal.aborted ? { kind: "abandoned" } : { kind: "unreadable", message: gaveUp(call, outcome) };
  };

  const gaveUp = ({ path }: LookCall, outcome: Ended): string => {
    const instead = "Download it and open it with another program.";
    if (outcome === "hung")
      return `${path} was not read within ${bound("hangLimitMs") / 1_000} s: its drive does not answer. Check the drive, then try again.`;
    return outcome === "slow"
      ? `${basename(path)} takes longer than ${bound("timeLimitMs") / 1_000} s to read, so reading was stopped. ${instead}`
      : `${basename(path)} needs too much memory to be opened here, or is damaged. ${instead}`;
  };

  /** Calls wait for each other, so that the time of one is not spent by another. */
  const turns = createInTurn();
  const inTurn = (call: LookCall, signal: AbortSignal) => turns(() => ask(call, signal));

  return {
    async outline(path, signal) {
      const look = await inTurn({ kind: "outline", path }, signal);
      if (look.kind !== "seen") return look;
      const answer = look.value;
      if (answer.kind === "outline") return { kind: "seen", value: answer.outline };
      return unfit(answer);
    },
    async plot(path, variable, limits, signal) {
      const look = await inTurn({ kind: "plot", path, variable, limits }, signal);
      if (look.kind !== "seen") return look;
      const answer = look.value;
      if (answer.kind === "plot") return { kind: "seen", value: answer.plot };
      return unfit(answer);
    },
    async close() {
      if (worker !== null) await endThread(worker);
    },
  };
}

function unfit(answer: LookAnswer): { readonly kind: "unreadable"; readonly message: string } {
  return answer.kind === "unreadable"
    ? { kind: "unreadable", message: answer.message }
    : { kind: "unreadable", message: "The answer is of another call." };
}
