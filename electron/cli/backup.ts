import { lstat } from "node:fs/promises";
import path from "node:path";
import { bytesText, counted } from "#base/text.ts";
import { isBackup, moveBackup } from "#compose/backup-files.ts";
import { withAnswers } from "./ask.ts";
import { absolutePath, type Command, readFlags, required, UsageError } from "./command.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { jsonLine, printed } from "./words.ts";

export const backupCommand: Command = {
  name: "backup",
  summary: "writes settings, record of uploads and receipts to one file",
  help: `skyferry backup: writes all that the station needs to go on elsewhere to one file: settings, record of uploads, receipts, notes, and
files that a person added. Also while a daemon is running. It holds no password.

Usage: skyferry backup FILE [--data DIR] [--json]

  FILE                  file to write; replaced where it is a backup, otherwise it must not exist
${stationHelp}  --json                prints one JSON document: file, bytes, madeAt, parts, secretsLeftOut

FILE is a tar archive, packed by gzip; its manifest.json names each file with its SHA-256.

Exit codes: 0 written; 2 bad usage, the file cannot be written, or the data folder cannot be read. FILE is then as it was.
`,
  async run(argv, around) {
    const { flags, words } = readFlags(argv, { ...stationFlags, json: { type: "boolean" } }, 1);
    const file = absolutePath(required(words[0], "FILE"), around);
    await checkTarget(file);
    const made = await withAnswers(flags, around, (ask) => ask("backup.take", {}));
    const refused = await moveBackup(made.file, file);
    if (refused !== null) throw new UsageError(refused);
    const { bytes, madeAt, parts, secretsLeftOut } = made;
    if (flags.json === true) around.stdout.write(jsonLine({ file, bytes, madeAt, parts, secretsLeftOut }));
    else around.stdout.write(printed([...inWords(file, bytes, secretsLeftOut)]));
    return 0;
  },
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
