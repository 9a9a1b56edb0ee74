import { createHash } from "node:crypto";
import { type ContentSample, sampleOf } from "#domain/content/verdict.ts";
import type { FileStat } from "#domain/file-version.ts";
import type { FileError, OpenFile } from "#engine/ports/host.ts";

/** Content under one name; an open file keeps it, whatever happens to the name. */
export interface MemoryEntry {
  bytes: Uint8Array;
  mtimeUs: number;
  ctimeUs: number;
  fileId: string;
}

export function statOfEntry(entry: MemoryEntry): FileStat {
  const { mtimeUs, ctimeUs, fileId } = entry;
  return { kind: "file", size: entry.bytes.length, mtimeUs, ctimeUs, fileId, device: "memory" };
}

const pieceBytes = 1024 * 1024;

export interface MemoryOpening {
  readonly path: string;
  readonly entry: MemoryEntry;
  /** Entry that is under the name now. */
  readonly entryNow: () => MemoryEntry | null;
  /** Trouble that reads meet now. */
  readonly errorNow: () => FileError | null;
  readonly onClose: () => void;
}

export class MemoryOpenFile implements OpenFile {
  readonly stat: FileStat;
  readError: FileError | null = null;
  readonly #from: MemoryOpening;
  /** Given away until it is closed: the real one gives the memory to other files then. */
  readonly #lent: Uint8Array[] = [];
  #isClosed = false;

  constructor(from: MemoryOpening) {
    this.#from = from;
    this.stat = statOfEntry(from.entry);
  }

  async readWhole(size: number): Promise<{ bytes: Uint8Array; checksum: string } | FileError> {
    const error = this.#error(size);
    if (error !== null) return error;
    const bytes = new Uint8Array(this.#from.entry.bytes.subarray(0, size));
    this.#lent.push(bytes);
    return { bytes, checksum: md5(bytes) };
  }

  async sample(): Promise<ContentSample | FileError> {
    return this.#error(this.stat.size) ?? sampleOf(this.#from.entry.bytes.slice(0, this.stat.size));
  }

  async checksum(size: number, signal: AbortSignal): Promise<string | FileError> {
    const hashed = this.#error(size) ?? md5(this.#from.entry.bytes.subarray(0, size));
    await null;
    return signal.aborted ? this.#say("Reading was stopped") : hashed;
  }

  async quietChecksum(size: number, signal: AbortSignal): Promise<string | FileError> {
    return await this.checksum(size, signal);
  }

  async *chunks(size: number): AsyncGenerator<Uint8Array> {
    this.readError = null;
    for (let at = 0; at < size; ) {
      await null;
      const error = this.#error(Math.min(size, at + 1));
      if (error !== null) {
        this.readError = error;
        return;
      }
      const piece = this.#from.entry.bytes.slice(at, Math.min(size, at + pieceBytes));
      at += piece.length;
      yield piece;
    }
  }

  async statAgain(): Promise<{ byPath: FileStat | null; byDescriptor: FileStat }> {
    const now = this.#from.entryNow();
    return { byPath: now === null ? null : statOfEntry(now), byDescriptor: statOfEntry(this.#from.entry) };
  }

  async close(): Promise<void> {
    if (!this.#isClosed) this.#from.onClose();
    for (const bytes of this.#lent.splice(0)) bytes.fill(0xee);
    this.#isClosed = true;
  }

  #error(size: number): FileError | null {
    if (this.#isClosed) return this.#say("Reading was stopped");
    const error = this.#from.errorNow();
    if (error !== null) return error;
    return this.#from.entry.bytes.length < size
      ? this.#say("It became shorter while it was being read")
      : null;
  }

  #say(what: string): FileError {
    return { error: "unreadable", message: `${what}: "${this.#from.path}".` };
  }
}

function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}
