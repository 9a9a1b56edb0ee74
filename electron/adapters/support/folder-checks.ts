import { constants } from "node:fs";
import { access, open, readdir, readFile, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { BackupFault, readManifest, readParts } from "#adapters/backup/read-backup.ts";
import { ledgerFolder } from "#adapters/ledger/folder.ts";
import { applicationId, migrations } from "#adapters/ledger/schema.ts";
import { newerMessage } from "#adapters/ledger/version.ts";
import { ownerOnly } from "#adapters/owner-only.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import { bytesText, counted, errorText, spanText } from "#base/text.ts";
import { copiesAmong, copyTime } from "#domain/backup-copies.ts";
import { reportKeyName } from "#domain/reported-station.ts";
import { CheckProblem, type Examination, Skipped } from "./examine.ts";
import { networkDriveAt } from "./network-drive.ts";

/** A data folder to look at. Nothing in it is changed. */
export interface FolderPlace {
  readonly dataFolder: string;
  /** Null is `settings.json` in the data folder. */
  readonly settingsFile: string | null;
  readonly env: NodeJS.ProcessEnv;
  /**
   * This process has its ledger open. Then its file must not be opened here: closing it again would end SQLite's locks,
   * which belong to the process.
   */
  readonly isOpenHere: boolean;
}

/** A ledger grows by about a kilobyte a file; below this it soon has no room. */
const leastFreeBytes = 500_000_000;

/** The data folder, its settings and its record of uploads, as they are. */
export function folderExaminations(place: FolderPlace, nowMs: number): readonly Examination[] {
  return [
    { name: "Data folder", mostMs: 10_000, look: () => lookAtFolder(place.dataFolder) },
    { name: "Settings", mostMs: 10_000, look: () => lookAtSettings(place) },
    { name: "Existing record", mostMs: 10_000, look: () => lookAtLedger(place) },
    { name: "Weekly copies", mostMs: 10_000, look: () => lookAtCopies(place, nowMs) },
  ];
}

async function lookAtFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code === "ENOENT") return `${folder} does not exist yet: the first start creates it.`;
    throw new CheckProblem(`${folder} cannot be read (${errorText(found)}). Check its permissions.`);
  }
  if (!found.isDirectory()) throw new CheckProblem(`${folder} is not a folder. Choose another with --data.`);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new CheckProblem(`${folder} cannot be written by this user. Check its owner and permissions.`);
  });
  const disk = await statfs(folder);
  const network = networkDriveAt(folder);
  if (network !== null)
    throw new CheckProblem(
      `${folder} is on a network drive (${network}), where the record of uploads is not safe. Move it to a disk of this PC.`,
    );
  const free = disk.bavail * disk.bsize;
  if (free < leastFreeBytes)
    throw new CheckProblem(`${folder}: only ${bytesText(free)} are free on its disk. Free up space there.`);
  const open = await openToOthers(folder, found.mode);
  if (open !== null) throw new CheckProblem(open);
  return `${folder} can be written and has ${bytesText(free)} free.`;
}

/** Files that hold what only this user may read. */
const secretFiles = ["credentials.json", "host.json", reportKeyName];

/** Tells what lets other users of this PC in; null where nothing does. */
async function openToOthers(folder: string, mode: number): Promise<string | null> {
  if (process.platform === "win32") return ownerOnly.check(folder, "folder");
  if ((mode & 0o022) !== 0) return `Other users can write to ${folder}: run chmod go-w "${folder}"`;
  for (const name of secretFiles) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found !== null && (found.mode & 0o044) !== 0)
      return `Other users can read ${file}, which contains a secret: run chmod 600 "${file}"`;
  }
  return null;
}

