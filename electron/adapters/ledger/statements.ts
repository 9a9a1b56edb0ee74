import type { SQLInputValue } from "node:sqlite";
import type { Cause, Failure } from "#domain/cause.ts";
import type { ContentFinding } from "#domain/content/verdict.ts";
import type { Lane, Receipt, Upload, UploadState } from "#domain/upload.ts";
import { type Connection, type Row, single } from "./database.ts";

/**
 * Columns of a whole upload. Times of files are read as floating point: a file system may hold one that no
 * JavaScript integer can, and one such file must not keep the others from being read.
 */
const columns = `seq, id, instrument, rel_path, size, CAST(mtime_us AS REAL) AS mtime_us, measurement_date,
  CAST(ctime_us AS REAL) AS ctime_us, file_id, checksum, record_key, state, failure, cause, not_before_ms, attempts, lane, is_announced, asks_first, receipt, content,
  created_at_ms, updated_at_ms`;

/** An upload with its place in the table. */
export interface Stored {
  readonly seq: number;
  readonly upload: Upload;
}

/** Uploads of a condition: the part of a SELECT behind the table's name. */
export function select(db: Connection, where: string, ...values: SQLInputValue[]): Stored[] {
  return db
    .prepare(`SELECT ${columns} FROM uploads ${where}`)
    .all(...values)
    .map(stored);
}

/** The upload of a condition that holds for one at most. */
export function selectOne(db: Connection, where: string, ...values: SQLInputValue[]): Stored | null {
  const row = db.prepare(`SELECT ${columns} FROM uploads ${where}`).get(...values);
  return row === undefined ? null : stored(row);
}

function stored(row: Row): Stored {
  return {
    seq: row.seq as number,
    upload: {
      id: row.id as string,
      instrument: row.instrument as string,
      relPath: row.rel_path as string,
      size: row.size as number,
      mtimeUs: row.mtime_us as number,
      ctimeUs: row.ctime_us as number | null,
      fileId: row.file_id as string | null,
      measurementDate: row.measurement_date as string,
      checksum: row.checksum as string | null,
      recordKey: row.record_key as string | null,
      state: row.state as UploadState,
      failure: failureOf(row),
      notBeforeMs: row.not_before_ms as number | null,
      attempts: row.attempts as number,
      lane: row.lane as Lane,
      isAnnounced: row.is_announced === 1,
      checkFirst: row.asks_first === 1,
      receipt: receiptOf(row.receipt),
      content: parsed<ContentFinding>(row.content),
      createdAtMs: row.created_at_ms as number,
      updatedAtMs: row.updated_at_ms as number,
    },
  };
}

/** A failure whose words cannot be read keeps its cause, which has a column of its own. */
function failureOf({ failure, cause }: Row): Failure | null {
  if (typeof failure !== "string") return null;
  return parsed<Failure>(failure) ?? { cause: cause as Cause, message: "", portalMessage: null };
}

/** Receipts of before ADR 12 say nothing of the record's uuid, and those of earlier versions nothing of the portal. */
function receiptOf(json: unknown): Receipt | null {
  const receipt = parsed<Receipt>(json);
  return receipt === null
    ? null
    : { ...receipt, recordUuid: receipt.recordUuid ?? null, portal: receipt.portal ?? null };
}

/** A value that is kept as JSON; null where there is none, or it cannot be read: that costs no other row. */
export function parsed<T>(json: unknown): T | null {
  try {
    return typeof json === "string" ? (JSON.parse(json) as T) : null;
  } catch {
    return null;
  }
}

/** Writes a new upload; gives its place. */
export function insert(db: Connection, upload: Upload): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO uploads (id, instrument, rel_path, size, mtime_us, ctime_us, file_id, measurement_date, state,
         attempts, lane, is_announced, asks_first, created_at_ms, updated_at_ms)
       VALUES (?,?,?,?,?,?,?,?,?,?,?,0,?,?,?)`,
    )
    .run(
      upload.id,
      upload.instrument,
      upload.relPath,
      upload.size,
      upload.mtimeUs,
      upload.ctimeUs,
      upload.fileId,
      upload.measurementDate,
      upload.state,
      upload.attempts,
      upload.lane,
      upload.checkFirst ? 1 : 0,
      upload.createdAtMs,
      upload.updatedAtMs,
    );
  return Number(lastInsertRowid);
}

/** Writes what differs, and only that: an index whose columns stay untouched is not written. */
export function update(db: Connection, before: Stored, after: Upload): void {
  const changes = changedColumns(before, after);
  if (after.state === "delivered" && before.upload.state !== "delivered")
    changes.push(["reading", single(db, "SELECT reading FROM portal_address") ?? 0]);
  if (before.upload.state === "delivered" && after.state !== "delivered")
    db.prepare("DELETE FROM first_looks WHERE upload = ?").run(before.seq);
  const sets = changes.map(([column]) => `${column} = ?`).join(", ");
  db.prepare(`UPDATE uploads SET ${sets} WHERE seq = ?`).run(
    ...changes.map(([, value]) => value),
    before.seq,
  );
}

function changedColumns(stored: Stored, after: Upload): (readonly [string, SQLInputValue])[] {
  const before = stored.upload;
  const changes: (readonly [string, SQLInputValue])[] = [
    ["state", after.state],
    ["updated_at_ms", after.updatedAtMs],
  ];
  if (after.checksum !== before.checksum) changes.push(["checksum", after.checksum]);
  if (after.recordKey !== before.recordKey) changes.push(["record_key", after.recordKey]);
  if (after.ctimeUs !== before.ctimeUs) changes.push(["ctime_us", after.ctimeUs]);
  if (after.fileId !== before.fileId) changes.push(["file_id", after.fileId]);
  if (after.failure !== before.failure) {
    changes.push(["failure", after.failure === null ? null : JSON.stringify(after.failure)]);
    changes.push(["cause", after.failure?.cause ?? null]);
  }
  if (after.notBeforeMs !== before.notBeforeMs) changes.push(["not_before_ms", after.notBeforeMs]);
  if (after.attempts !== before.attempts) changes.push(["attempts", after.attempts]);
  if (after.lane !== before.lane) changes.push(["lane", after.lane]);
  if (after.isAnnounced !== before.isAnnounced) changes.push(["is_announced", after.isAnnounced ? 1 : 0]);
  if (after.receipt !== before.receipt)
    changes.push(["receipt", after.receipt === null ? null : JSON.stringify(after.receipt)]);
  if (after.content !== before.content)
    changes.push(["content", after.content === null ? null : JSON.stringify(after.content)]);
  if (after.state === "superseded") changes.push(["retired", stored.seq]);
  return changes;
}
