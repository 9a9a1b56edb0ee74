import { copyFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { BackupFault, readManifest } from "#adapters/backup/read-backup.ts";
import { type RestoreRequest, restoreBackup } from "#adapters/backup/restore-backup.ts";
import { draftBeside, flush, flushFolder } from "#adapters/backup/write-backup.ts";
import { plainReason } from "#adapters/settings/json-file.ts";

/** True where the file begins as a backup does. */
export async function isBackup(file: string): Promise<boolean> {
  return await readManifest(file).then(
    () => true,
    () => false,
  );
}

/**
 * Moves a backup that was taken to where the caller wants it, also to another disk: whole, or not at all. Null, or a sentence
 * that names the file.
 */
export async function moveBackup(from: string, to: string): Promise<string | null> {
  const draft = await draftBeside(to);
  try {
    await copyFile(from, draft);
    await flush(draft);
    await rename(draft, to);
    await flushFolder(path.dirname(to));
    return null;
  } catch (error) {
    return `${to} cannot be written: ${plainReason(error)}. Nothing was left there; name another file, or make room.`;
  } finally {
    await rm(draft, { force: true }).catch(() => {});
    await rm(from, { force: true }).catch(() => {});
  }
}

/** Restores a backup as of now. Gives its manifest, or one sentence that says what to do. */
export async function restoreStation(request: Omit<RestoreRequest, "now">) {
  try {
    return (await restoreBackup({ ...request, now: new Date().toISOString() })).manifest;
  } catch (error) {
    if (error instanceof BackupFault) return { message: error.message };
    throw error;
  }
}
