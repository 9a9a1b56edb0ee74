import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createEmitter, type Subscribe } from "#base/event.ts";
import { isOnSessionBus, type RunProgram } from "#base/session-bus.ts";
import type { DesktopParts } from "#main/desktop-parts.ts";
import type { End } from "#main/electron-parts.ts";

/**
 * True when this desktop shows tray icons. Windows and macOS always do. On Linux the desktop must run a watcher for
 * them (StatusNotifierItem); where nobody can say so, the answer is false, so that the window stays within reach.
 */
export async function hasTrayArea(platform: NodeJS.Platform, run: RunProgram): Promise<boolean> {
  return platform !== "linux" || (await isOnSessionBus("org.kde.StatusNotifierWatcher", run));
}

/** After login a desktop may take so long until its bar is there. */
const askAgainMs = [5_000, 15_000, 60_000] as const;

/** Asks some times more, and calls `onFound` at most once. Ends with what it gives. */
export function awaitTrayArea(parts: {
  readonly ask: () => Promise<boolean>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly onFound: () => void;
}): End {
  let isOver = false;
  void (async () => {
    let waitedMs = 0;
    for (const atMs of askAgainMs) {
      await parts.sleep(atMs - waitedMs);
      waitedMs = atMs;
      if (isOver) return;
      if (!(await parts.ask())) continue;
      if (!isOver) parts.onFound();
      return;
    }
  })();
  return () => {
    isOver = true;
  };
}

/** The desktop's area for tray icons, as it was found last. */
export interface TrayArea {
  isThere(): boolean;
  readonly onFound: Subscribe<void>;
  /** Asks again, where it was not there. */
  look(): Promise<boolean>;
  /** As `awaitTrayArea`, where it was not there. */
  follow(): End;
}

export async function findTrayArea(
  parts: Pick<DesktopParts, "platform" | "runProgram" | "sleep">,
): Promise<TrayArea> {
  const ask = () => hasTrayArea(parts.platform, parts.runProgram);
  const found = createEmitter();
  let isThere = await ask();
  const onFound = (): void => {
    isThere = true;
    found.emit();
  };
  return {
    isThere: () => isThere,
    onFound: found.on,
    async look() {
      if (!isThere && (await ask())) onFound();
      return isThere;
    },
    follow: () => (isThere ? () => {} : awaitTrayArea({ ask, sleep: parts.sleep, onFound })),
  };
}

/** Runs programs of this PC, each for at most two seconds. */
export const runProgram: RunProgram = async (program, args) => {
  const { stdout } = await promisify(execFile)(program, [...args], { timeout: 2_000, encoding: "utf8" });
  return stdout;
};
