import type { SeenFile } from "#domain/file-version.ts";
import type {
  FileError,
  Files,
  OpenFile,
  SkippedEntry,
  UnmatchedNames,
  WalkRequest,
} from "#engine/ports/host.ts";

/** A folder that can be changed from outside, and the port that looks at it. */
export interface TreeUnderTest {
  readonly files: Files;
  readonly folder: string;
  /** Writes in place; `mtimeUs` where it matters. */
  write(relPath: string, content: Uint8Array | string, mtimeUs?: number): Promise<void>;
  /** Puts another file under the name. */
  replace(relPath: string, content: string, mtimeUs?: number): Promise<void>;
  remove(relPath: string): Promise<void>;
  /** The whole folder goes. */
  lose(): Promise<void>;
  end(): Promise<void>;
}

/** All that a walk gives, files by name. */
export async function walkAll(
  tree: Pick<TreeUnderTest, "files" | "folder">,
  request: Partial<WalkRequest> = {},
  signal = new AbortController().signal,
) {
  const files: SeenFile[] = [];
  const skipped: SkippedEntry[] = [];
  const errors: FileError[] = [];
  const batchSizes: number[] = [];
  const unmatched: UnmatchedNames[] = [];
  const whole = { folder: tree.folder, pattern: null, alsoSuffixes: [], ...request };
  for await (const batch of tree.files.walk(whole, signal)) {
    if ("error" in batch) {
      errors.push(batch);
    } else {
      files.push(...batch.files);
      skipped.push(...batch.skipped);
      unmatched.push(...(batch.unmatched ?? []));
      batchSizes.push(batch.files.length);
    }
  }
  files.sort((a, b) => (a.relPath < b.relPath ? -1 : 1));
  return { files, skipped, errors, batchSizes, unmatched };
}

/** The file, or the test fails with the trouble. */
export function opened(file: OpenFile | FileError): OpenFile {
  if ("error" in file) throw new Error(file.message);
  return file;
}
