import type { Log } from "#engine/ports/host.ts";
import type { SafeRunner } from "#engine/run-safely.ts";
import { createAskedRun } from "#station/asked-run.ts";
import type { Advice, CleanupRequest } from "./advice.ts";
import { adviseCleanup } from "./advise.ts";
import type { CleanupParts } from "./cleanup-parts.ts";

/** How far a look is. */
export interface CleanupState {
  readonly isRunning: boolean;
  /** It came to its end by itself: `advice` holds as of `asOfMs`. */
  readonly isWhole: boolean;
  /** End of the look, epoch milliseconds; null while there is none. */
  readonly asOfMs: number | null;
  /** Files that were decided on so far. */
  readonly decided: number;
  /** Null before a look has ended. */
  readonly advice: Advice | null;
}

/** Says which files may be removed, when a person asks. It has no way to remove one. */
export interface Cleanup {
  /** Names in the settings. */
  instruments(): readonly string[];
  /** False where what was asked before still runs. */
  begin(request: CleanupRequest): boolean;
  /** Ends it early: then nothing is named. Resolves when it is over. */
  end(): Promise<void>;
  state(): CleanupState;
}

const nothing: CleanupState = { isRunning: false, isWhole: false, asOfMs: null, decided: 0, advice: null };

export function createCleanup(
  parts: CleanupParts & Pick<SafeRunner, "runSafely"> & { readonly log: Log },
): Cleanup {
  const { clock, log } = parts;
  const begun = (_: CleanupRequest): CleanupState => ({ ...nothing, isRunning: true });
  const asked = createAskedRun(parts, nothing, begun, async (request, signal, change) => {
    const advice = await adviseCleanup(parts, request, signal, (decided) => change({ decided }));
    if (signal.aborted) return;
    const { named, unanswered } = advice;
    log.info("files that may be removed were looked for", { named: named.length, unanswered });
    change({ isWhole: true, asOfMs: clock.nowMs(), advice });
  });
  return { instruments: () => parts.instruments().map(({ instrument }) => instrument.name), ...asked };
}
