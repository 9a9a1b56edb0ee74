import type { Log } from "#engine/ports/host.ts";
import type { SafeRunner } from "#engine/run-safely.ts";
import { createAskedRun } from "#station/asked-run.ts";
import type { Advice, CleanupRequest, LookProgress } from "./advice.ts";
import { adviseCleanup } from "./advise.ts";
import type { AdvisedFiles } from "./advised-files.ts";
import type { CleanupParts } from "./cleanup-parts.ts";

/** How far a look is. */
export interface CleanupState {
  readonly isRunning: boolean;
  /** It came to its end by itself: `advice` holds as of `asOfMs`. */
  readonly isWhole: boolean;
  /** End of the look, epoch milliseconds; null while there is none. */
  readonly asOfMs: number | null;
  /** Wishes of the look; null before the first. */
  readonly request: CleanupRequest | null;
  readonly progress: LookProgress | null;
  /** It waits for the second list of the portal until then, epoch milliseconds; null where it does not wait. */
  readonly waitsUntilMs: number | null;
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

const nothing: CleanupState = {
  isRunning: false,
  isWhole: false,
  asOfMs: null,
  request: null,
  progress: null,
  waitsUntilMs: null,
  advice: null,
};

export function createCleanup(
  parts: CleanupParts &
    Pick<SafeRunner, "runSafely"> & { readonly log: Log; readonly advised: Pick<AdvisedFiles, "keep"> },
): Cleanup {
  const { clock, log } = parts;
  const begun = (request: CleanupRequest): CleanupState => ({ ...nothing, isRunning: true, request });
  const asked = createAskedRun(parts, nothing, begun, async (request, signal, change) => {
    /** Null where it was ended early. */
    const look = async () => {
      const advice = await adviseCleanup(parts, request, signal, (progress) => change({ progress }));
      if (signal.aborted) return null;
      const { named, unanswered } = advice;
      log.info("files that may be removed were looked for", { named: named.length, unanswered });
      const asOfMs = clock.nowMs();
      await parts.advised.keep(named, asOfMs);
      change({ isWhole: true, asOfMs, advice });
      return advice;
    };
    const first = await look();
    const waitsUntilMs = first?.secondListAtMs ?? null;
    if (!request.waits || waitsUntilMs === null) return;
    change({ waitsUntilMs });
    await clock.sleep(Math.max(0, waitsUntilMs - clock.nowMs()), signal);
    change({ waitsUntilMs: null });
    if (!signal.aborted) await look();
  });
  return { instruments: () => parts.instruments().map(({ instrument }) => instrument.name), ...asked };
}
