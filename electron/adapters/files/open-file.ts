import { close, fstat, lstat } from "node:fs";
import { promisify } from "node:util";
import { lateModules } from "#adapters/late-modules.ts";
import { type ContentSample, sampleBytes } from "#domain/content/verdict.ts";
import { type FileStat, isSameEntry } from "#domain/file-version.ts";
import type { FileError, OpenFile } from "#engine/ports/host.ts";
import { codeOf, errorOf, quoted } from "./file-errors.ts";
import { fileStatOf } from "./file-stat.ts";
import type { HashAnswer, HashRequest } from "./hash-worker.ts";
import type { Hasher } from "./hasher.ts";
import { pieceBytes, readAt } from "./positional-read.ts";

/** Up to this size a file is read and hashed at once (0.2 ms): the way to the thread and back costs more. */
const atOnceBytes = 128 * 1024;

/** Memory that small files take turns in: new memory for each has the collector go through the heap every 150 files. */
const spare: Uint8Array<ArrayBuffer>[] = [];
/** As many as are sent at once. */
const mostSpare = 8;

/** A stat that equals no other: what cannot be looked at is never taken for unchanged. */
export const unknowable: FileStat = {
  kind: "other",
  size: -1,
  mtimeUs: 0,
  ctimeUs: 0,
  fileId: "unknowable",
  device: "",
};

const closeDescriptor = promisify(close);
const statDescriptor = promisify(fstat);
const statPath = promisify(lstat);

/**
 * A regular file under a descriptor opened for reading. The callbacks of `node:fs` on a bare number are used
 * because they take a tenth less time for a small file than FileHandle. Every read gives its position, so
 * the descriptor has no state and hashing and sending may read from it at the same time.
 */
export class DescriptorFile implements OpenFile {
  readonly stat: FileStat;
  readonly #descriptor: number;
  readonly #path: string;
  readonly #shown: string;
  readonly #hasher: Hasher;
  readonly #reads = new Set<Promise<unknown>>();
  #memory: Uint8Array<ArrayBuffer> | null = null;
  #readError: FileError | null = null;
  #closing: Promise<void> | null = null;

  /** `path` is for the system, `shown` for messages. */
  constructor(descriptor: number, stat: FileStat, path: string, shown: string, hasher: Hasher) {
    this.#descriptor = descriptor;
    this.stat = stat;
    this.#path = path;
    this.#shown = shown;
    this.#hasher = hasher;
  }

  get readError(): FileError | null {
    return this.#readError;
  }

