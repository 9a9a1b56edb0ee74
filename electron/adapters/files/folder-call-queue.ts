import type { Clock } from "#engine/ports/host.ts";
import { hasLargePool } from "./pool-size.ts";

/**
 * Calls that wait their turn and may be with the system at once: a drive that hangs keeps a thread for each. `shared` are
 * for all folders together, and as many that nobody waits for any more do not count among them, so that one drive that
 * hangs takes no turn from the others; beyond them each folder may have one, so that a healthy one goes on beside several
 * that hang, until there are `all`. The rest of the pool is for pieces that are being sent, walks, and finding addresses.
 */
export interface MostAtOnce {
  readonly shared: number;
  readonly all: number;
}
const ofLargePool: MostAtOnce = { shared: 16, all: 40 };
const ofSmallPool: MostAtOnce = { shared: 2, all: 3 };

/** Time is told in parts, so that a call costs no timer: one is given up after this many whole ones. */
const partsOfTimeout = 6;
const partMs = 5_000;

/** A call that is with the system now. */
export interface OpenCall {
  /** It has got on: its time begins again. */
  moved(): void;
}

export interface MoreOfCall<T> {
  readonly waitsTurn?: boolean;
  onLate?(late: T | null): void;
}

/** Answers for calls on drives that may never return. Null says that the folder does not answer. */
export interface FolderCalls {
  /**
   * Null after half a minute in which the call neither returned nor moved, and at once while any call on the folder
   * hangs: no other is begun then. `onLate` is given what comes when nobody waits for it any more. Only a few
   * calls that `waitsTurn` are with the system at once, over all folders; one that comes to no turn within half a minute, as
   * other folders keep them all, is answered with null, too.
   */
  ask<T>(folder: string, begin: (call: OpenCall) => Promise<T>, more?: MoreOfCall<T>): Promise<T | null>;
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
  readonly queue: { readonly part: number; start(): void; answerNull(): void }[];
  /** With the system; nobody waits any more. */
  lost: number;
  /** With the system after they waited for it, those that are lost among them. */
  turns: number;
}

export function createFolderCalls(
  clock: Clock,
  most = hasLargePool() ? ofLargePool : ofSmallPool,
): FolderCalls {
  const folders = new Map<string, Folder>();
  const over = new AbortController();
  let part = 0;
  let turns = 0;
  /** Those of the turns that nobody waits for any more. */
  let lostTurns = 0;

  const mayBegin = (folder: Folder): boolean =>
    turns < most.all && (folder.turns === 0 || turns - Math.min(lostTurns, most.shared) < most.shared);

  const beginWaiting = (): void => {
    for (const folder of folders.values())
      while (folder.queue.length > 0 && mayBegin(folder)) folder.queue.shift()?.start();
  };

  const isTooOld = (call: { readonly part: number }): boolean => part - call.part > partsOfTimeout;

  const countParts = createPartCount(clock, over.signal, {
    isAsked: () => folders.values().some(({ open, queue }) => open.size > 0 || queue.length > 0),
    onPart() {
      part += 1;
      for (const folder of folders.values()) {
        if (folder.open.values().some(isTooOld)) letGo(folder);
        else if (folder.turns === 0 && folder.queue.some(isTooOld)) answerQueue(folder);
      }
      beginWaiting();
    },
  });

  const begin = <T>(
    folder: Folder,
    call: (call: OpenCall) => Promise<T>,
    { resolve, reject }: Pick<PromiseWithResolvers<T | null>, "resolve" | "reject">,
    { waitsTurn = true, onLate }: MoreOfCall<T>,
  ): void => {
    const turn = waitsTurn ? 1 : 0;
    const waiting: Waiting = {
      part,
      answerNull() {
        folder.open.delete(waiting);
        folder.lost += 1;
        lostTurns += turn;
        resolve(null);
      },
    };
    const returned = (late: T | null): void => {
      folder.turns -= turn;
      turns -= turn;
      if (!folder.open.delete(waiting)) {
        folder.lost -= 1;
        lostTurns -= turn;
        onLate?.(late);
      }
      beginWaiting();
    };
    folder.open.add(waiting);
    folder.turns += turn;
    turns += turn;
    countParts();
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
      const folder = folderIn(folders, path);
      if (over.signal.aborted || folder.lost > 0) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        const start = (): void => begin(folder, call, { resolve, reject }, more);
        if (more.waitsTurn === false || mayBegin(folder)) return start();
        folder.queue.push({ part, start, answerNull: () => resolve(null) });
        countParts();
      });
    },
    isSilent: (path) => over.signal.aborted || folderIn(folders, path).lost > 0,
    giveUp() {
      over.abort();
      for (const folder of folders.values()) letGo(folder);
    },
  };
}

function folderIn(folders: Map<string, Folder>, path: string): Folder {
  const known = folders.get(path);
  if (known !== undefined) return known;
  const made: Folder = { open: new Set(), queue: [], lost: 0, turns: 0 };
  folders.set(path, made);
  return made;
}

function answerQueue(folder: Folder): void {
  for (const call of folder.queue.splice(0)) call.answerNull();
}

function letGo(folder: Folder): void {
  for (const call of folder.open) call.answerNull();
  answerQueue(folder);
}

/** Gives what begins to count the parts, as long as a call is open: to sleep on after it is cheaper than a timer for each. */
function createPartCount(
  clock: Clock,
  over: AbortSignal,
  { isAsked, onPart }: { readonly isAsked: () => boolean; readonly onPart: () => void },
): () => void {
  let isCounting = false;
  const count = async (): Promise<void> => {
    while (!over.aborted && isAsked()) {
      await clock.sleep(partMs, over);
      onPart();
    }
    isCounting = false;
  };
  return () => {
    if (isCounting) return;
    isCounting = true;
    void count();
  };
}
