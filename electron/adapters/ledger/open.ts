import fs from "node:fs";
import path from "node:path";
import { absoluteDate, isoTime } from "#base/text.ts";
import { copiesAmong, copyTime } from "#domain/backup-copies.ts";
import type { LedgerOpening } from "#engine/ports/ledger.ts";
import type { BeforeStatement, Connection } from "./database.ts";
import { connect, single } from "./database.ts";
import { isDamage } from "./errors.ts";
import type { LedgerFolder } from "./folder.ts";
import { isAsLeft, leaveMark, moveAside, openingMessage, tracesOfLost } from "./folder.ts";
import { isRefusal } from "./refused.ts";
import { applicationId, migrations, statementsOf } from "./schema.ts";
import { recordEvents } from "./station-events.ts";
import type { Work } from "./totals.ts";
import { CommitFailed, inTransaction } from "./transaction.ts";
import { newerMessage } from "./version.ts";
import { releaseUnfinished } from "./writes.ts";

/** Vacuumed as a whole within a second, while nothing is sent yet. */
const mostVacuumedBytes = 32_000_000;

/** A file that cannot be the ledger any more; the message says why. */
class Damage extends Error {}

/** A file that must be left alone. */
class Refusal extends Error {}

/** How the ledger is opened: with the folder's lock held. */
export interface OpeningRequest {
  readonly place: LedgerFolder;
  readonly nowMs: number;
  readonly beforeStatement: BeforeStatement | null;
}

/**
 * Opens the ledger, creates it where none ever was, and replaces it where it is damaged or lost.
 * Uploads that an earlier run left in flight are queued again. Gives a message when nothing can be opened now.
 */
export function openDatabase(
  request: OpeningRequest,
): { readonly db: Connection; readonly opening: LedgerOpening } | { readonly message: string } {
  const { place } = request;
  try {
    const lost = tracesOfLost(place);
    if (lost !== null) return rebuild(request, lost);
    try {
      return openExisting(request);
    } catch (error) {
      if (error instanceof Damage || isDamage(error)) return rebuild(request, (error as Error).message);
      throw error;
    }
  } catch (thrown) {
    const error = thrown instanceof CommitFailed ? thrown.reason : thrown;
    return { message: error instanceof Refusal ? error.message : openingMessage(error, place) };
  }
}

function rebuild(request: OpeningRequest, reason: string) {
  const movedTo = moveAside(request.place, request.nowMs);
  leaveMark(request.place, false);
  const remains = movedTo === null ? "" : ` What is left of it was moved to ${movedTo}.`;
  const message =
    `The record of uploads in ${request.place.folder} was damaged or lost (${reason}).${remains} ` +
    `It is rebuilt from the files on disk and from what the portal has.${copyOffered(request.place)}`;
  const { db } = openExisting(request, message);
  return { db, opening: { kind: "rebuilt", movedTo, message } as const };
}

/** A copy knows which files were delivered, as the portal may not tell of all. */
function copyOffered({ folder }: LedgerFolder): string {
  const newest = newestCopy(path.join(folder, "backups"));
  if (newest === undefined) return "";
  const file = path.join(folder, "backups", newest);
  const madeOn = absoluteDate(isoTime(copyTime(newest)).slice(0, 10));
  return ` There is a copy of ${madeOn}, to go on from in a new folder: skyferry restore "${file}" --data NEWFOLDER`;
}

function newestCopy(folder: string): string | undefined {
  try {
    return copiesAmong(fs.readdirSync(folder)).at(-1);
  } catch {
    return undefined;
  }
}

/** `rebuilt`: why the former ledger is not here, where one was. */
function openExisting({ place, nowMs, beforeStatement }: OpeningRequest, rebuilt: string | null = null) {
  const isTrusted = isAsLeft(place);
  const db = connect(place.ledger, beforeStatement);
  try {
    const isNew = bringToNewestVersion(db, place, (work) => noteBegin(work, nowMs, rebuilt));
    if (!isNew && !isTrusted) check(db);
    if (!isNew) makeShrinkable(db);
    release(db, nowMs);
    if (isNew) leaveMark(place, false);
    return { db, opening: { kind: isNew ? "new" : "existing", movedTo: null, message: null } as const };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** True when the file was empty; `onNew` is part of its first transaction. */
function bringToNewestVersion(db: Connection, place: LedgerFolder, onNew: (work: Work) => void): boolean {
  const version = single(db, "PRAGMA user_version") as number;
  const isNew = single(db, "SELECT count(*) FROM sqlite_schema") === 0 && version === 0;
  if (!isNew && single(db, "PRAGMA application_id") !== applicationId) {
    throw new Damage("the file is not a Skyferry ledger");
  }
  if (version > migrations.length) {
    throw new Refusal(newerMessage(place, version));
  }
  if (version === migrations.length) return isNew;
  inTransaction(db, (work) => {
    for (const statement of migrations.slice(version).flatMap(statementsOf)) db.exec(statement);
    db.exec(`PRAGMA application_id = ${applicationId}`);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
    if (isNew) onNew(work);
  });
  return isNew;
}

/** A file of an earlier version gets a map of its pages, so that it can give them back; a large one does without. */
function makeShrinkable(db: Connection): void {
  const bytes = (single(db, "PRAGMA page_count") as number) * (single(db, "PRAGMA page_size") as number);
  if (single(db, "PRAGMA auto_vacuum") !== 0 || bytes > mostVacuumedBytes) return;
  try {
    db.exec("PRAGMA auto_vacuum = INCREMENTAL");
    db.exec("VACUUM");
  } catch (error) {
    if (isDamage(error)) throw error;
    // Without room for a copy it stays as it is.
  }
}

/** A row that cannot be released stays as it is: the others go on. */
function release(db: Connection, nowMs: number): void {
  const unfinished = (work: Work) => releaseUnfinished(work, nowMs);
  try {
    inTransaction(db, unfinished);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    inTransaction(db, unfinished, undefined, undefined, true);
  }
}

function check(db: Connection): void {
  const verdict = single(db, "PRAGMA quick_check(1)");
  if (verdict !== "ok") throw new Damage(String(verdict));
}

function noteBegin(work: Work, atMs: number, rebuilt: string | null): void {
  const detail = rebuilt === null ? {} : { message: rebuilt };
  recordEvents(work, [{ type: "note", kind: "ledger-begun", subject: "", atMs, detail }], null);
}
