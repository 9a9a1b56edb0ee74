import { v7 as uuidV7 } from "uuid";
import { programFailure } from "#domain/cause.ts";
import { baseName, type FileMark } from "#domain/file-version.ts";
import { longestWaitMs } from "#domain/retry.ts";
import type { Receipt, Upload, UploadEvent } from "#domain/upload.ts";
import {
  afterEvent,
  hasReplaced,
  isSameHolding,
  journalDetail,
  newUpload,
  takesRecord,
  voidsReceipt,
} from "#domain/upload-transition.ts";
import type { FirstLook, FoundVersion } from "#engine/ports/ledger.ts";
import { type Connection, single } from "./database.ts";
import { heldVersion } from "./held.ts";
import { hasOther, type InFlightRow, rowNow, type StepLine } from "./in-flight-rows.ts";
import { rowsPerTransaction } from "./protocol.ts";
import { oneRow } from "./refused.ts";
import { deliveredTwin, inFlightSql, recordSql, terminalSql } from "./schema.ts";
import type { Stored } from "./statements.ts";
import { insert, select, selectOne, update } from "./statements.ts";
import type { Work } from "./totals.ts";

function writeLine(
  work: Work,
  seq: number,
  upload: Upload,
  { event, state, detail, atMs }: Omit<StepLine, "order">,
) {
  const { lastInsertRowid } = work.db
    .prepare("INSERT INTO journal (at_ms, upload, event, state, detail) VALUES (?,?,?,?,?)")
    .run(atMs, seq, event, state, detail);
  work.tally.line(upload.instrument, event, atMs);
  work.lines.push({
    seq: Number(lastInsertRowid),
    atMs,
    uploadId: upload.id,
    instrument: upload.instrument,
    relPath: upload.relPath,
    event,
    state,
    detail,
  });
}

let steps = 0;

/**
 * Applies an event to an upload as it is now; null where it does not apply. Row and journal line are written, with those of
 * its steps before, unless a crash may lose the step.
 */
export function transit(work: Work, before: Stored, event: UploadEvent, nowMs: number): Upload | null {
  const { seq } = before;
  const after = afterEvent(before.upload, event, nowMs);
  if (after === null || (event.type === "hashed" && isBeingSent(work, seq, event.checksum))) return null;
  const detail = journalDetail(event);
  const line = { order: ++steps, atMs: nowMs, event: event.type, state: after.state, detail };
  const { stored = before, lines = [] } = work.inFlight.get(after.id) ?? {};
  const row = { stored, upload: after, lines: [...lines, line] };
  if (mayBeLost(work, seq, after, event)) work.inFlight.set(after.id, row);
  else writeRows(work, [row]);
  return after;
}

/**
 * True where a crash may take the step with it: the upload is queued again, and sent with one request of each kind more (ADR 37).
 * Before an announcement that may take content from others' receipts it is on the disk which record that takes.
 */
function mayBeLost(work: Work, seq: number, after: Upload, { type }: UploadEvent): boolean {
  if (type === "claimed" || type === "announced") return true;
  return type === "hashed" && hasRecordAlone(work, seq, after);
}

/** True for the first version of a file, if no other upload that is in flight or delivered has its record. */
function hasRecordAlone({ db, inFlight }: Work, seq: number, { lane, recordKey }: Upload): boolean {
  if (lane === "changed" || lane === "debt") return false;
  if (hasOther(inFlight, seq, (other) => other.recordKey === recordKey)) return false;
  const others = `SELECT 1 FROM uploads WHERE record_key = ? AND state IN ${recordSql} AND seq <> ? LIMIT 1`;
  return db.prepare(others).get(recordKey, seq) === undefined;
}

/** True while another upload announces or sends these bytes. */
function isBeingSent({ db, inFlight }: Work, seq: number, checksum: string): boolean {
  if (hasOther(inFlight, seq, (other) => other.checksum === checksum && other.state !== "hashing"))
    return true;
  const others =
    "SELECT 1 FROM uploads WHERE checksum = ? AND state IN ('announcing','sending') AND seq <> ?";
  return db.prepare(others).get(checksum, seq) !== undefined;
}

