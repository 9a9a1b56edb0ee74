import { errorText } from "#base/text.ts";

/** SQLite's primary result codes that the ledger tells apart. */
export const sqliteCodes = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  constraint: 19,
  notADatabase: 26,
} as const;

/** The primary result code of an error of SQLite; null for any other error. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return null;
  return error.errcode & 0xff;
}

/** True when the file itself is at fault, so that only a new one helps. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase;
}

/** True when a unique index refused the row. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 2067;
}

/** The ledger's file was removed or replaced while it was open. */
export class LedgerGone extends Error {}

/** One or two sentences for the operator: what is wrong with the ledger in `folder`, and what to do. */
export function errorMessage(error: unknown, folder: string): string {
  const said = errorText(error);
  if (error instanceof LedgerGone) {
    return `The record of uploads in ${folder} was removed or replaced while Skyferry was running, so nothing can be recorded and nothing is sent. Restart Skyferry: it rebuilds what is missing from the files and from what the portal has.`;
  }
  switch (sqliteCode(error)) {
    case sqliteCodes.full:
      return `There is no space left for the record of uploads in ${folder}. Free up some space. Skyferry then continues automatically.`;
    case sqliteCodes.ioError:
      return `The record of uploads in ${folder} could not be read or written (${said}). Check the disk. Skyferry then continues automatically.`;
    case sqliteCodes.readOnly:
    case sqliteCodes.cannotOpen:
      return `The record of uploads in ${folder} cannot be written (${said}). Check that the folder exists and is writable.`;
    case sqliteCodes.busy:
      return `The record of uploads in ${folder} is locked by another program. Close that program. Skyferry then continues automatically.`;
    case sqliteCodes.corrupt:
    case sqliteCodes.notADatabase:
      return `The record of uploads in ${folder} is damaged (${said}). Restart Skyferry: it moves the damaged file aside and rebuilds it.`;
    default:
      return `The record of uploads in ${folder} failed: ${said}.`;
  }
}
