import { type PackedFiles, packFiles, unpackFiles } from "#adapters/packed-files.ts";
import type { SeenFile } from "#domain/file-version.ts";
import { shapeOfPath } from "#domain/pattern/suggest.ts";
import type { SkippedEntry, UnmatchedNames, WalkBatch } from "#engine/ports/host.ts";

/** A batch as it crosses between threads. */
export interface PackedBatch {
  readonly files: PackedFiles;
  readonly skipped: WalkBatch["skipped"];
  readonly unmatched: readonly UnmatchedNames[];
}

const mostFiles = 1000;
const longestMs = 50;
/** More shapes than these are none. */
const mostShapes = 300;

/** Entries that a walk has gathered since it last gave something away. */
export class WalkBatchBuilder {
  #files: SeenFile[] = [];
  #skipped: SkippedEntry[] = [];
  readonly #unmatched = new Map<string, UnmatchedNames>();
  #sinceMs = performance.now();

  add(file: SeenFile): void {
    this.#files.push(file);
  }

  skip(relPath: string, kind: SkippedEntry["kind"], reason: string): void {
    this.#skipped.push({ relPath, kind, reason });
  }

  /** A file that no pattern takes. */
  leave(relPath: string): void {
    const shape = shapeOfPath(relPath);
    const before = this.#unmatched.get(shape);
    if (before === undefined && this.#unmatched.size >= mostShapes) return;
    this.#unmatched.set(shape, { shape, count: (before?.count ?? 0) + 1, samplePath: relPath });
  }

  /** True when it is time to give away: 1000 entries, or about 50 ms have passed. */
  isFull(): boolean {
    if (this.#files.length + this.#skipped.length >= mostFiles) return true;
    return performance.now() - this.#sinceMs > longestMs;
  }

  take(): PackedBatch {
    const unmatched = [...this.#unmatched.values()];
    const batch = { files: packFiles(this.#files), skipped: this.#skipped, unmatched };
    this.#files = [];
    this.#unmatched.clear();
    this.#skipped = [];
    this.#sinceMs = performance.now();
    return batch;
  }
}

/** True when nothing is in it. */
export function isEmptyBatch({ files, skipped, unmatched }: PackedBatch): boolean {
  return files.numbers.length === 0 && skipped.length === 0 && unmatched.length === 0;
}

/** The batch as the port gives it. */
export function unpackBatch({ files, skipped, unmatched }: PackedBatch): WalkBatch {
  return { files: unpackFiles(files), skipped, ...(unmatched.length === 0 ? {} : { unmatched }) };
}
