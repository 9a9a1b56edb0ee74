import type { DoubtedFile, FileVersion } from "#domain/file-version.ts";
import type { PathStyle } from "#domain/folder-paths.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { Selection } from "#domain/selection.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock, Files } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Drives } from "./drives.ts";
import type { EmptyFileWatch } from "./empty-files.ts";
import type { FolderStates } from "./folder-state.ts";
import type { Unsettled } from "./unsettled.ts";

/** Parts of one engine, or of one run, that finding files needs. */
export interface ScannerParts {
  readonly clock: Clock;
  readonly files: Files;
  readonly ledger: Ledger;
  readonly unsettled: Unsettled;
  readonly folderStates: FolderStates;
  readonly empty: EmptyFileWatch;
  readonly drives: Drives;
  readonly pathStyle: PathStyle;
  /** The configured instruments, their patterns compiled, in the order of the settings. */
  instruments(): readonly ConfiguredInstrument[];
  onQueued(uploads: readonly Upload[]): void;
  /** Held, and perhaps rewritten since: only the bytes can tell. */
  onDoubted(configured: ConfiguredInstrument, files: readonly DoubtedFile[]): void;
  onChanged(): void;
  /** Null: a host scans. */
  readonly runOnce: RunScan | null;
}

/** A run takes some dates only and wants to hear of every file, also of those that match nothing. */
export interface RunScan {
  wants(measurementDate: string): boolean;
  onSeen(configured: ConfiguredInstrument, file: FileVersion, selection: Selection): void;
  onSkipped(configured: ConfiguredInstrument, relPath: string, reason: string): void;
  /** It could not be read and may be, or hold, a finished file. */
  onUnreadable(configured: ConfiguredInstrument, relPath: string, reason: string): void;
  onConflict(configured: ConfiguredInstrument, relPath: string, reason: string): void;
  /** Versions that the ledger held before this run looked. */
  onHeld(configured: ConfiguredInstrument, files: readonly FileVersion[]): void;
}
