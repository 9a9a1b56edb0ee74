import { basename } from "node:path";
import { Worker } from "node:worker_threads";
import { createInTurn } from "#base/async.ts";
import type { NetcdfLook, NetcdfReader } from "#domain/netcdf.ts";
import type { LookAnswer, LookCall } from "./netcdf-worker.ts";

export interface NetcdfBounds {
  /** For one look; then the thread is ended and a new one made. */
  readonly timeLimitMs: number;
  /** Of the thread's own heap, megabytes; the values themselves are bounded where they are read. */
  readonly heapMb: number;
}

const usualBounds: NetcdfBounds = { timeLimitMs: 20_000, heapMb: 512 };

/** Reads in one thread, one file after another. A file that makes the thread fail costs the thread, not the program. */
export function createNetcdfReader(bounds: NetcdfBounds = usualBounds): NetcdfReader {
  let worker: Worker | null = null;
  /** Ends the call in flight. */
  let settle: (outcome: LookAnswer | "ended" | "failed") => void = () => {};

  const start = (): Worker => {
    const started = new Worker(new URL("./netcdf-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: bounds.heapMb },
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
    worker ??= start();
    const on = worker;
    const ended = AbortSignal.any([signal, AbortSignal.timeout(bounds.timeLimitMs)]);
    on.ref();
    const outcome = await new Promise<LookAnswer | "ended" | "failed">((resolve) => {
      settle = resolve;
      ended.addEventListener("abort", () => resolve("ended"), { once: true });
      on.postMessage(call);
    });
    on.unref();
    const hasAnswer = outcome !== "ended" && outcome !== "failed";
    if (!hasAnswer || (outcome.kind === "unreadable" && outcome.isDisorder)) {
      worker = null;
      await on.terminate();
    }
    if (hasAnswer) return { kind: "seen", value: outcome };
    return signal.aborted ? { kind: "abandoned" } : { kind: "unreadable", message: gaveUp(call, outcome) };
  };

  const gaveUp = ({ path }: LookCall, outcome: "ended" | "failed"): string =>
    outcome === "ended"
      ? `${basename(path)} takes longer than ${bounds.timeLimitMs / 1_000} s to read, so reading was stopped. Download it and open it with another program.`
      : `${basename(path)} needs too much memory to be opened here, or is damaged. Download it and open it with another program.`;

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
      await worker?.terminate();
    },
  };
}

function unfit(answer: LookAnswer): { readonly kind: "unreadable"; readonly message: string } {
  return answer.kind === "unreadable"
    ? { kind: "unreadable", message: answer.message }
    : { kind: "unreadable", message: "The answer is of another call." };
}
