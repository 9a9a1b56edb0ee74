import { raceTimeout } from "#base/async.ts";
import type { ContentSample } from "#domain/content/verdict.ts";
import type { FileStat } from "#domain/file-version.ts";
import type { Clock, FileError, Files, OpenFile } from "#engine/ports/host.ts";
import { noAnswer } from "./file-errors.ts";
import { createFolderCalls, type FolderCalls } from "./folder-call-queue.ts";
import { unknowable } from "./open-file.ts";

/** Files of which every call returns, whatever the drive does. */
export interface HangGuard extends Files {
  /** Resolves as `ending` does. A call that still waits for a drive two seconds later is answered with an error, for good. */
  whileEnding<T>(ending: Promise<T>): Promise<T>;
  /** Resolves within a second; a thread that hangs is left behind. */
  close(): Promise<void>;
}

const endingMs = 2_000;
const closingMs = 1_000;

/**
 * A hard-mounted share whose server is gone answers no call, ever. Here such a folder gives the error "no-answer", and
 * is left alone until the calls that hang have returned; then it is tried again as if nothing had been.
 * A walk has threads and patience of its own (`walker`); it is only not begun on a folder that hangs.
 */
export function createHangGuard(inner: Files & { close(): Promise<void> }, clock: Clock): HangGuard {
  const calls = createFolderCalls(clock);
  return {
    async *walk(request, signal) {
      if (calls.isSilent(request.folder)) yield noAnswer(request.folder);
      else yield* inner.walk(request, signal);
    },
    async stat(folder, relPath) {
      return (await calls.ask(folder, () => inner.stat(folder, relPath))) ?? noAnswer(folder);
    },
    async open(folder, relPath) {
      const onLate = (late: OpenFile | FileError | null): void => {
        if (late !== null && !("error" in late)) void late.close();
      };
      const opened = await calls.ask(folder, () => inner.open(folder, relPath), { onLate });
      if (opened === null) return noAnswer(folder);
      return "error" in opened ? opened : new GuardedFile(folder, opened, calls);
    },
    async isHeldForWriting(folder, relPath) {
      return (await calls.ask(folder, () => inner.isHeldForWriting(folder, relPath))) ?? false;
    },
    async drive(folder) {
      return (await calls.ask(folder, () => inner.drive(folder))) ?? noAnswer(folder);
    },
    async whileEnding(ending) {
      const ended = new AbortController();
      void clock.sleep(endingMs, ended.signal).then(() => {
        if (!ended.signal.aborted) calls.giveUp();
      });
      try {
        return await ending;
      } finally {
        ended.abort();
      }
    },
    async close() {
      calls.giveUp();
      await raceTimeout(() => inner.close(), { clock, ms: closingMs }, undefined);
    },
  };
}

class GuardedFile implements OpenFile {
  readonly stat: FileStat;
  readonly #folder: string;
  readonly #inner: OpenFile;
  readonly #calls: FolderCalls;
  #silence: FileError | null = null;

  constructor(folder: string, inner: OpenFile, calls: FolderCalls) {
    this.stat = inner.stat;
    this.#folder = folder;
    this.#inner = inner;
    this.#calls = calls;
  }

  get readError(): FileError | null {
    return this.#silence ?? this.#inner.readError;
  }

  async readWhole(size: number): Promise<{ bytes: Uint8Array; checksum: string } | FileError> {
    const read = await this.#calls.ask(this.#folder, ({ moved }) => this.#inner.readWhole(size, moved));
    return read ?? this.#silent();
  }

  async sample(): Promise<ContentSample | FileError> {
    return (await this.#calls.ask(this.#folder, () => this.#inner.sample())) ?? this.#silent();
  }

  checksum(size: number, signal: AbortSignal): Promise<string | FileError> {
    return this.#hashed(signal, (either, moved) => this.#inner.checksum(size, either, moved));
  }

  quietChecksum(size: number, signal: AbortSignal): Promise<string | FileError> {
    return this.#hashed(signal, (either, moved) => this.#inner.quietChecksum(size, either, moved));
  }

  async #hashed(
    signal: AbortSignal,
    hash: (either: AbortSignal, moved: () => void) => Promise<string | FileError>,
  ): Promise<string | FileError> {
    const isGivenUp = new AbortController();
    const either = AbortSignal.any([signal, isGivenUp.signal]);
    const hashed = await this.#calls.ask(
      this.#folder,
      ({ moved }) => hash(either, moved),
      // It may take minutes; what is small must not wait behind it.
      { waitsTurn: false },
    );
    isGivenUp.abort();
    return hashed ?? this.#silent();
  }

  async *chunks(size: number): AsyncGenerator<Uint8Array> {
    this.#silence = null;
    const pieces = this.#inner.chunks(size)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const step = await this.#calls.ask(this.#folder, () => pieces.next(), { waitsTurn: false });
        if (step === null) return void this.#silent();
        if (step.done === true) return;
        yield step.value;
      }
    } finally {
      // Not waited for: it ends after the piece that may never come.
      void pieces.return?.();
    }
  }

  async statAgain(): Promise<{ byPath: FileStat | null; byDescriptor: FileStat }> {
    const found = await this.#calls.ask(this.#folder, () => this.#inner.statAgain());
    if (found !== null) return found;
    this.#silent();
    return { byPath: null, byDescriptor: unknowable };
  }

  /** While its folder hangs the file is closed when that is over, and nobody waits. */
  async close(): Promise<void> {
    const closing = this.#inner.close();
    await this.#calls.ask(this.#folder, () => closing, { waitsTurn: false });
  }

  #silent(): FileError {
    this.#silence = noAnswer(this.#folder);
    return this.#silence;
  }
}
