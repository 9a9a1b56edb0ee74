import type { FileVersion } from "#domain/file-version.ts";
import type { Clock, FileError, Files, WalkBatch } from "#engine/ports/host.ts";

/** Findings of a short look at a folder. */
export interface BoundedWalk {
  readonly files: readonly FileVersion[];
  /** Links and other things that are no files. */
  readonly skipped: number;
  /** Error of the folder itself; null where it has none. */
  readonly error: FileError | null;
  /** There is more than was looked at. */
  readonly isCut: boolean;
}

export interface WalkBounds {
  readonly mostFiles: number;
  readonly mostMs: number;
}

/** Every file of a folder while somebody waits: ends at the bounds, also where a drive has stopped answering. */
export async function walkBounded(
  { clock, files }: { readonly clock: Clock; readonly files: Files },
  folder: string,
  { mostFiles, mostMs }: WalkBounds,
  callerSignal: AbortSignal,
): Promise<BoundedWalk> {
  const over = new AbortController();
  const signal = AbortSignal.any([callerSignal, over.signal]);
  const timeUp = clock.sleep(mostMs, signal).then(() => "time-up" as const);
  const walk = files.walk({ folder, pattern: null, alsoSuffixes: [] }, signal)[Symbol.asyncIterator]();
  const found: FileVersion[] = [];
  let skipped = 0;
  let isCut = false;
  let error: FileError | null = null;
  try {
    for (;;) {
      const step: IteratorResult<WalkBatch | FileError> | "time-up" = await Promise.race([
        walk.next(),
        timeUp,
      ]);
      if (step === "time-up" || callerSignal.aborted) {
        isCut = true;
        break;
      }
      if (step.done === true) break;
      if ("error" in step.value) {
        error = step.value;
        break;
      }
      skipped += step.value.skipped.length;
      found.push(...step.value.files.slice(0, mostFiles - found.length));
      if (found.length < mostFiles) continue;
      isCut = true;
      break;
    }
  } finally {
    over.abort();
  }
  return { files: found, skipped, error, isCut };
}