/** In a careful run the claim of a row that the tables refuse is ended in its place. */
export function writeRows(work: Work, rows: Iterable<InFlightRow>): void {
  if (!work.isCareful) {
    writeTogether(work, rows);
    return;
  }
  for (const row of [...rows]) {
    const { id } = row.upload;
    const refusedBefore = work.refused.length;
    oneRow(work, id, (one) => writeTogether(one, [row]));
    if (work.refused.length === refusedBefore) continue;
    work.inFlight.delete(id);
    endRefused(work, id, row.lines.at(-1)?.atMs ?? row.upload.updatedAtMs);
  }
}

/** An attempt whose steps or result the tables refuse ends as one with an internal error: tried again a minute later. */
const refusedPauseMs = 60_000;

/** Ends the claim on the upload that was refused last; where its row takes no change at all, it stays as it is. */
function endRefused(work: Work, id: string, nowMs: number): void {
  const reason = work.refused.at(-1)?.reason ?? "";
  oneRow(work, id, (one) => {
    const upload = selectOne(one.db, "WHERE id = ?", id)?.upload;
    if (upload === undefined) return;
    const failure = programFailure(upload.relPath, reason);
    const notBeforeMs = nowMs + refusedPauseMs;
    apply(one, id, { type: "claimed" }, nowMs);
    apply(one, id, { type: "failed-passing", failure, notBeforeMs }, nowMs);
  });
}

/** Brings the tables to the rows as they are now; the lines of all in the order of their steps. */
function writeTogether(work: Work, rows: Iterable<InFlightRow>): void {
  const lines = [...rows].flatMap((row) => {
    const { stored, upload } = row;
    update(work.db, stored, upload);
    work.tally.move(stored.seq, stored.upload, upload);
    work.inFlight.delete(upload.id);
    return row.lines.map((line) => ({ row, line }));
  });
  lines.sort((one, other) => one.line.order - other.line.order);
  for (const { row, line } of lines) writeLine(work, row.stored.seq, row.upload, line);
}

/** `Ledger.apply`: a result that the tables refuse ends the claim all the same, and does not apply. */
export function applyResult(work: Work, id: string, event: UploadEvent, nowMs: number): Upload | null {
  const refusedBefore = work.refused.length;
  const after = oneRow(work, id, (one) => apply(one, id, event, nowMs));
  if (work.refused.length > refusedBefore) endRefused(work, id, nowMs);
  return after;
}

/** Applies an event to an upload as it is now; null where there is none, or it does not apply. */
function apply(work: Work, id: string, event: UploadEvent, nowMs: number): Upload | null {
  const before = rowNow(work.inFlight, id) ?? selectOne(work.db, "WHERE id = ?", id);
  return before === null ? null : applyTo(work, before, event, nowMs);
}

/** `transit`, with what it means for others whose bytes the portal's record held. */
export function applyTo(work: Work, before: Stored, event: UploadEvent, nowMs: number): Upload | null {
  const after = transit(work, before, event, nowMs);
  if (after === null) return null;
  if (takesRecord(before.upload, event) && !hasRecordAlone(work, before.seq, after))
    displaceFormer(work, after, nowMs);
  if (hasReplaced(before.upload, event)) displaceByName(work, after, nowMs);
  if (voidsReceipt(before.upload, event)) displaceSameBytes(work, before.upload, nowMs);
  return after;
}

/** Each is read again: one may have been displaced with another. */
function displaceAll(work: Work, found: readonly Stored[], nowMs: number): void {
  for (const { upload } of found) apply(work, upload.id, { type: "displaced" }, nowMs);
}

/** A receipt that is void for one version is void for all versions of the path that had these bytes under another time. */
function displaceSameBytes(work: Work, voided: Upload, nowMs: number): void {
  const where = "WHERE instrument = ? AND rel_path = ? AND state = 'delivered'";
  const delivered = select(work.db, where, voided.instrument, voided.relPath);
  const same = delivered.filter(({ upload }) => isSameHolding(upload, voided));
  displaceAll(work, same, nowMs);
}

