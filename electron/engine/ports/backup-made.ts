/** A backup that was made. */
export interface BackupMade {
  /** Absolute. */
  readonly file: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly madeAtMs: number;
  /** Files in it. */
  readonly parts: number;
  /** Secret values of the settings that are not in it. */
  readonly secretsLeftOut: number;
}

/** Facts of a backup that was looked at. */
export interface BackupLook {
  /** For `open`. Another look makes it unknown. */
  readonly id: string;
  /** Version of the Skyferry that made it. */
  readonly version: string;
  /** Sites of its instruments. */
  readonly station: string;
  /** Name of the PC on which it was made. */
  readonly computer: string;
  /** Epoch milliseconds. */
  readonly madeAtMs: number;
  readonly secretsLeftOut: number;
  /** Uploads in its record, and those of them that are delivered. */
  readonly uploads: number;
  readonly delivered: number;
  /** Folders of its instruments. */
  readonly folders: readonly { readonly path: string; readonly exists: boolean }[];
}

/** A folder of the settings that is another one on this PC. */
export interface OtherFolder {
  readonly from: string;
  readonly to: string;
}

/** Opens a backup of another station in place of this one, which must be empty. */
export interface BackupOpening {
  /** Checks a file that came by `AddedFiles`, which then has it no longer. A sentence where it cannot be opened here. */
  look(fileId: string, name: string): Promise<BackupLook | { readonly message: string }>;
  /** Takes it with the next start, for which the host ends by itself. Null, or a sentence; this station is as it was then. */
  open(lookId: string, moved: readonly OtherFolder[]): Promise<string | null>;
}

/** Makes backups of the station. */
export interface Backups {
  /** The caller takes the file away. A sentence where that fails. */
  take(): Promise<BackupMade | { readonly message: string }>;
}
