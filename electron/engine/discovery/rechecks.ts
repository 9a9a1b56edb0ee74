import { type DoubtedFile, doubtOf, isSameVersion, markOf } from "#domain/file-version.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import { isAtRest, type Upload } from "#domain/upload.ts";
import type { Clock, Files, OpenFile } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";

export interface RecheckParts {
  readonly clock: Clock;
  readonly files: Files;
  readonly ledger: Ledger;
  /** Somebody waits for the end: no rests, and of what was never marked only the newest. */
  readonly isRunOnce: boolean;
  /** There is other content where the version with `formerChecksum` was read. */
  onRewritten(configured: ConfiguredInstrument, file: DoubtedFile, formerChecksum: string): Promise<void>;
  /** The same content is there. */
  onSame(configured: ConfiguredInstrument, file: DoubtedFile): void;
  runSafely(work: () => Promise<void>): Promise<boolean>;
}

/**
 * Reads again what may have been rewritten with its size and time put back, one file after another. The same content:
 * its mark is recorded, and nobody hears of it. Other content: it is a version of its own.
 */
export interface Rechecks {
  offer(configured: ConfiguredInstrument, files: readonly DoubtedFile[]): void;
  /** A folder came back: its files may have other ids, once more. */
  forgetIds(): void;
  /** Resolves when nothing is left to read. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

interface Task {
  readonly configured: ConfiguredInstrument;
  readonly file: DoubtedFile;
}

/** A host remembers at least so many; the rescan offers the others again. */
const leastTasks = 4_000;
/** A run reads at least so many of the files without a mark, and leaves the others to later ones. */
const leastUnmarkedOfRun = 500;
/** A host works on this for a tenth of the time at most, and reads ten files a second at most. */
const restsPerWork = 9;
const shortestRestMs = 100;
const longestRestMs = 5_000;

/** Begins to read as soon as files are offered. */
export function createRechecks(parts: RecheckParts): Rechecks {
  const { clock, files, ledger, isRunOnce } = parts;
  const stopping = new AbortController();
  const tasks = new Map<string, Task>();
  const ids = createIdTrust();
  let working: Promise<void> | null = null;

  const add = (configured: ConfiguredInstrument, file: DoubtedFile): void => {
    const { name } = configured.instrument;
    if (file.doubt === "other-id" && !ids.mayTell(name, file.relPath)) return;
    tasks.set(`${name}\n${file.relPath}`, { configured, file });
  };

  /** The most suspicious and then the newest ones stay. */
  const cut = (): void => {
    if (tasks.size <= 2 * (isRunOnce ? leastUnmarkedOfRun : leastTasks)) return;
    const inOrder = [...tasks].sort(([, a], [, b]) => byTurn(a.file, b.file));
    const changed = inOrder.filter(([, { file }]) => file.doubt !== "unmarked").length;
    const most = isRunOnce ? changed + leastUnmarkedOfRun : leastTasks;
    for (const [key] of inOrder.slice(most)) tasks.delete(key);
  };

  const takeNext = (): Task | undefined => {
    let first: [string, Task] | undefined;
    for (const one of tasks) if (first === undefined || byTurn(one[1].file, first[1].file) < 0) first = one;
    if (first !== undefined) tasks.delete(first[0]);
    return first?.[1];
  };

  const work = async (): Promise<void> => {
    for (let task = takeNext(); task !== undefined && !stopping.signal.aborted; task = takeNext()) {
      const beganAt = clock.monotonicMs();
      const { configured, file } = task;
      await parts.runSafely(() => check(configured, file));
      if (isRunOnce) continue;
      const restMs = (clock.monotonicMs() - beganAt) * restsPerWork;
      await clock.sleep(Math.min(longestRestMs, Math.max(shortestRestMs, restMs)), stopping.signal);
    }
  };

  const check = async (configured: ConfiguredInstrument, file: DoubtedFile): Promise<void> => {
    const { name, folder } = configured.instrument;
    const versions = await ledger.versions(name, file.relPath);
    const held = versions.find((one) => isSameVersion(one, file) && one.state !== "superseded");
    if (held === undefined || held.checksum === null || !isAtRest(held.state)) return;
    const opened = await files.open(folder, file.relPath);
    // Whatever keeps it from being read, the next rescan offers it again.
    if ("error" in opened) return;
    try {
      await compare({ configured, file, held, checksum: held.checksum, opened });
    } finally {
      await opened.close();
    }
  };

  const compare = async (one: {
    readonly configured: ConfiguredInstrument;
    readonly file: DoubtedFile;
    readonly held: Upload;
    readonly checksum: string;
    readonly opened: OpenFile;
  }): Promise<void> => {
    const { configured, held, checksum, opened } = one;
    const { name } = configured.instrument;
    const file = { ...one.file, ctimeUs: opened.stat.ctimeUs, fileId: opened.stat.fileId };
    if (!isSameVersion(opened.stat, held)) return;
    const doubt = doubtOf(held, file);
    if (doubt === "none" || (doubt === "other-id" && !ids.mayTell(name, file.relPath))) return;
    const mark = markOf(opened.stat, clock.nowMs());
    const read = isRunOnce
      ? await opened.checksum(held.size, stopping.signal)
      : await opened.quietChecksum(held.size, stopping.signal);
    if (typeof read !== "string" || stopping.signal.aborted) return;
    if (read !== checksum) return await parts.onRewritten(configured, file, checksum);
    parts.onSame(configured, file);
    if (mark === null) return;
    if (doubt === "other-id") ids.noteSame(name, file.relPath);
    await ledger.mark(held.id, checksum, mark);
  };

  return {
    offer(configured, offered) {
      if (offered.length === 0 || stopping.signal.aborted) return;
      for (const file of offered) add(configured, file);
      cut();
      working ??= work().finally(() => {
        working = null;
      });
    },
    forgetIds: ids.forget,
    async idle() {
      while (working !== null) await working;
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** Changed files first, then the newest. */
function byTurn(a: DoubtedFile, b: DoubtedFile): number {
  if ((a.doubt === "unmarked") !== (b.doubt === "unmarked")) return a.doubt === "unmarked" ? 1 : -1;
  return b.mtimeUs - a.mtimeUs;
}

/** Files found the same under another id that are remembered, of each instrument. */
const mostRemembered = 10_000;

/**
 * Some file systems give a file a new id with every mount, some whenever it is looked at. An instrument's ids tell
 * nothing any more once a file that was the same under another id has another one again.
 */
function createIdTrust() {
  const same = new Map<string, Set<string>>();
  const isVoid = new Set<string>();
  return {
    mayTell(instrument: string, relPath: string): boolean {
      if (same.get(instrument)?.has(relPath)) isVoid.add(instrument);
      return !isVoid.has(instrument);
    },
    noteSame(instrument: string, relPath: string): void {
      const paths = same.get(instrument) ?? new Set();
      if (paths.size < mostRemembered) paths.add(relPath);
      same.set(instrument, paths);
    },
    forget(): void {
      same.clear();
      isVoid.clear();
    },
  };
}