/** The record gets other content: whose bytes it held has them there no longer. */
function displaceFormer(work: Work, taker: Upload, nowMs: number): void {
  writeRows(work, work.inFlight.values());
  const { recordKey, checksum, instrument, relPath } = taker;
  const formers = formerChecksums(work.db, taker);
  const replaced = `WHERE record_key = ? AND state IN ${recordSql} AND state = 'delivered' AND checksum <> ?
    AND NOT (instrument = ? AND rel_path = ?)`;
  displaceAll(work, select(work.db, replaced, recordKey, checksum, instrument, relPath), nowMs);
  for (const former of formers) {
    if (former === checksum) continue;
    const where = `INDEXED BY uploads_twins WHERE ${deliveredTwin} AND checksum = ? AND record_key <> ?`;
    displaceAll(work, select(work.db, where, former, recordKey), nowMs);
  }
}

/** The replaced content may be of a former life, or of another program: its twins are known by the name that they had there. */
function displaceByName(work: Work, confirmed: Upload, nowMs: number): void {
  const where = `INDEXED BY uploads_twins WHERE ${deliveredTwin} AND measurement_date = ? AND checksum <> ?
    AND receipt ->> 'recordFilename' = ?`;
  const { measurementDate, checksum, relPath } = confirmed;
  displaceAll(work, select(work.db, where, measurementDate, checksum, baseName(relPath)), nowMs);
}

/** Gives the checksums that the record may have held: also those of versions that were superseded while they were sent. */
function formerChecksums(db: Connection, { recordKey, instrument, relPath }: Upload): ReadonlySet<string> {
  const ofRecord = db
    .prepare(`SELECT checksum FROM uploads WHERE record_key = ? AND state IN ${recordSql}`)
    .all(recordKey);
  const ofPath = db
    .prepare("SELECT checksum FROM uploads WHERE instrument = ? AND rel_path = ? AND record_key = ?")
    .all(instrument, relPath, recordKey);
  return new Set([...ofRecord, ...ofPath].map((row) => String(row.checksum)));
}

/** `Ledger.enqueue`, for at most as many as one transaction takes. */
export function enqueue(work: Work, found: readonly FoundVersion[], nowMs: number): Upload[] {
  const enqueued = found.map((version) =>
    oneRow(work, version.relPath, (one) => enqueueOne(one, version, nowMs)),
  );
  return enqueued.filter((upload) => upload !== null);
}

function enqueueOne(work: Work, version: FoundVersion, nowMs: number): Upload | null {
  const isMet = work.db
    .prepare("SELECT 1 FROM uploads WHERE instrument = ? AND rel_path = ? LIMIT 1")
    .get(version.instrument, version.relPath);
  if (isMet !== undefined) {
    writeRows(work, work.inFlight.values());
    const held = heldVersion(work.db, version.instrument, version);
    const isRewritten = held !== null && version.rewrittenFrom === held.checksum && held.isComparable;
    if (held !== null && !isRewritten) return null;
    supersedeUnfinished(work, version, nowMs);
    if (!isRewritten) displaceSame(work, version, nowMs);
  }
  const upload = newUpload(
    {
      id: uuidV7(),
      instrument: version.instrument,
      relPath: version.relPath,
      size: version.size,
      mtimeUs: version.mtimeUs,
      ctimeUs: version.ctimeUs,
      fileId: version.fileId,
      measurementDate: version.measurementDate,
      lane: isMet === undefined ? version.lane : "changed",
      checkFirst: version.checkFirst,
    },
    nowMs,
  );
  work.tally.add(upload);
  const line = { atMs: nowMs, event: "enqueued", state: upload.state, detail: null } as const;
  writeLine(work, insert(work.db, upload), upload, line);
  return upload;
}

/** `Ledger.mark` */
export function mark({ db }: Work, id: string, checksum: string, { ctimeUs, fileId }: FileMark): void {
  db.prepare("UPDATE uploads SET ctime_us = ?, file_id = ? WHERE id = ? AND checksum = ?").run(
    ctimeUs,
    fileId,
    id,
    checksum,
  );
}

