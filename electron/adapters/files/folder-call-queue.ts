import type { Clock } from "#engine/ports/host.ts";
import { hasLargePool } from "./pool-size.ts";

/** Calls of one folder that may be with the system at once: a drive that hangs keeps a thread for each. */
const mostAtOnce = hasLargePool ? 16 : 3;
/** Time is told in parts, so that a call costs no timer: one is given up after this many whole ones. */
const partsOfTimeout = 6;
const partMs = 5_000;

/** A call that is with the system now. */
export interface OpenCall {
  /** It has got on: its time begins again. */
  moved(): void;
}

/** Answers for calls on drives that may never return. Null says that the folder does not answer. */
export interface FolderCalls {
  /**
   * Null after half a minute in which the call neither returned nor moved, and at once while any call on the folder
   * hangs: no other is begun then. `onLate` is given what comes when nobody waits for it any more. Of calls that
   * `waitTurns` a few are with the system at once.
   */
  ask<T>(
    folder: string,
    begin: (call: OpenCall) => Promise<T>,
    more?: { readonly waitsTurn?: boolean; onLate?(late: T | null): void },
  ): Promise<T | null>;
  isSilent(folder: string): boolean;
  /** All that wait, and all that come, are answered with null. */
  giveUp(): void;
}

interface Waiting {
  part: number;
  answerNull(): void;
}

interface Folder {
  /** With the system, and somebody waits. */
  readonly open: Set<Waiting>;
  readonly queue: { start(): void; answerNull(): void }[];
  /** With the system; nobody waits any more. */
  lost: number;
  turns: number;
}

export function createFolderCalls(clock: Clock): FolderCalls {
  const folders = new Map<string, Folder>();
  const over = new AbortController();
  let part = 0;
  let isWatching = false;

  const folderOf = (path: string): Folder => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const made: Folder = { open: new Set(), queue: [], lost: 0, turns: 0 };
    folders.set(path, made);
    return made;
  };

  /** Sleeps on for one part after the last call, which is cheaper than a timer for each. */
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted && folders.values().some(({ open }) => open.size > 0)) {
      await clock.sleep(partMs, over.signal);
      part += 1;
      for (const folder of folders.values())
        if (folder.open.values().some((call) => part - call.part > partsOfTimeout)) letGo(folder);
    }
    isWatching = false;
  };

  const letGo = (folder: Folder): void => {
    for (const call of [...folder.open, ...folder.queue.splice(0)]) call.answerNull();
  };

  const begin = <T>(
    folder: Folder,
    call: (call: OpenCall) => Promise<T>,
    resolve: (answer: T | null) => void,
    reject: (error: unknown) => void,
    { waitsTurn = true, onLate }: { readonly waitsTurn?: boolean; onLate?(late: T | null): void },
  ): void => {
    const waiting: Waiting = {
      part,
      answerNull() {
        folder.open.delete(waiting);
        folder.lost += 1;
        resolve(null);
      },
    };
    const returned = (late: T | null): void => {
      if (waitsTurn) folder.turns -= 1;
      if (!folder.open.delete(waiting)) {
        folder.lost -= 1;
        onLate?.(late);
      }
      if (folder.turns < mostAtOnce) folder.queue.shift()?.start();
    };
    folder.open.add(waiting);
    if (waitsTurn) folder.turns += 1;
    if (!isWatching) {
      isWatching = true;
      void watch();
    }
    const moved = (): void => {
      waiting.part = part;
    };
    call({ moved }).then(
      (answer) => {
        resolve(answer);
        returned(answer);
      },
      (error: unknown) => {
        reject(error);
        returned(null);
      },
    );
  };

  return {
    ask(path, call, more = {}) {
      const folder = folderOf(path);
      if (over.signal.aborted || folder.lost > 0) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        const start = (): void => begin(folder, call, resolve, reject, more);
        if (more.waitsTurn === false || folder.turns < mostAtOnce) start();
        else folder.queue.push({ start, answerNull: () => resolve(null) });
      });
    },
    isSilent: (path) => over.signal.aborted || folderOf(path).lost > 0,
    giveUp() {
      over.abort();
      for (const folder of folders.values()) letGo(folder);
    },
  };
}
