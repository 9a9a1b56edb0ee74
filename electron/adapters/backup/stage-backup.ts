import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { ledgerFolder, stagedRestore } from "#adapters/ledger/folder.ts";
import { plainReason } from "#adapters/settings/json-file.ts";
import { BackupFault } from "./read-backup.ts";
import {
  foldersOf,
  type MovedFolder,
  moveFolders,
  type RestoredBackup,
  restoreBackup,
} from "./restore-backup.ts";
import { flushFolder } from "./write-backup.ts";

/** A backup that lies unpacked and checked in the data folder, and is no station yet. */
export interface UnpackedBackup extends RestoredBackup {
  /** Folders of its instruments, each once. */
  readonly folders: readonly string[];
}

/**
 * Restores a backup beside the station that uses the data folder, in `.restoring`; what an earlier call left there goes. Throws
 * `BackupFault`, in which the backup is called `name`.
 */
export async function unpackBackup(request: {
  readonly file: string;
  readonly name: string;
  readonly dataFolder: string;
  readonly now: string;
}): Promise<UnpackedBackup> {
  const { file, name, dataFolder, now } = request;
  const draft = draftIn(dataFolder);
  try {
    await clearUnpacked(dataFolder);
    const restored = await restoreBackup({ file, folder: draft, moved: [], now });
    await rm(ledgerFolder(draft).lock, { force: true });
    return { ...restored, folders: await foldersOf(path.join(draft, "settings.json")) };
  } catch (error) {
    await clearUnpacked(dataFolder).catch(() => {});
    if (!(error instanceof BackupFault)) throw error;
    throw new BackupFault(error.message.replaceAll(draft, dataFolder).replaceAll(file, name));
  }
}

/** Makes what was unpacked last the station of the next start, in one step. Throws `BackupFault`; nothing is unpacked then. */
export async function stageUnpacked(dataFolder: string, moved: readonly MovedFolder[]): Promise<void> {
  const draft = draftIn(dataFolder);
  try {
    const given = moved.map((one) => ({ given: `${one.from}=${one.to}`, ways: [one] }));
    await moveFolders(path.join(draft, "settings.json"), given);
    await flushFolder(draft);
    await rename(draft, stagedRestore(dataFolder));
    await flushFolder(dataFolder);
  } catch (error) {
    await clearUnpacked(dataFolder).catch(() => {});
    if (error instanceof BackupFault || !(error instanceof Error) || !("syscall" in error)) throw error;
    throw new BackupFault(
      `${dataFolder} cannot take the backup: ${plainReason(error)}. Choose the file again.`,
    );
  }
}

/** Removes what was unpacked and never opened. */
export async function clearUnpacked(dataFolder: string): Promise<void> {
  await rm(draftIn(dataFolder), { recursive: true, force: true });
}

function draftIn(dataFolder: string): string {
  return path.join(dataFolder, ".restoring");
}
