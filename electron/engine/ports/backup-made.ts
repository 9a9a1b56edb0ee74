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

/** Makes backups of the station. */
export interface Backups {
  /** The caller takes the file away. A sentence where that fails. */
  take(): Promise<BackupMade | { readonly message: string }>;
}
