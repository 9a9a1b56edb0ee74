import type { App, Dialog } from "electron";
import { raceTimeout } from "#base/async.ts";
import { shown } from "./shell-language.ts";
import { shellText } from "./text.ts";

export interface QuitParts {
  readonly app: Pick<App, "exit" | "on" | "releaseSingleInstanceLock">;
  readonly dialog: Pick<Dialog, "showMessageBox">;
  /** Finished files that are here and not on the portal; null where a daemon carries them whatever happens here. */
  readonly unsentCount: () => number | null;
  /** Gives back what is in flight. May hang; quitting does not wait forever. */
  readonly stop: () => Promise<void>;
  /** Runs last, when nothing is in flight any more. True: it ends the program itself. */
  readonly beforeExit: (isByPerson: boolean) => boolean;
  /** Resolves after `ms`. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: (message: string, facts?: Readonly<Record<string, unknown>>) => void;
}

export interface Quit {
  /** A person chose it in a menu of ours: says what is unfinished, and asks when something is. */
  ask(): Promise<void>;
  /** Quits without asking: the system ends, a signal came, or somebody else asks for it. Twice is once. */
  now(): Promise<void>;
  isUnderWay(): boolean;
}

const stopWithinMs = 5_000;

/** The one way out. Whatever asks the program to quit comes here first, and leaves when the host has stopped. */
export function createQuit(parts: QuitParts): Quit {
  const { app, dialog, log } = parts;
  let leaving: Promise<void> | null = null;
  let asking: Promise<boolean> | null = null;
  let isFree = false;

  const leave = async (isByPerson: boolean): Promise<void> => {
    const stopped = parts.stop().then(
      () => true,
      (error: unknown) => {
        log("stopping failed; uploads in flight are requeued at the next start", { error: String(error) });
        return true;
      },
    );
    const isStopped = await raceTimeout(() => stopped, { clock: parts, ms: stopWithinMs }, false);
    if (!isStopped)
      log("stopping takes too long; uploads in flight are requeued at the next start", { stopWithinMs });
    isFree = true;
    if (isStopped && parts.beforeExit(isByPerson)) return;
    // Work that hangs in this process must not keep the next one from starting.
    app.releaseSingleInstanceLock();
    app.exit(0);
  };

  const now = (): Promise<void> => {
    leaving ??= leave(false);
    return leaving;
  };

  const mayLeave = async (): Promise<boolean> => {
    const count = parts.unsentCount();
    if (count === null || count === 0) return true;
    const { response } = await dialog.showMessageBox({
      type: "question",
      title: shown(shellText.quit),
      message: shown(shellText.notSentYet(count)),
      detail: shown(shellText.safeUntilNextStart(count)),
      buttons: [shown(shellText.quitNow), shown(shellText.keepRunning)],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    return response === 0;
  };

  const ask = async (): Promise<void> => {
    if (leaving !== null) return await leaving;
    asking ??= mayLeave().finally(() => {
      asking = null;
    });
    if (!(await asking)) return;
    leaving ??= leave(true);
    await leaving;
  };

  app.on("before-quit", (event) => {
    if (isFree) return;
    event.preventDefault();
    // It may be a signal, or the system's own: nobody would answer a question.
    void now();
  });
  // The tray keeps the program alive when its window is gone.
  app.on("window-all-closed", () => {});

  return { ask, now, isUnderWay: () => leaving !== null };
}
