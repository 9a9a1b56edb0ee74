import { lstat } from "node:fs/promises";
import path from "node:path";
import { bytesText, counted } from "#base/text.ts";
import { isBackup, moveBackup } from "#compose/backup-files.ts";
import { withAnswers } from "./ask.ts";
import { absolutePath, UsageError } from "./command.ts";
import type { Run } from "./table.ts";
import type { backupTable } from "./tables/station-tables.ts";
import { jsonLine, printed } from "./words.ts";

export const backupCommand: Run<typeof backupTable> = async ({ flags, words }, around) => {
  const file = absolutePath(words[0] ?? "", around);
  await checkTarget(file);
  const made = await withAnswers(flags, around, (ask) => ask("backup.take", {}));
  const refused = await moveBackup(made.file, file);
  if (refused !== null) throw new UsageError(refused);
  const { bytes, madeAt, parts, secretsLeftOut } = made;
  if (flags.json) around.stdout.write(jsonLine({ file, bytes, madeAt, parts, secretsLeftOut }));
  else around.stdout.write(printed([...inWords(file, bytes, secretsLeftOut)]));
  return 0;
};

function inWords(file: string, bytes: number, secretsLeftOut: number): readonly string[] {
  const secrets =
    secretsLeftOut === 0
      ? []
      : [
          `${counted(secretsLeftOut, "secret value")} of the settings left out: enter it again after a restore.`,
        ];
  return [`Backup written to ${file} (${bytesText(bytes)}). The password is not in it.`, ...secrets];
}

/** A file that is no backup is not overwritten. */
async function checkTarget(file: string): Promise<void> {
  const folder = await lstat(path.dirname(file)).catch(() => null);
  if (folder === null)
    throw new UsageError(`${path.dirname(file)} does not exist: name a file in a folder that exists.`);
  const found = await lstat(file).catch(() => null);
  if (found === null) return;
  if (found.isDirectory()) throw new UsageError(`${file} is a folder: name a file in it.`);
  if (!found.isFile() || !(await isBackup(file)))
    throw new UsageError(`${file} exists and is not a backup: name another file, so that nothing is lost.`);
}
