import type { Sleeper } from "#base/async.ts";
import type { SecretPlace } from "#domain/connection.ts";
import type { ContentSample } from "#domain/content/verdict.ts";
import type { FileStat, SeenFile } from "#domain/file-version.ts";
import type { Settings, SettingsProblem } from "#domain/settings.ts";

/** The ways in which the engine meets the world. Each has a fake and a real form that pass one suite. */

export interface Clock extends Sleeper {
  /** Wall clock, epoch milliseconds UTC. May jump. */
  nowMs(): number;
  /** Milliseconds of a clock that never jumps; for durations. */
  monotonicMs(): number;
  /** Uniform in [0, 1); here so that back-off can be replayed. */
  random(): number;
}

/** Why a file or folder could not be used. `no-answer`: its drive or share hangs, and all of the folder with it. */
export interface FileError {
  readonly error: "vanished" | "locked" | "unreadable" | "not-a-file" | "no-answer";
  /** A sentence that names the file or folder. */
  readonly message: string;
}

export interface WalkRequest {
  /** Absolute path of the instrument's folder. */
  readonly folder: string;
  /** Only what matches is stat'ed and given; null gives every file. Folders that cannot match are not entered. */
  readonly pattern: string | null;
  /** Ends of file names that are given besides what matches (sentinels). */
  readonly alsoSuffixes: readonly string[];
}

/** A file or folder that was met and cannot be used. */
export interface SkippedEntry {
  readonly relPath: string;
  /** `foreign-name`: no UTF-8, so `relPath` is legible only. `not-a-file`: a device, socket or pipe. */
  readonly kind: "link" | "foreign-name" | "not-a-file" | "unreadable-file" | "unreadable-folder";
  /** A sentence. */
  readonly reason: string;
}

export interface WalkBatch {
  readonly files: readonly SeenFile[];
  readonly skipped: readonly SkippedEntry[];
  /** Files that the pattern does not take, of the folders that were entered. Left out: none. */
  readonly unmatched?: readonly UnmatchedNames[];
}

/** Files whose names differ in digits and in names of days alone. */
export interface UnmatchedNames {
  /** Common to their paths: `data_0_*.nc`. */
  readonly shape: string;
  readonly count: number;
  readonly samplePath: string;
}

/** A file held open for one upload; reads always see the file that was opened. */
export interface OpenFile {
  /** As it was when opened. */
  readonly stat: FileStat;
  /**
   * The first `size` bytes read once into memory, good until `close`, with their MD5. For small files. Trouble when it has
   * fewer. `onPiece` is called as it gets on.
   */
  readWhole(size: number, onPiece?: () => void): Promise<{ bytes: Uint8Array; checksum: string } | FileError>;
  /** MD5 of the first `size` bytes, computed off the main thread. Trouble when the file has fewer, or on abort. */
  checksum(size: number, signal: AbortSignal, onPiece?: () => void): Promise<string | FileError>;
  /** The same at leisure: it reads a tenth of the time, and no other file waits for it. */
  quietChecksum(size: number, signal: AbortSignal, onPiece?: () => void): Promise<string | FileError>;
  /**
   * The first `size` bytes in pieces of up to 1 MiB, each good until the next one is asked for; throws nothing: a read
   * error ends it and is in `readError`.
   */
  chunks(size: number): AsyncIterable<Uint8Array>;
  readonly readError: FileError | null;
  /** The first and last 64 KiB, for a look at the content. */
  sample(): Promise<ContentSample | FileError>;
  /** Gives the file that is under the path now (null when it is gone), and the one under the descriptor. */
  statAgain(): Promise<{ byPath: FileStat | null; byDescriptor: FileStat }>;
  close(): Promise<void>;
}

/** The drive (file system) behind a folder. */
export interface Drive {
  /** The system's number of it: one as long as it is mounted; may be another after the next start of the computer. */
  readonly device: string;
  /** Absolute path at which it begins: its mount point, `/`, or the root of a Windows drive. */
  readonly root: string;
  /** Its whole room, free or not. */
  readonly bytes: number;
  /** Room that this user may still write to. */
  readonly freeBytes: number;
  /** Kind of the network drive: `NFS`, `a share`; left out for a disk of this PC. */
  readonly network?: string;
}

/** Reads the instruments' folders. Has no way to write to them. */
export interface Files {
  /**
   * Walks off the main thread; ends early when `signal` aborts. A folder that is missing, or goes while it is walked,
   * gives FileError. A file may be given twice (when a drive that hangs makes the walk begin again).
   */
  walk(request: WalkRequest, signal: AbortSignal): AsyncIterable<WalkBatch | FileError>;
  stat(folder: string, relPath: string): Promise<FileStat | FileError>;
  open(folder: string, relPath: string): Promise<OpenFile | FileError>;
  /** True when another process surely holds it open for writing (Windows); false where that cannot be told. */
  isHeldForWriting(folder: string, relPath: string): Promise<boolean>;
  /** Links in the folder's own path are followed. */
  drive(folder: string): Promise<Drive | FileError>;
}

/** Listens to a watch. */
export interface WatchListener {
  onHint(hint: { readonly folder: string; readonly relPath: string }): void;
  onError(error: { readonly folder: string; readonly message: string }): void;
  /** The folder is watched again; what happened in it before gave no hint. */
  onBack(folder: string): void;
}

/** Hints that something changed. Hints get lost; the rescan finds everything anyway. */
export interface Watch {
  /**
   * Resolves when every folder that is there is watched; hints may come before. A folder that comes later, or is
   * exchanged for another (a drive mounted on it), is watched then.
   */
  start(
    folders: readonly { readonly folder: string; readonly network: boolean }[],
    listener: WatchListener,
  ): Promise<void>;
  /** Watches the folder again, also where it looks the same as before: it was gone meanwhile. */
  renew(folder: string): void;
  stop(): Promise<void>;
}

export type SecretFound =
  | { readonly kind: "found"; readonly secret: string; readonly place: SecretPlace; readonly backend: string }
  | { readonly kind: "none"; readonly message: string }
  /** A place exists and cannot be read now (keychain locked, file not readable). */
  | { readonly kind: "error"; readonly message: string };

export interface Secrets {
  /** First found of environment, password file, keychain, fallback. */
  password(username: string, portalUrl: string): Promise<SecretFound>;
  /** Keeps it in the keychain, else in the fallback; says where, or why it could not. */
  keep(
    username: string,
    portalUrl: string,
    secret: string,
  ): Promise<{ readonly place: SecretPlace; readonly backend: string } | { readonly message: string }>;
}

export interface SettingsSource {
  /** Settings that can be used and what is wrong with the rest. */
  load(): Promise<{ readonly settings: Settings; readonly problems: readonly SettingsProblem[] }>;
  /** Calls after the file changed. Gives a function that ends it. */
  onChanged(listener: () => void): () => void;
}

/** Keeps one piece of plain data from one run to the next. Never rejects: what cannot be kept is logged. */
export interface StateStore {
  /** Null where nothing was kept or it cannot be read. */
  read(): Promise<unknown>;
  write(value: object): Promise<void>;
}

export interface Log {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}
