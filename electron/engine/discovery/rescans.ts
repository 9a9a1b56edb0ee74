import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { Clock, Files } from "#engine/ports/host.ts";
import type { FolderStates } from "./folder-state.ts";
import type { Scanner } from "./scanner.ts";

export interface RescansParts {
  readonly clock: Clock;
  readonly files: Pick<Files, "stat">;
  readonly scanner: Scanner;
  readonly folderStates: FolderStates;
  instruments(): readonly ConfiguredInstrument[];
  /** Runs work that may meet a failing ledger: the files stay on disk and are found again by the next rescan. */
  runSafely(work: () => Promise<void>): Promise<void>;
  /** All folders were looked through. */
  onRescanned(): void;
}

/** Looks through whole folders: by the clock, when asked, and when one is gone; until `stopping` aborts. */
export function createRescans(parts: RescansParts, stopping: AbortSignal) {
  const { clock, scanner, folderStates, runSafely } = parts;
  let rescanning: Promise<void> | null = null;
  let rescanningNext: Promise<void> | null = null;

  /** Starts again when the settings change on the way: who asked for it wants all of the present folders seen. */
  const rescanAll = async (): Promise<void> => {
    let rescanned: readonly ConfiguredInstrument[];
    const isOutdated = () => {
      const present = parts.instruments();
      return present.length !== rescanned.length || present.some((one, at) => one !== rescanned[at]);
    };
    do {
      rescanned = parts.instruments();
      for (const configured of rescanned) {
        if (stopping.aborted) return;
        await runSafely(() => scanner.rescan(configured, stopping));
        if (isOutdated()) break;
      }
    } while (isOutdated());
    parts.onRescanned();
  };

  /** Looks through every folder, or joins the rescan that goes on; resolves when it is done. */
  const all = (): Promise<void> => {
    rescanning ??= rescanAll().finally(() => {
      rescanning = null;
    });
    return rescanning;
  };

  const untilNextRescanMs = (): number => {
    const lasted = parts
      .instruments()
      .map(({ instrument }) => folderStates.of(instrument.name).lastRescanMs ?? 0);
    const totalMs = lasted.reduce((sum, ms) => sum + ms, 0);
    const isOnNetwork = parts.instruments().some(({ instrument }) => instrument.network);
    return rescanPauseMs(totalMs, isOnNetwork);
  };

  const loop = async (): Promise<void> => {
    while (!stopping.aborted) {
      await clock.sleep(untilNextRescanMs(), stopping);
      if (!stopping.aborted) await all();
    }
  };

  /** A folder that is gone is told within seconds, however long the whole rescan takes: one look at each, no more. */
  const folderLoop = async (): Promise<void> => {
    while (!stopping.aborted) {
      await clock.sleep(folderLookMs, stopping);
      for (const configured of parts.instruments()) {
        if (stopping.aborted) return;
        const { name, folder } = configured.instrument;
        if (folderStates.of(name).folderTrouble !== null || rescanning !== null) continue;
        const found = await parts.files.stat(folder, "");
        if ("error" in found) await runSafely(() => scanner.rescan(configured, stopping));
      }
    }
  };

  return {
    all,
    /** A whole rescan from now on: one that goes on may be past the folder that is asked for. */
    allFromStart(): void {
      rescanningNext ??= Promise.resolve(rescanning).then(() => {
        rescanningNext = null;
        return all();
      });
    },
    /** Lets the rescan that goes on come to its end, then looks through every folder. */
    async allAfterThis(): Promise<void> {
      await rescanning;
      await all();
    },
    /** Looks through the folder of one instrument now. If the folder cannot be reached, it waits for nothing else. */
    async one(configured: ConfiguredInstrument): Promise<void> {
      const found = await parts.files.stat(configured.instrument.folder, "");
      if (!("error" in found)) await rescanning;
      await runSafely(() => scanner.rescan(configured, stopping));
    },
    /** Looks through every folder now, and then by the clock, until it is stopped; resolves then. */
    run(): Promise<unknown> {
      const first = all();
      return Promise.all([first.then(loop), first.then(folderLoop)]);
    },
    /** Resolves when none goes on. */
    ended: () => Promise.all([rescanningNext, rescanning]),
  };
}

const folderLookMs = 10_000;
const shortestRescanMs = 60_000;
export const longestRescanMs = 600_000;
const networkRescanMs = 45_000;
/**
 * A rescan may take this part of the time. Its three threads together need up to 1.7 times as much of a core, so a
 * station at rest stays below half a percent of one.
 */
const rescanShare = 1 / 600;

/** From the end of one rescan to the next, milliseconds; `lastedMs` is how long the last one took. */
export function rescanPauseMs(lastedMs: number, isOnNetwork: boolean): number {
  if (isOnNetwork) return Math.max(networkRescanMs, lastedMs * 10);
  return Math.min(longestRescanMs, Math.max(shortestRescanMs, lastedMs / rescanShare));
}