async function lookAtSettings({ dataFolder, settingsFile, env }: FolderPlace): Promise<string> {
  const file = openSettings({ file: settingsFile, dataFolder, env });
  const { settings, problems } = await file.load();
  const isFirstStart = problems.some((problem) => problem.isFirstStart === true);
  if (isFirstStart)
    throw new Skipped("There are no settings yet: set Skyferry up in the window or in the daemon's pages.");
  if (problems.length > 0)
    throw new CheckProblem(`${file.path}: ${problems.map(({ message }) => message).join(" ")}`);
  return `${file.path} is valid: ${counted(settings.instruments.length, "instrument")}.`;
}

async function lookAtLedger({ dataFolder, isOpenHere }: FolderPlace): Promise<string> {
  const place = ledgerFolder(dataFolder);
  const found = await stat(place.ledger).catch(() => null);
  if (found === null) throw new Skipped("There is no record of uploads yet.");
  if (!found.isFile()) throw new CheckProblem(`${place.ledger} is not a file. Move it away.`);
  if (isOpenHere) return `It is open and has ${bytesText(found.size)}.`;
  const header = await headerOf(place.ledger);
  const isLedger =
    header.toString("latin1", 0, 15) === "SQLite format 3" && header.readUInt32BE(68) === applicationId;
  // A new one lies in its log alone until that is moved into the file.
  if (!isLedger && (await stat(place.wal).catch(() => null)) === null)
    throw new CheckProblem(
      `${place.ledger} is not a record of uploads. The next start moves it aside and rebuilds the record from disk and portal.`,
    );
  const version = isLedger ? header.readUInt32BE(60) : 0;
  if (version > migrations.length) throw new CheckProblem(newerMessage(place, version));
  return `It has ${bytesText(found.size)} and a schema that this version knows.`;
}

/** A larger copy is not read to its end: that would take too long. */
const mostRead = 200_000_000;

async function lookAtCopies({ dataFolder }: FolderPlace, nowMs: number): Promise<string> {
  const folder = path.join(dataFolder, "backups");
  const copies = copiesAmong(await readdir(folder).catch(() => []));
  const newest = copies.at(-1);
  if (newest === undefined)
    throw new Skipped(
      "There is none yet: a station that runs makes the first within minutes, then one a week.",
    );
  const file = path.join(folder, newest);
  const { size } = await stat(file);
  const isRead = size <= mostRead;
  try {
    await (isRead ? readParts(file, drain) : readManifest(file));
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error;
    throw new CheckProblem(`${error.message} To make one now: skyferry backup FILE --data ${dataFolder}`);
  }
  const age = spanText(Math.max(0, nowMs - copyTime(newest)));
  return `${folder} has ${counted(copies.length, "copy", "copies")}. The newest (${newest}, ${bytesText(size)}, ${age} old) ${isRead ? "is whole" : "begins as a backup does"}.`;
}

async function drain(_: unknown, content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of content);
}

/** The first bytes of a SQLite file (sqlite.org/fileformat2.html, 1.3), zeros where it is shorter. */
async function headerOf(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    return (await handle.read(Buffer.alloc(100), 0, 100, 0)).buffer;
  } finally {
    await handle.close();
  }
}

/**
 * The process that holds the lock of the ledger in a data folder, as Linux tells it; null where none does, undefined where
 * the system does not say. Never takes the lock itself, not even for a moment: a station that starts would miss it.
 */
export async function lockHolder(dataFolder: string): Promise<number | null | undefined> {
  const lock = await stat(path.resolve(ledgerFolder(dataFolder).lock)).catch(() => null);
  if (lock === null) return null;
  const locks = await readFile("/proc/locks", "utf8").catch(() => null);
  if (locks === null) return undefined;
  // "1: POSIX  ADVISORY  WRITE 4711 08:02:131 0 EOF": process, and device and inode of the file.
  const found = locks
    .split("\n")
    .map((line) => /\bWRITE\s+(\d+)\s+[0-9a-f]+:[0-9a-f]+:(\d+)\s/.exec(line))
    .find((match) => match?.[2] === String(lock.ino));
  return found === undefined || found === null ? null : Number(found[1]);
}
