import { lstatSync, readdirSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { FileError, WalkRequest } from "#engine/ports/host.ts";
import { isEmptyBatch, type PackedBatch } from "./walk-batch.ts";
import { type Stats, type SystemCall, type WalkStep, walkSteps } from "./walk-tree.ts";

/** `from`: relative paths of the folders that are walked with all that is in them; "" is the folder itself. */
export interface WalkStart {
  readonly request: WalkRequest;
  readonly from: readonly string[];
}

/** Calls of the main thread. A walk goes on only while it has been asked for `more`: one batch for each. */
export type WalkCall =
  | ({ readonly kind: "walk"; readonly id: number } & WalkStart)
  | { readonly kind: "more"; readonly id: number }
  | { readonly kind: "cancel"; readonly id: number };

export type WalkAnswer =
  | { readonly kind: "batch"; readonly id: number; readonly batch: PackedBatch }
  | { readonly kind: "error"; readonly id: number; readonly error: FileError }
  | { readonly kind: "end"; readonly id: number };

export interface WalkThreadData {
  readonly platform: NodeJS.Platform;
  /** [0] the id of the walk that is in a system call now, 0 for none; [1] steps made so far. */
  readonly progress: Int32Array<SharedArrayBuffer>;
}

interface OpenWalk {
  readonly steps: Iterator<WalkStep>;
  asked: number;
}

if (parentPort !== null) serve(parentPort, workerData as WalkThreadData);

/** Walks step by step, in turn where several are open, and hears calls between two steps. */
function serve(port: NonNullable<typeof parentPort>, { platform, progress }: WalkThreadData): void {
  const walks = new Map<number, OpenWalk>();
  const answer = (message: WalkAnswer, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  let isTurning = false;

  port.on("message", (call: WalkCall) => {
    if (call.kind === "walk") walks.set(call.id, { steps: stepsOf(call, platform), asked: 0 });
    else if (call.kind === "cancel") walks.delete(call.id);
    else {
      const walk = walks.get(call.id);
      if (walk !== undefined) walk.asked++;
    }
    if (!isTurning) turn();
  });

  function turn(): void {
    for (const [id, walk] of walks) {
      if (walk.asked > 0) step(id, walk);
    }
    isTurning = walks.values().some((walk) => walk.asked > 0);
    if (isTurning) setImmediate(turn);
  }

  function step(id: number, walk: OpenWalk): void {
    Atomics.store(progress, 0, id);
    const { done, value } = walk.steps.next();
    Atomics.store(progress, 0, 0);
    Atomics.add(progress, 1, 1);
    if (done) {
      walks.delete(id);
      answer({ kind: "end", id });
    } else if ("error" in value) {
      answer({ kind: "error", id, error: value });
    } else if (!isEmptyBatch(value)) {
      walk.asked--;
      answer({ kind: "batch", id, batch: value }, [value.files.numbers.buffer]);
    }
  }
}

/** Each call is answered at once. */
function* stepsOf({ request, from }: WalkStart, platform: NodeJS.Platform): Generator<WalkStep> {
  const steps = walkSteps(request, platform, [...from]);
  let step = steps.next();
  while (step.done !== true) {
    const { value } = step;
    if (!("call" in value)) {
      yield value;
      step = steps.next();
      continue;
    }
    let answer: unknown;
    try {
      answer = answerTo(value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(answer);
  }
}

function answerTo(wanted: SystemCall): unknown {
  if (wanted.call === "stats") return wanted.paths.map(statsOf);
  return wanted.call === "names"
    ? readdirSync(wanted.path, { encoding: "buffer" })
    : readdirSync(wanted.path, { withFileTypes: true });
}

function statsOf(path: string): Stats {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    return { error };
  }
}
