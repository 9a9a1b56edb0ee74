import type { SeenFile } from "#domain/file-version.ts";
import type { SkippedEntry, WalkBatch } from "#engine/ports/host.ts";

/** A batch in columns: a thousand files cross between threads as one text and one array of numbers. */
export interface PackedBatch {
  /** Relative paths joined by NUL, the one character besides `/` that no name holds. */
  readonly relPaths: string;
  /** In the same order, joined alike. */
  readonly fileIds: string;
  /** Size in bytes, modification time and change time in microseconds, in turn. */
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly skipped: WalkBatch["skipped"];
}

const numbersOfFile = 3;
const mostFiles = 1000;
const longestMs = 50;

/** What a walk has gathered since it last gave something away. */
export class WalkBatchBuilder {
  #relPaths: string[] = [];
  #fileIds: string[] = [];
  #numbers: number[] = [];
  #skipped: SkippedEntry[] = [];
  #sinceMs = performance.now();

  add({ relPath, size, mtimeUs, ctimeUs, fileId }: SeenFile): void {
    this.#relPaths.push(relPath);
    this.#fileIds.push(fileId);
    this.#numbers.push(size, mtimeUs, ctimeUs);
  }

  skip(relPath: string, kind: SkippedEntry["kind"], reason: string): void {
    this.#skipped.push({ relPath, kind, reason });
  }

  /** True when it is time to give away: 1000 entries, or about 50 ms have passed. */
  isFull(): boolean {
    if (this.#relPaths.length + this.#skipped.length >= mostFiles) return true;
    return performance.now() - this.#sinceMs > longestMs;
  }

  take(): PackedBatch {
    const batch = {
      relPaths: this.#relPaths.join("\0"),
      fileIds: this.#fileIds.join("\0"),
      numbers: Float64Array.from(this.#numbers),
      skipped: this.#skipped,
    };
    this.#relPaths = [];
    this.#fileIds = [];
    this.#numbers = [];
    this.#skipped = [];
    this.#sinceMs = performance.now();
    return batch;
  }
}

/** True when nothing is in it. */
export function isEmptyBatch(batch: PackedBatch): boolean {
  return batch.numbers.length === 0 && batch.skipped.length === 0;
}

/** The batch as the port gives it. */
export function unpackBatch(batch: PackedBatch): WalkBatch {
  const relPaths = batch.numbers.length === 0 ? [] : batch.relPaths.split("\0");
  const fileIds = batch.fileIds.split("\0");
  const files = relPaths.map((relPath, i) => ({
    relPath,
    size: batch.numbers[numbersOfFile * i] ?? 0,
    mtimeUs: batch.numbers[numbersOfFile * i + 1] ?? 0,
    ctimeUs: batch.numbers[numbersOfFile * i + 2] ?? 0,
    fileId: fileIds[i] ?? "",
  }));
  return { files, skipped: batch.skipped };
}
