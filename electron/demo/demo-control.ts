import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DemoControl } from "#api/handlers/demo-handlers.ts";
import { createInTurn } from "#base/async.ts";
import type { DemoStation } from "./demo-station.ts";

export interface DemoControlOptions {
  /** The station's own; the try-out lives in a folder below it. */
  readonly dataFolder: string;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly pagesFolder: string | null;
  /** Address of the station's own pages, known once its host runs. */
  readonly backTo: () => string | null;
  /** Hears when the try-out began and ended, for a window that has to follow. */
  readonly onChanged?: (running: DemoStation | null) => void;
}

/**
 * Lets a host offer a try-out with the built-in portal beside its own work. `close` ends what runs. An end never rejects:
 * nothing of a try-out is worth the station's own work.
 */
export function createDemoControl(options: DemoControlOptions): DemoControl & { close(): Promise<void> } {
  const { dataFolder, version, env, pagesFolder, backTo, onChanged } = options;
  const folder = join(dataFolder, "demo");
  let running: DemoStation | null = null;
  /** Two starts make one try-out, and an end waits for the start before it. */
  const inTurn = createInTurn();
  const end = () =>
    inTurn(async () => {
      if (running === null) return;
      const ended = running;
      running = null;
      onChanged?.(null);
      await ended.close().catch(() => undefined);
      // Files that a virus scanner holds go when the next try-out begins.
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    });

  return {
    state: () => ({
      kind: running === null ? "offered" : "running",
      ui: running?.host.ui ?? null,
      backTo: null,
      instrumentFolder: null,
    }),
    start: () =>
      inTurn(async () => {
        if (running !== null) return { ui: running.host.ui };
        // With the files of a try-out that was not ended, this one would begin in the middle of an old run.
        await rm(folder, { recursive: true, force: true });
        const onEnd = () => void setTimeout(() => void end(), 200);
        // Loaded here: the bundled portal is larger than the rest of a daemon.
        const { openDemo } = await import("./demo-station.ts");
        const opened = await openDemo({ folder, version, env, pagesFolder, backTo: backTo(), onEnd });
        if ("message" in opened) return opened;
        running = opened;
        opened.startInstruments();
        onChanged?.(opened);
        return { ui: opened.host.ui };
      }),
    end,
    close: end,
  };
}
