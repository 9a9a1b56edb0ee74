import { createInTurn, raceTimeout } from "#base/async.ts";
import { type PathStyle, relativePath } from "#domain/folder-paths.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { Clock, Files, Log, Watch } from "#engine/ports/host.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import type { FolderStates } from "./folder-state.ts";
import type { Scanner } from "./scanner.ts";
import type { Unsettled } from "./unsettled.ts";

export interface DiscoveryParts {
  readonly clock: Clock;
  readonly watch: Watch;
  readonly files: Pick<Files, "stat">;
  readonly log: Log;
  readonly scanner: Scanner;
  readonly unsettled: Unsettled;
  readonly facts: FolderStates;
  readonly pathStyle: PathStyle;
  instruments(): readonly ConfiguredInstrument[];
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
/** A share that hangs may keep the watch from coming up, or its thread from ending; nobody waits longer than this. */
const watchTimeoutMs = 5_000;
const watchEndTimeoutMs = 2_000;

/** The finding half of the engine: everything that puts files into the queue while a host runs. */
export function createDiscovery(parts: DiscoveryParts): Discovery {
  const { clock, scanner, unsettled, facts } = parts;
  const stopping = new AbortController();
  const hinted = new Map<string, { configured: ConfiguredInstrument; relPaths: Set<string> }>();
  let rescanning: Promise<void> | null = null;
  let rescanningNext: Promise<void> | null = null;
  let looking: Promise<void> | null = null;
  let unsettledSleep: AbortController | null = null;
  const watchInTurn = createInTurn();
  const loops: Promise<void>[] = [];

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
        if (stopping.signal.aborted) return;
        await runSafely(() => scanner.rescan(configured, stopping.signal));
        if (isOutdated()) break;
      }
    } while (isOutdated());
    unsettledSleep?.abort(woken);
  };

  const rescanOnce = (): Promise<void> => {
    rescanning ??= rescanAll().finally(() => {
      rescanning = null;
    });
    return rescanning;
  };

  const untilNextRescanMs = (): number => {
    const lasted = parts.instruments().map(({ instrument }) => facts.of(instrument.name).lastRescanMs ?? 0);
    const totalMs = lasted.reduce((sum, ms) => sum + ms, 0);
    const isOnNetwork = parts.instruments().some(({ instrument }) => instrument.network);
    return rescanPauseMs(totalMs, isOnNetwork);
  };

  const rescanLoop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await clock.sleep(untilNextRescanMs(), stopping.signal);
      if (!stopping.signal.aborted) await rescanOnce();
    }
  };

  /** A folder that is gone is told within seconds, however long the whole rescan takes: one look at each, no more. */
  const folderLoop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await clock.sleep(folderLookMs, stopping.signal);
      for (const configured of parts.instruments()) {
        if (stopping.signal.aborted) return;
        const { name, folder } = configured.instrument;
        if (facts.of(name).folderTrouble !== null || rescanning !== null) continue;
        const found = await parts.files.stat(folder, "");
        if ("error" in found) await runSafely(() => scanner.rescan(configured, stopping.signal));
      }
    }
  };

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

  const drainHints = async (): Promise<void> => {
    try {
      while (hinted.size > 0 && !stopping.signal.aborted) {
        const all = [...hinted.values()];
        hinted.clear();
        for (const { configured, relPaths } of all)
          await runSafely(() => scanner.look(configured, [...relPaths]));
      }
    } finally {
      // Here, not where the promise is heard of: a hint in between would wait for the next one.
      looking = null;
      unsettledSleep?.abort(woken);
    }
  };

  const lookAt = (configured: ConfiguredInstrument, relPath: string): void => {
    const { name } = configured.instrument;
    const kept = hinted.get(name) ?? { configured, relPaths: new Set<string>() };
    kept.relPaths.add(relPath);
    hinted.set(name, kept);
    looking ??= drainHints();
  };

  const onHint = (hint: { folder: string; relPath: string }): void => {
    for (const configured of parts.instruments()) {
      const { folder, finish } = configured.instrument;
      const relPath = relativePath(folder, `${hint.folder}/${hint.relPath}`, parts.pathStyle);
      if (relPath === null || relPath === "") continue;
      const isSentinel = finish.policy === "sentinel" && relPath.endsWith(finish.suffix);
      lookAt(configured, isSentinel ? relPath.slice(0, -finish.suffix.length) : relPath);
    }
  };

  /** A whole rescan from now on: one that goes on may be past the folder that is asked for. */
  const rescanFromStart = (): void => {
    rescanningNext ??= Promise.resolve(rescanning).then(() => {
      rescanningNext = null;
      return rescanOnce();
    });
  };

  const startWatch = async (): Promise<void> => {
    // Settings that change while the host ends would be watched forever.
    if (stopping.signal.aborted) return;
    const folders = parts.instruments().map(({ instrument }) => ({
      folder: instrument.folder,
      network: instrument.network,
    }));
    const watching = parts.watch.start(folders, {
      onHint,
      onError: ({ folder, message }) =>
        parts.log.warn("a folder cannot be watched; regular scans find its files", { folder, message }),
      onBack: rescanFromStart,
    });
    await waitAtMost(watchTimeoutMs, watching);
  };

  const waitAtMost = async (ms: number, what: Promise<void>): Promise<void> => {
    await raceTimeout(() => what, { clock, ms }, undefined);
  };

  /** In turn: of two that begin at once the first would watch forever. */
  const watchAnew = (): Promise<void> =>
    watchInTurn(() =>
      runSafely(async () => {
        await waitAtMost(watchEndTimeoutMs, parts.watch.stop());
        await startWatch();
      }),
    );

  return {
    async start() {
      const first = rescanOnce();
      loops.push(first.then(rescanLoop), first.then(folderLoop), unsettledLoop());
      await watchAnew();
    },
    async stop() {
      stopping.abort();
      await waitAtMost(watchEndTimeoutMs, parts.watch.stop());
      await Promise.all([...loops, rescanningNext, rescanning, looking]);
    },
    rescanAll: rescanOnce,
    async rescanOne(configured) {
      const found = await parts.files.stat(configured.instrument.folder, "");
      if (!("error" in found)) await rescanning;
      await runSafely(() => scanner.rescan(configured, stopping.signal));
    },
    planAnew: () => unsettledSleep?.abort(woken),
    folderBack(name) {
      const configured = parts.instruments().find(({ instrument }) => instrument.name === name);
      if (configured !== undefined) parts.watch.renew(configured.instrument.folder);
    },
    async rewatch() {
      forgetOthers();
      await watchAnew();
      await rescanning;
      await rescanOnce();
    },
  };
}

const folderLookMs = 10_000;
const shortestRescanMs = 60_000;
const longestRescanMs = 600_000;
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
