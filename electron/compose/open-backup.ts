import { stat } from "node:fs/promises";
import { BackupFault } from "#adapters/backup/read-backup.ts";
import { clearUnpacked, stageUnpacked, unpackBackup } from "#adapters/backup/stage-backup.ts";
import { createInTurn, raceTimeout, timers } from "#base/async.ts";
import { isoTime } from "#base/text.ts";
import type { BackupOpening } from "#engine/ports/backup-made.ts";
import type { DataFolderParts } from "./data-folder-parts.ts";

/** A drive that hangs does not say whether a folder is there. */
const folderMs = 5_000;

const chooseAgain = "This file is no longer here: choose it again.";
const notEmpty =
  "This station has instruments or files already: restore the backup into a new data folder, with skyferry restore.";

/** Opens a backup in place of this station while it is empty. `opened` resolves when it waits for the next start. */
export function createBackupOpening({ options, settingsFile, ports }: DataFolderParts) {
  const { dataFolder } = options;
  const { added, clock, ledger } = ports;
  const inTurn = createInTurn();
  const opened = Promise.withResolvers<void>();
  let looked: string | null = null;

  const unfit = async (): Promise<string | null> => {
    if (options.settingsFile !== null)
      return `The settings of this station are in ${settingsFile.path}: restore the backup into a new data folder, with skyferry restore.`;
    const read = await settingsFile.document();
    if (read.kind === "unreadable" || (read.kind === "read" && hasSources(read.value))) return notEmpty;
    return (await ledger.metrics()).counts.some(({ uploads }) => uploads > 0) ? notEmpty : null;
  };

  const opening: BackupOpening = {
    look: (fileId, name) =>
      inTurn(async () => {
        looked = null;
        const file = added.placeOf(fileId);
        try {
          const refused = file === null ? chooseAgain : await unfit();
          if (file === null || refused !== null) return { message: refused ?? chooseAgain };
          const now = isoTime(clock.nowMs());
          const { manifest, uploads, delivered, folders } = await unpackBackup({
            file,
            name,
            dataFolder,
            now,
          });
          const { version, station, computer, madeAt, secretsLeftOut } = manifest;
          looked = crypto.randomUUID();
          return {
            id: looked,
            version,
            station,
            computer,
            madeAtMs: Date.parse(madeAt),
            secretsLeftOut,
            uploads,
            delivered,
            folders: await Promise.all(folders.map(async (path) => ({ path, exists: await isFolder(path) }))),
          };
        } catch (error) {
          return sentenceOf(error);
        } finally {
          await added.discard(fileId);
        }
      }),
    open: (lookId, moved) =>
      inTurn(async () => {
        if (lookId !== looked) return chooseAgain;
        looked = null;
        const refused = await unfit();
        if (refused !== null) return refused;
        try {
          await stageUnpacked(dataFolder, moved);
        } catch (error) {
          return sentenceOf(error).message;
        }
        opened.resolve();
        return null;
      }),
  };
  return {
    opening,
    opened: opened.promise,
    /** Removes a backup that was looked at and not opened. */
    close: () => inTurn(() => clearUnpacked(dataFolder)),
  };
}

function hasSources(document: unknown): boolean {
  return (
    typeof document !== "object" ||
    document === null ||
    Object.entries(document).some(
      ([key, value]) =>
        ["instruments", "models"].includes(key) && !(Array.isArray(value) && value.length === 0),
    )
  );
}

async function isFolder(path: string): Promise<boolean> {
  const looking = () =>
    stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
  return await raceTimeout(looking, { clock: timers, ms: folderMs }, false);
}

function sentenceOf(error: unknown): { readonly message: string } {
  if (error instanceof BackupFault) return { message: error.message };
  throw error;
}
