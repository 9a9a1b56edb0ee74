import * as fs from "node:fs";
import * as path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolder } from "#adapters/owner-only.ts";
import { errorText } from "#base/text.ts";
import { recordInUse } from "#domain/record-in-use.ts";
import {
  barredMessage,
  errorMessage,
  isLockFailure,
  noLocksMessage,
  sqliteCode,
  sqliteCodes,
} from "./errors.ts";

/** The files of the ledger in the data folder. */
export interface LedgerFolder {
  readonly folder: string;
  readonly ledger: string;
  /** File of changes that are not yet moved into the ledger's file; between two runs it is there after a crash only. */
  readonly wal: string;
  /** Held locked while the ledger is open; never written. */
  readonly lock: string;
  /** Says that a ledger was here, and how it was left. */
  readonly mark: string;
}

/** The paths of a data folder's ledger. */
export function ledgerFolder(folder: string): LedgerFolder {
  const ledger = path.join(folder, "ledger.sqlite");
  return {
    folder,
    ledger,
    wal: `${ledger}-wal`,
    lock: path.join(folder, "ledger.lock"),
    mark: path.join(folder, "ledger.mark.json"),
  };
}

/** Folder in which a restore checks a backup; as long as it is there the data folder is no station. */
export function unfinishedRestore(folder: string): string {
  return path.join(folder, ".restore");
}

/**
 * Folder with a station that was restored as a whole and takes the place of an empty one. It gets its name last: as long as it
 * has it, the restored station is the one of this data folder, and nobody opens the other.
 */
export function stagedRestore(folder: string): string {
  return path.join(folder, ".restored");
}

/** Creates the folder and checks that it can be written. Gives the sentence for the operator when it cannot. */
export function prepare(place: LedgerFolder): string | null {
  try {
    makeFolder(place.folder);
    fs.accessSync(place.folder, fs.constants.W_OK | fs.constants.X_OK);
    if (!fs.existsSync(unfinishedRestore(place.folder))) return null;
    return `A restore into ${place.folder} was interrupted: run skyferry restore again with the same backup and this folder.`;
  } catch (error) {
    const said = errorText(error);
    return `The data folder ${place.folder} cannot be used (${said}). Check its permissions or choose another data folder.`;
  }
}

/** Lets nobody else read the file, nor what SQLite writes beside it later; where modes mean nothing, it does nothing. */
export function keepToOwner(file: string): void {
  try {
    fs.chmodSync(file, 0o600);
  } catch {
    // A file of another user, or a disk without modes: whether it can be used shows soon.
  }
}

/**
 * Takes the lock of the data folder, which ends with the process however it ends. The lock is a file of its own,
 * so that a damaged ledger can be moved aside and a broken connection opened again without ever letting go.
 * Gives the function that releases it, or the sentence for the operator.
 */
export function takeLock(place: LedgerFolder): (() => void) | string {
  for (let isSecondTry = false; ; isSecondTry = true) {
    try {
      const lock = lockedFile(place.lock);
      return () => lock.close();
    } catch (error) {
      if (isSecondTry || sqliteCode(error) !== sqliteCodes.notADatabase) return lockRefusal(error, place);
      fs.rmSync(place.lock);
    }
  }
}

/** Opens a file and locks it until it is closed. Throws what SQLite throws. */
function lockedFile(file: string): DatabaseSync {
  const lock = new DatabaseSync(file, { open: false, timeout: 0 });
  try {
    lock.open();
    keepToOwner(file);
    lock.exec("PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    if (lock.isOpen) lock.close();
    throw error;
  }
}

function lockRefusal(error: unknown, place: LedgerFolder): string {
  const isTaken = sqliteCode(error) === sqliteCodes.busy;
  if (isLockFailure(error) || (isTaken && !canLock(place.folder))) return noLocksMessage(place.folder);
  return isTaken ? recordInUse(place.folder) : openingMessage(error, place);
}

/** False where even a file that no other process knows is called locked: SQLite says so where the system has no locks. */
function canLock(folder: string): boolean {
  const file = path.join(folder, `.skyferry-${crypto.randomUUID()}.tmp`);
  try {
    lockedFile(file).close();
    return true;
  } catch (error) {
    return sqliteCode(error) !== sqliteCodes.busy;
  } finally {
    fs.rmSync(file, { force: true });
  }
}

/** Why the ledger cannot be opened now, with the file at fault; another user's files are left behind by a start as root. */
export function openingMessage(error: unknown, place: LedgerFolder): string {
  const barred = [place.lock, place.ledger, place.wal].find(isBarred);
  return barred === undefined ? errorMessage(error, place.folder, "opening") : barredMessage(barred);
}

function isBarred(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code !== "ENOENT";
  }
}

