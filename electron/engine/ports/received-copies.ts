import type { ContentSample } from "#domain/content/verdict.ts";
import type { SeenFile } from "#domain/file-version.ts";

/** A file that came as a whole and that nobody has sent yet. */
export interface ReceivedCopy {
  /** Bytes. */
  readonly size: number;
  /** MD5, 32 lower-case hexadecimal characters. */
  readonly checksum: string;
  /** Its first and last 64 KiB. */
  readonly sample: ContentSample;
}

/** Why a file could not be taken: one or two sentences. `unknown`: it is not, or no longer, here. */
export interface AddingError {
  readonly error: "unknown" | "refused" | "wrong-place" | "disk-full" | "unwritable";
  readonly message: string;
}

/**
 * Copies of files that a person adds, in the data folder: first received under an id, then kept under the path that its
 * upload has (`#domain/added-files.ts`). A copy that is received and not kept is removed after a day, and with the next start.
 */
export interface AddedFiles {
  /** Absolute: paths of added files are relative to it. */
  readonly dataFolder: string;
  /** Makes a place for a file of this size, bytes, and gives its id. */
  begin(size: number): Promise<string | AddingError>;
  /** The next bytes; `offset` is where they begin. Gives how many bytes are there now. */
  append(id: string, offset: number, bytes: Uint8Array): Promise<number | AddingError>;
  received(id: string): Promise<ReceivedCopy | AddingError>;
  /**
   * Puts a whole file in its place, in one step and on the disk before it resolves; what was there under this path is
   * replaced. `modifiedAtMs` becomes its modification time. Null when it is there.
   */
  keep(id: string, relPath: string, modifiedAtMs: number): Promise<AddingError | null>;
  discard(id: string): Promise<void>;
  /** Lists the kept files of an instrument, by its name. Empty where there are none, or they cannot be read. */
  list(instrument: string): Promise<readonly SeenFile[]>;
  /** Removes a copy that is kept; nothing where it is gone. */
  remove(relPath: string): Promise<void>;
  /** Removes what an earlier run received and did not keep. */
  start(): Promise<void>;
  close(): Promise<void>;
}
