import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { createHintedFiles, type HintedFilesParts } from "./hinted-files.ts";
import { createRescans, longestRescanMs, type RescansParts } from "./rescans.ts";
import type { Unsettled } from "./unsettled.ts";

export interface DiscoveryParts
  extends Omit<RescansParts, "runSafely" | "onRescanned">,
    Omit<HintedFilesParts, "runSafely" | "onLooked" | "onBack"> {
  readonly unsettled: Unsettled;
  onLedgerError(message: string): void;
}

/** Keeps looking: rescans by the clock, hints at once, growing files when their time has come. */
export interface Discovery {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Looks through every folder now; resolves when it is done. */
  rescanAll(): Promise<void>;
  /** Looks through the folder of one instrument now. If the folder cannot be reached, it waits for nothing else. */
  rescanOne(configured: ConfiguredInstrument): Promise<void>;
  /** Decides again when to look next: growing files may have changed. */
  planAnew(): void;
  /** The instruments or their folders changed: watches again and rescans. */
  rewatch(): Promise<void>;
  /** The instrument's folder was gone and is there again: it is watched again. */
  folderBack(instrument: string): void;
}

/** Given as the reason because making the usual exception costs more than the nap. */
const woken = "woken";

/** The finding half of the engine: everything that puts files into the queue while a host runs. */
export function createDiscovery(parts: DiscoveryParts): Discovery {
  const { clock, scanner, unsettled } = parts;
  const stopping = new AbortController();
  let unsettledSleep: AbortController | null = null;
  const loops: Promise<unknown>[] = [];

  /** Runs work that may meet a failing ledger: the files stay on disk and are found again by the next rescan. */
  const runSafely = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // An internal error must not end the search: the next rescan looks at everything again.
      if (error instanceof LedgerError) parts.onLedgerError(error.message);
      else parts.log.error("internal error while looking for files", { error: String(error) });
    }
  };

  const planAnew = (): void => unsettledSleep?.abort(woken);
  const rescans = createRescans({ ...parts, runSafely, onRescanned: planAnew }, stopping.signal);
  const hinted = createHintedFiles(
    { ...parts, runSafely, onLooked: planAnew, onBack: rescans.allFromStart },
    stopping.signal,
  );

  /** Forgets files that no instrument takes any more: nobody waits for them. */
  const forgetOthers = (): void => {
    const options = { caseInsensitive: parts.pathStyle === "win32" };
    unsettled.keepOnly((file) =>
      parts
        .instruments()
        .some(
          ({ instrument, pattern }) =>
            instrument.name === file.instrument && pattern.dateOf(file.relPath, options) !== null,
        ),
    );
  };

  const unsettledLoop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      unsettledSleep = new AbortController();
      const nextMs = unsettled.nextInMs() ?? longestRescanMs;
      await clock.sleep(Math.max(20, nextMs), AbortSignal.any([unsettledSleep.signal, stopping.signal]));
      if (stopping.signal.aborted) return;
      const byName = Map.groupBy(unsettled.takeDue(), (file) => file.instrument);
      for (const configured of parts.instruments()) {
        const relPaths = byName.get(configured.instrument.name)?.map((file) => file.relPath);
        if (relPaths !== undefined) await runSafely(() => scanner.look(configured, relPaths));
      }
      // A look that was under way when the settings changed may have kept one of the former ones.
      if (byName.size > 0) forgetOthers();
    }
  };

  return {
    async start() {
      loops.push(rescans.run(), unsettledLoop());
      await hinted.watchAnew();
    },
    async stop() {
      stopping.abort();
      await hinted.stop();
      await Promise.all([...loops, rescans.ended(), hinted.ended()]);
    },
    rescanAll: rescans.all,
    rescanOne: rescans.one,
    planAnew,
    folderBack(name) {
      const configured = parts.instruments().find(({ instrument }) => instrument.name === name);
      if (configured !== undefined) parts.watch.renew(configured.instrument.folder);
    },
    async rewatch() {
      forgetOthers();
      await hinted.watchAnew();
      await rescans.allAfterThis();
    },
  };
}