/** `Ledger.completeReceipts`, for at most as many as one transaction takes. */
export function completeReceipts(
  { db }: Work,
  completed: readonly { readonly id: string; readonly receipt: Receipt }[],
): void {
  const same = "state = 'delivered' AND receipt ->> 'kind' = ? AND receipt ->> 'checksum' = ?";
  const write = db.prepare(`UPDATE uploads SET receipt = ? WHERE id = ? AND ${same}`);
  for (const { id, receipt } of completed)
    write.run(JSON.stringify(receipt), id, receipt.kind, receipt.checksum);
}

/** `Ledger.noteLook`. A look from the future is of a clock that was set back. */
export function noteLook({ db }: Work, id: string, seen: string, nowMs: number): number | null {
  const seq = single(db, "SELECT seq FROM uploads WHERE id = ? AND state = 'delivered'", id) as number | null;
  if (seq === null) return null;
  const agreeing = "SELECT at_ms FROM first_looks WHERE upload = ? AND seen = ? AND at_ms <= ?";
  const firstMs = single(db, agreeing, seq, seen, nowMs) as number | null;
  if (firstMs !== null) return firstMs;
  db.prepare("INSERT OR REPLACE INTO first_looks (upload, at_ms, seen) VALUES (?,?,?)").run(seq, nowMs, seen);
  return nowMs;
}

/** `Ledger.firstLooks` */
export function firstLooks(db: Connection): FirstLook[] {
  return db
    .lists("SELECT id, measurement_date, at_ms FROM first_looks JOIN uploads ON seq = upload ORDER BY seq")
    .map(([id, date, atMs]) => ({
      id: id as string,
      measurementDate: date as string,
      atMs: atMs as number,
    }));
}

/** `Ledger.clearLooks` */
export function clearLooks({ db }: Work, ids: readonly string[]): void {
  const clear = db.prepare("DELETE FROM first_looks WHERE upload = (SELECT seq FROM uploads WHERE id = ?)");
  for (const id of ids) clear.run(id);
}

function supersedeUnfinished(work: Work, version: FoundVersion, nowMs: number): void {
  const unfinished = select(
    work.db,
    `WHERE instrument = ? AND rel_path = ? AND state NOT IN ${terminalSql}`,
    version.instrument,
    version.relPath,
  );
  for (const earlier of unfinished) applyTo(work, earlier, { type: "changed" }, nowMs);
}

/** The file went back to a version that was delivered before another one: it is here once more. */
function displaceSame(work: Work, { instrument, relPath, size, mtimeUs }: FoundVersion, nowMs: number): void {
  const where = "WHERE instrument = ? AND rel_path = ? AND size = ? AND mtime_us = ? AND retired = 0";
  displaceAll(work, select(work.db, where, instrument, relPath, size, mtimeUs), nowMs);
}

/** Gives back what an earlier run left in flight; run once when the ledger opens. */
export function releaseUnfinished(work: Work, nowMs: number): void {
  for (const upload of select(work.db, `WHERE state IN ${inFlightSql}`)) {
    const event = { type: "released", reason: "found unfinished at start" } as const;
    oneRow(work, upload.upload.id, (one) => applyTo(one, upload, event, nowMs));
  }
}

/** Further ahead means that the clock was set back. */
const furthestDueMs = longestWaitMs + 60_000;

/** `Ledger.moveDue` */
export function moveDue({ db }: Work, byMs: number): void {
  db.prepare("UPDATE uploads SET not_before_ms = not_before_ms + ? WHERE state = 'waiting'").run(byMs);
}

/** Queues what is due, up to one transaction's worth. False when more may be due. */
export function queueDue(work: Work, nowMs: number): boolean {
  const byTime = "INDEXED BY uploads_due WHERE state = 'waiting' AND not_before_ms";
  const due = [
    ...select(work.db, `${byTime} <= ? ORDER BY not_before_ms LIMIT ?`, nowMs, rowsPerTransaction),
    ...select(
      work.db,
      `${byTime} > ? ORDER BY not_before_ms LIMIT ?`,
      nowMs + furthestDueMs,
      rowsPerTransaction,
    ),
  ];
  for (const one of due) oneRow(work, one.upload.id, (alone) => transit(alone, one, { type: "due" }, nowMs));
  // Rows that are refused stay due: the rest must not wait for them.
  return work.isCareful || due.length < rowsPerTransaction;
}