  async readWhole(
    size: number,
    onPiece?: () => void,
  ): Promise<{ bytes: Uint8Array; checksum: string } | FileError> {
    if (this.#closing !== null) return this.#stopped();
    if (size > atOnceBytes) {
      const answer = await this.#hash(size, "bytes", null, onPiece);
      const bytes = answer.kind === "hashed" ? answer.bytes : null;
      if (answer.kind === "hashed" && bytes !== null) return { bytes, checksum: answer.checksum };
      return this.#errorIn(answer);
    }
    try {
      this.#memory ??= spare.pop() ?? new Uint8Array(atOnceBytes);
      const bytes = await this.#readAll(this.#memory.subarray(0, size), 0);
      return bytes === null
        ? this.#shortened()
        : { bytes, checksum: lateModules.crypto().hash("md5", bytes, "hex") };
    } catch (error) {
      return this.#errorWith(codeOf(error));
    }
  }

  async sample(): Promise<ContentSample | FileError> {
    if (this.#closing !== null) return this.#stopped();
    const { size } = this.stat;
    try {
      const head = await this.#readAll(new Uint8Array(Math.min(size, sampleBytes)), 0);
      const tail =
        size <= sampleBytes ? head : await this.#readAll(new Uint8Array(sampleBytes), size - sampleBytes);
      return head === null || tail === null ? this.#shortened() : { head, tail, size };
    } catch (error) {
      return this.#errorWith(codeOf(error));
    }
  }

  async checksum(size: number, signal: AbortSignal, onPiece?: () => void): Promise<string | FileError> {
    return this.#checksumIn(await this.#hash(size, "checksum", signal, onPiece));
  }

  async quietChecksum(size: number, signal: AbortSignal, onPiece?: () => void): Promise<string | FileError> {
    return this.#checksumIn(await this.#hash(size, "quiet", signal, onPiece));
  }

  /** Reads one piece ahead while the last one is being sent; a piece is good until the next one is asked for. */
  async *chunks(size: number): AsyncGenerator<Uint8Array> {
    this.#readError = null;
    // Two that take turns: new memory for each piece costs more processor time than sending it.
    const spare = [0, 1].map(() => new Uint8Array(Math.min(size, pieceBytes)));
    let next = this.#readPiece(spare[0], 0, size);
    for (let at = 0, turn = 1; at < size; turn++) {
      const piece = await next;
      if ("error" in piece) {
        this.#readError = piece;
        return;
      }
      at += piece.length;
      next = this.#readPiece(spare[turn % 2], at, size);
      yield piece;
    }
  }

  /** The descriptor is asked only where the path shows another file or none: it would say the same. */
  async statAgain(): Promise<{ byPath: FileStat | null; byDescriptor: FileStat }> {
    const byPath = await statPath(this.#path, { bigint: true }).then(fileStatOf, () => null);
    if (byPath !== null && isSameEntry(byPath, this.stat)) return { byPath, byDescriptor: byPath };
    const byDescriptor = await statDescriptor(this.#descriptor, { bigint: true }).then(
      fileStatOf,
      () => unknowable,
    );
    return { byPath, byDescriptor };
  }

  /** Waits for reads under way: number and memory closed under them could be given to another file. */
  close(): Promise<void> {
    this.#closing ??= Promise.allSettled([...this.#reads])
      .then(() => {
        if (this.#memory !== null && spare.length < mostSpare) spare.push(this.#memory);
        return closeDescriptor(this.#descriptor);
      })
      .catch(() => {});
    return this.#closing;
  }

  /** Never rejects: a piece read ahead may be waited for by nobody. */
  #readPiece(
    spare: Uint8Array<ArrayBuffer> | undefined,
    at: number,
    size: number,
  ): Promise<Uint8Array | FileError> {
    if (this.#closing !== null) return Promise.resolve(this.#stopped());
    const target = spare?.subarray(0, Math.min(pieceBytes, size - at));
    if (target === undefined || target.length === 0) return Promise.resolve(new Uint8Array(0));
    return this.#untilDone(readAt(this.#descriptor, target, at)).then(
      (piece) => (piece.length === 0 ? this.#shortened() : piece),
      (error: unknown) => this.#errorWith(codeOf(error)),
    );
  }

  /** Fills `target` from a position; null where the file ends before. */
  #readAll(target: Uint8Array<ArrayBuffer>, from: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const reading = async (): Promise<Uint8Array<ArrayBuffer> | null> => {
      for (let at = 0; at < target.length; ) {
        const piece = await readAt(this.#descriptor, target.subarray(at), from + at);
        if (piece.length === 0) return null;
        at += piece.length;
      }
      return target;
    };
    return this.#untilDone(reading());
  }

  #hash(
    size: number,
    wanted: HashRequest["wanted"],
    signal: AbortSignal | null,
    onPiece?: () => void,
  ): Promise<HashAnswer> {
    if (this.#closing !== null) return Promise.resolve({ kind: "cancelled", id: 0 });
    return this.#untilDone(
      this.#hasher.hash({ descriptor: this.#descriptor, size, wanted }, signal, onPiece),
    );
  }

  async #untilDone<T>(reading: Promise<T>): Promise<T> {
    this.#reads.add(reading);
    try {
      return await reading;
    } finally {
      this.#reads.delete(reading);
    }
  }

  #checksumIn(answer: HashAnswer): string | FileError {
    return answer.kind === "hashed" ? answer.checksum : this.#errorIn(answer);
  }

  #errorIn(answer: HashAnswer): FileError {
    if (answer.kind === "short") return this.#shortened();
    if (answer.kind === "failed") return this.#errorWith(answer.code);
    return this.#stopped();
  }

  #stopped(): FileError {
    return { error: "unreadable", message: `Reading the file ${quoted(this.#shown)} was stopped.` };
  }

  #errorWith(code: string): FileError {
    return errorOf(code, { kind: "file", path: this.#shown });
  }

  #shortened(): FileError {
    const message = `The file ${quoted(this.#shown)} became shorter while it was being read.`;
    return { error: "unreadable", message };
  }
}