/** Size and modification time of the ledger's file. */
interface Stamp {
  readonly size: string;
  readonly mtimeNs: string;
}

function stamp(place: LedgerFolder): Stamp | null {
  const stat = fs.statSync(place.ledger, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : { size: String(stat.size), mtimeNs: String(stat.mtimeNs) };
}

/** Leaves word that a ledger is here; with `isSound`, that its file is as Skyferry itself just left it. */
export function leaveMark(place: LedgerFolder, isSound: boolean): void {
  const mark = { about: "Skyferry's ledger is here", asLeft: isSound ? stamp(place) : null };
  const text = JSON.stringify(mark);
  // Who only asked has left it as it was.
  if (isWritten(place.mark, text)) return;
  fs.writeFileSync(`${place.mark}.new`, text, { mode: 0o600 });
  fs.renameSync(`${place.mark}.new`, place.mark);
}

function isWritten(file: string, text: string): boolean {
  try {
    return fs.readFileSync(file, "utf8") === text;
  } catch {
    return false;
  }
}

/**
 * True when nobody has touched the ledger's file since Skyferry left it, as far as size and time tell. The
 * write-ahead log needs no such word: it carries checksums.
 */
export function isAsLeft(place: LedgerFolder): boolean {
  try {
    const mark: { asLeft?: Stamp | null } = JSON.parse(fs.readFileSync(place.mark, "utf8"));
    const now = stamp(place);
    return now !== null && mark.asLeft?.size === now.size && mark.asLeft.mtimeNs === now.mtimeNs;
  } catch {
    return false;
  }
}

/** Gives the identity of the file under the ledger's name; null when there is none. */
export function fileId(place: LedgerFolder): string | null {
  const stat = fs.statSync(place.ledger, { throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev} ${stat.ino}`;
}

/** Bytes of the write-ahead log. */
export function walBytes(place: LedgerFolder): number {
  return fs.statSync(place.wal, { throwIfNoEntry: false })?.size ?? 0;
}

/** Bytes that the write-ahead log may take before the disk is full; infinite where the disk does not say. */
export function roomForWal(place: LedgerFolder): number {
  try {
    const { bavail, bsize } = fs.statfsSync(place.folder);
    return bavail * bsize + walBytes(place);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Tells from the traces of an earlier ledger, in words, that its file is gone or empty; else null. */
export function tracesOfLost(place: LedgerFolder): string | null {
  const size = fs.statSync(place.ledger, { throwIfNoEntry: false })?.size ?? null;
  if (size !== null && size > 0) return null;
  const hasMark = fs.existsSync(place.mark);
  if (!hasMark && walBytes(place) === 0) return null;
  return size === null ? "its file is gone" : "its file is empty";
}

/** Moves the ledger's files aside, under a name that says when. Gives the new path, or null when none was there. */
export function moveAside(place: LedgerFolder, nowMs: number): string | null {
  const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, "");
  let target = path.join(place.folder, `ledger.damaged-${stamp}.sqlite`);
  for (let n = 2; fs.existsSync(target) || fs.existsSync(`${target}-wal`); n++) {
    target = path.join(place.folder, `ledger.damaged-${stamp}-${n}.sqlite`);
  }
  const moved = [
    [place.ledger, target],
    [place.wal, `${target}-wal`],
  ] as const;
  const present = moved.filter(([from]) => fs.existsSync(from));
  for (const [from, to] of present) fs.renameSync(from, to);
  return present[0]?.[1] ?? null;
}
