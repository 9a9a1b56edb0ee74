import { type PackedFiles, packFiles, unpackFiles } from "#adapters/packed-files.ts";
import type { SeenFile } from "#domain/file-version.ts";
import type { SkippedEntry, WalkBatch } from "#engine/ports/host.ts";

/** A batch as it crosses between threads. */
export interface PackedBatch {
  readonly files: PackedFiles;
  readonly skipped: WalkBatch["skipped"];
}

const mostFiles = 1000;
const longestMs = 50;

/** What a walk has gathered since it last gave something away. */
export class WalkBatchBuilder {
  #files: SeenFile[] = [];
  #skipped: SkippedEntry[] = [];
  #sinceMs = performance.now();

  add(file: SeenFile): void {
    this.#files.push(file);
  }

  skip(relPath: string, kind: SkippedEntry["kind"], reason: string): void {
    this.#skipped.push({ relPath, kind, reason });
  }

  /** True when it is time to give away: 1000 entries, or about 50 ms have passed. */
  isFull(): boolean {
    if (this.#files.length + this.#skipped.length >= mostFiles) return true;
    return performance.now() - this.#sinceMs > longestMs;
  }

  take(): PackedBatch {
    const batch = { files: packFiles(this.#files), skipped: this.#skipped };
    this.#files = [];
    this.#skipped = [];
    this.#sinceMs = performance.now();
    return batch;
  }
}

/** True when nothing is in it. */
export function isEmptyBatch({ files, skipped }: PackedBatch): boolean {
  return files.numbers.length === 0 && skipped.length === 0;
}

/** The batch as the port gives it. */
export function unpackBatch({ files, skipped }: PackedBatch): WalkBatch {
  return { files: unpackFiles(files), skipped };
}
