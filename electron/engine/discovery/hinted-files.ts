import { createInTurn, raceTimeout } from "#base/async.ts";
import { type PathStyle, relativePath } from "#domain/folder-paths.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { Clock, Log, Watch } from "#engine/ports/host.ts";
import type { Scanner } from "./scanner.ts";

export interface HintedFilesParts {
  readonly clock: Clock;
  readonly watch: Watch;
  readonly log: Log;
  readonly scanner: Scanner;
  readonly pathStyle: PathStyle;
  instruments(): readonly ConfiguredInstrument[];
  runSafely(work: () => Promise<void>): Promise<void>;
  /** All that was hinted at has been looked at. */
  onLooked(): void;
  /** A folder that could not be watched is watched again: hints were lost. */
  onBack(): void;
}

/** A share that hangs may keep the watch from coming up, or its thread from ending; nobody waits longer than this. */
const watchTimeoutMs = 5_000;
const watchEndTimeoutMs = 2_000;

/** Watches the folders of the instruments, and looks at the files that the watch hints at, until `stopping` aborts. */
export function createHintedFiles(parts: HintedFilesParts, stopping: AbortSignal) {
  const { clock, scanner, runSafely } = parts;
  const hinted = new Map<string, { configured: ConfiguredInstrument; relPaths: Set<string> }>();
  const inTurn = createInTurn();
  let looking: Promise<void> | null = null;

  const drainHints = async (): Promise<void> => {
    try {
      while (hinted.size > 0 && !stopping.aborted) {
        const all = [...hinted.values()];
        hinted.clear();
        for (const { configured, relPaths } of all)
          await runSafely(() => scanner.look(configured, [...relPaths]));
      }
    } finally {
      // Here, not where the promise is heard of: a hint in between would wait for the next one.
      looking = null;
      parts.onLooked();
    }
  };

  const lookAt = (configured: ConfiguredInstrument, relPath: string): void => {
    const { name } = configured.instrument;
    const hints = hinted.get(name) ?? { configured, relPaths: new Set<string>() };
    hints.relPaths.add(relPath);
    hinted.set(name, hints);
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

  const startWatch = async (): Promise<void> => {
    // Settings that change while the host ends would be watched forever.
    if (stopping.aborted) return;
    const folders = parts.instruments().map(({ instrument }) => ({
      folder: instrument.folder,
      network: instrument.network,
    }));
    const watching = parts.watch.start(folders, {
      onHint,
      onError: ({ folder, message }) =>
        parts.log.warn("a folder cannot be watched; regular scans find its files", { folder, message }),
      onBack: parts.onBack,
    });
    await waitAtMost(watchTimeoutMs, watching);
  };

  const waitAtMost = async (ms: number, what: Promise<void>): Promise<void> => {
    await raceTimeout(() => what, { clock, ms }, undefined);
  };

  return {
    /** Watches the present folders in place of those before. In turn: of two that begin at once the first would watch forever. */
    watchAnew: (): Promise<void> =>
      inTurn(() =>
        runSafely(async () => {
          await waitAtMost(watchEndTimeoutMs, parts.watch.stop());
          await startWatch();
        }),
      ),
    stop: () => waitAtMost(watchEndTimeoutMs, parts.watch.stop()),
    /** Resolves when no hinted file is being looked at. */
    async ended(): Promise<void> {
      await looking;
    },
  };
}
