import { errorText } from "#base/text.ts";

/** SQLite's primary result codes that the ledger tells apart. */
export const sqliteCodes = {
  error: 1,
  permission: 3,
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  range: 25,
  notADatabase: 26,
} as const;

/** The primary result code of an error of SQLite; null for any other error. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return null;
  return error.errcode & 0xff;
}

/** SQLITE_IOERR_LOCK, _RDLOCK, _UNLOCK and _CHECKRESERVEDLOCK. */
const lockFailures: readonly unknown[] = [15, 9, 8, 14].map((kind) => sqliteCodes.ioError | (kind << 8));

/** True when the system cannot lock the file. SQLite asks for permission for nothing but a lock. */
export function isLockFailure(error: unknown): boolean {
  if (sqliteCode(error) === sqliteCodes.permission) return true;
  return error instanceof Error && "errcode" in error && lockFailures.includes(error.errcode);
}

/** True when the file itself is at fault, so that only a new one helps. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase;
}

/** The ledger's file was removed or replaced while it was open. */
export class LedgerGone extends Error {}

/** The drive has no locks. */
export function noLocksMessage(folder: string): string {
  return `The drive of the data folder ${folder} cannot lock files, so two Skyferry processes could spoil the record of uploads. Move the folder to a disk of this PC, or choose another one with --data.`;
}

/** A file of the ledger that this user may not write. */
export function barredMessage(file: string): string {
  return `${file} cannot be read and written by this user, so no upload can be recorded. Give this user permission for it; after a start as root or with sudo, the whole data folder has to be given back (chown -R).`;
}

/** The sentence for the operator when the record could not be copied to `file`. */
export function copyMessage(error: unknown, file: string): string {
  if (sqliteCode(error) === sqliteCodes.full)
    return `There is no space left for a copy of the record of uploads at ${file}. Free up some space.`;
  return `The record of uploads could not be copied to ${file} (${errorText(error)}). Check the disk.`;
}

/**
 * Sentences for the operator, two at most: the fault of the ledger in `folder`, and its remedy. `opening`: nothing runs yet
 * that could continue by itself.
 */
export function errorMessage(
  error: unknown,
  folder: string,
  when: "opening" | "running" = "running",
): string {
  const said = errorText(error);
  const then = when === "opening" ? "Then start Skyferry again." : "Skyferry then continues automatically.";
  if (error instanceof LedgerGone) {
    return `The record of uploads in ${folder} was removed or replaced while Skyferry was running, so nothing can be recorded and nothing is sent. Restart Skyferry: it rebuilds what is missing from the files and from what the portal has.`;
  }
  switch (sqliteCode(error)) {
    case sqliteCodes.full:
      return `There is no space left for the record of uploads in ${folder}. Free up some space. ${then}`;
    case sqliteCodes.ioError:
      return `The record of uploads in ${folder} could not be read or written (${said}). Check the disk. ${then}`;
    case sqliteCodes.readOnly:
    case sqliteCodes.cannotOpen:
      return `The record of uploads in ${folder} cannot be written (${said}). Check that the folder exists and is writable.`;
    case sqliteCodes.busy:
      return `The record of uploads in ${folder} is locked by another program. Close that program. ${then}`;
    case sqliteCodes.corrupt:
    case sqliteCodes.notADatabase:
      return `The record of uploads in ${folder} is damaged (${said}). Restart Skyferry: it moves the damaged file aside and rebuilds it.`;
    default:
      return `The record of uploads in ${folder} failed: ${said}.`;
  }
}
