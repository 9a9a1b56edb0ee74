import type { Log } from "#engine/ports/host.ts";
import type { SafeRunner } from "#engine/run-safely.ts";
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
  /** Ends it early: then nothing is named. */
  end(): void;
  state(): CleanupState;
  stop(): Promise<void>;
}

const nothing = { isRunning: false, isWhole: false, asOfMs: null, decided: 0, advice: null } as const;

export function createCleanup(
  parts: CleanupParts & Pick<SafeRunner, "runSafely"> & { readonly log: Log },
): Cleanup {
  const { clock, log } = parts;
  let state: CleanupState = nothing;
  let running: { readonly ended: Promise<unknown>; readonly over: AbortController } | null = null;

  const look = async (request: CleanupRequest, signal: AbortSignal): Promise<void> => {
    const advice = await adviseCleanup(parts, request, signal, (decided) => {
      state = { ...state, decided };
    });
    if (signal.aborted) return;
    const { named, unanswered } = advice;
    log.info("files that may be removed were looked for", { named: named.length, unanswered });
    state = { ...state, isWhole: true, asOfMs: clock.nowMs(), advice };
  };

  return {
    instruments: () => parts.instruments().map(({ instrument }) => instrument.name),
    begin(request) {
      if (running !== null) return false;
      const over = new AbortController();
      state = { ...nothing, isRunning: true };
      const ended = parts
        .runSafely(() => look(request, over.signal))
        .finally(() => {
          state = { ...state, isRunning: false };
          running = null;
        });
      running = { ended, over };
      return true;
    },
    end: () => running?.over.abort(),
    state: () => state,
    async stop() {
      running?.over.abort();
      await running?.ended;
    },
  };
}
