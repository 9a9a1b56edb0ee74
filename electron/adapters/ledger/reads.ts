import { type PackedFiles, unpackFiles } from "#adapters/packed-files.ts";
import type { Cause } from "#domain/cause.ts";
import { type DoubtedFile, doubtOf } from "#domain/file-version.ts";
import { withRest } from "#domain/refusal.ts";
import {
  type FailedState,
  type Lane,
  lanes,
  type Upload,
  type UploadState,
  uploadStates,
} from "#domain/upload.ts";
import type {
  BytesLeft,
  CauseCount,
  ContentFindings,
  DeliveredPart,
  DeliveredQuery,
  DuplicateCount,
  InstrumentCount,
  Late,
  LedgerMetrics,
} from "#engine/ports/ledger.ts";
import { type Connection, single } from "./database.ts";
import { heldVersion, isAsMarked } from "./held.ts";
import { arrivals } from "./hourly-counts.ts";
import { deliveredTwin, questionable, recordSql, unnamedRecord, unsentSql } from "./schema.ts";
import { select, selectOne } from "./statements.ts";

/** `LedgerCalls.compare` */
export function compare(db: Connection, instrument: string, files: PackedFiles) {
  const unknown: number[] = [];
  const doubted: [number, DoubtedFile["doubt"]][] = [];
  for (const [position, file] of unpackFiles(files).entries()) {
    if (isAsMarked(db, instrument, file)) continue;
    const held = heldVersion(db, instrument, file);
    const doubt = held?.isComparable ? doubtOf(held, file) : "none";
    if (held === null) unknown.push(position);
    else if (doubt !== "none") doubted.push([position, doubt]);
  }
  return { unknown, doubted };
}

/** True when no upload of this instrument was ever recorded. */
export function isFirstMeeting(db: Connection, instrument: string): boolean {
  return single(db, "SELECT 1 FROM instruments WHERE name = ?", instrument) === null;
}

/** `Ledger.sameRecord` */
export function sameRecord(
  db: Connection,
  recordKey: string,
  instrument: string,
  exceptRelPath: string,
): Upload[] {
  const where = `WHERE record_key = ? AND state IN ${recordSql}
    AND NOT (instrument = ? AND rel_path = ?) ORDER BY seq`;
  return select(db, where, recordKey, instrument, exceptRelPath).map(({ upload }) => upload);
}

/** The upload with this id, or null. */
export function get(db: Connection, id: string): Upload | null {
  return selectOne(db, "WHERE id = ?", id)?.upload ?? null;
}

/** `Ledger.replaced` */
export function replaced(db: Connection, ids: readonly string[]): string[] {
  const later = db.prepare(
    `SELECT 1 FROM uploads old JOIN uploads new INDEXED BY uploads_version
       ON new.instrument = old.instrument AND new.rel_path = old.rel_path AND new.seq > old.seq
       WHERE old.id = ? AND old.state = 'delivered' AND new.state = 'delivered' LIMIT 1`,
  );
  return ids.filter((id) => later.get(id) !== undefined);
}

/** Versions of one path, the one that was enqueued last first. */
export function versions(db: Connection, instrument: string, relPath: string): Upload[] {
  const where = "WHERE instrument = ? AND rel_path = ? ORDER BY seq DESC";
  return select(db, where, instrument, relPath).map(({ upload }) => upload);
}

/** Uploads by state. */
export function totals(db: Connection): Record<UploadState, number> {
  const counted = new Map(
    db
      .prepare("SELECT state, sum(uploads) AS uploads FROM counts GROUP BY state")
      .all()
      .map((row) => [row.state, row.uploads as number]),
  );
  const entries = uploadStates.map((state) => [state, counted.get(state) ?? 0]);
  return Object.fromEntries(entries) as Record<UploadState, number>;
}

/** Unsent uploads (neither terminal nor cancelled) by lane. */
export function laneTotals(db: Connection): Record<Lane, number> {
  const found: Record<Lane, number> = { debt: 0, fresh: 0, changed: 0, backfill: 0 };
  const rows = db
    .prepare(`SELECT lane, sum(uploads) AS uploads FROM counts WHERE state IN ${unsentSql} GROUP BY lane`)
    .all();
  for (const row of rows) found[row.lane as Lane] = row.uploads as number;
  return found;
}

/** `Ledger.causes` */
export function causeCounts(db: Connection): CauseCount[] {
  const rows = db
    .prepare(
      `SELECT cause, CASE WHEN cause = 'refused' AND json_valid(failure) THEN failure ->> 'portalMessage' END AS words,
         count(*) AS uploads, max(seq) AS seq, min(updated_at_ms) AS since, min(instrument) AS first,
         max(instrument) AS last
       FROM uploads WHERE cause IS NOT NULL GROUP BY cause, words ORDER BY uploads DESC, cause, words`,
    )
    .all()
    .map((row) => {
      const sample = selectOne(db, "WHERE seq = ?", row.seq ?? null)?.upload;
      return {
        cause: row.cause as Cause,
        portalMessage: row.words as string | null,
        count: row.uploads as number,
        sampleId: sample?.id ?? "",
        samplePath: sample?.relPath ?? "",
        message: sample?.failure?.message ?? "",
        instrument: row.first === row.last ? (row.first as string) : null,
        sinceMs: row.since as number,
      };
    });
  return withRest(rows);
}

/** `Ledger.instrumentCounts`, by name. */
export function instrumentCounts(db: Connection): InstrumentCount[] {
  return db
    .prepare(
      `SELECT name,
         (SELECT max(updated_at_ms) FROM uploads WHERE state = 'delivered' AND instrument = name) AS last
         FROM instruments ORDER BY name`,
    )
    .all()
    .map((row) => ({
      instrument: row.name as string,
      lastDeliveredAtMs: row.last as number | null,
    }));
}

/** `Ledger.bytesLeft`, by name. The index of what is queued holds the sizes: a long queue costs no look at its rows. */
export function bytesLeft(db: Connection): BytesLeft[] {
  const sums = "SELECT count(*) AS files, total(size) AS bytes FROM uploads INDEXED BY";
  const queuedLanes = lanes.map((lane) => `'${lane}'`).join();
  const queued = db.prepare(
    `${sums} uploads_claimable WHERE state = 'queued' AND lane IN (${queuedLanes}) AND instrument = ?`,
  );
  const others = db.prepare(
    `${sums} uploads_by_change WHERE state IN ('hashing','announcing','sending','waiting') AND instrument = ?`,
  );
  const names = db.prepare("SELECT name FROM instruments ORDER BY name").all();
  return names.flatMap((row) => {
    const instrument = row.name as string;
    const rows = [queued.get(instrument), others.get(instrument)];
    const sum = (key: "files" | "bytes") => rows.reduce((all, one) => all + ((one?.[key] as number) ?? 0), 0);
    const files = sum("files");
    return files === 0 ? [] : [{ instrument, files, bytes: sum("bytes") }];
  });
}

/** `Ledger.late`; ends at the first that is. */
export function anyLate(db: Connection, fromMs: number, toMs: number): Late {
  const isAny = (which: string) =>
    single(
      db,
      `SELECT 1 FROM uploads INDEXED BY uploads_by_change
         WHERE ${which} AND created_at_ms NOT BETWEEN ? AND ? LIMIT 1`,
      fromMs,
      toMs,
    ) !== null;
  const onTheWay = "state IN ('hashing','announcing','sending')";
  return {
    isSending: isAny("state = 'queued'") || isAny(`${onTheWay} AND attempts = 0`),
    isRetrying: isAny("state = 'waiting'") || isAny(`${onTheWay} AND attempts > 0`),
  };
}

/** mtime of the oldest unsent upload, epoch milliseconds. */
export function oldestUnsentAtMs(db: Connection): number | null {
  const oldestUs = single(
    db,
    `SELECT CAST(mtime_us AS REAL) FROM uploads INDEXED BY uploads_unsent WHERE state IN ${unsentSql}
       ORDER BY mtime_us LIMIT 1`,
  ) as number | null;
  return oldestUs === null ? null : Math.floor(oldestUs / 1000);
}

/** Earliest `notBeforeMs` of waiting uploads. */
export function nextDueMs(db: Connection): number | null {
  return single(
    db,
    "SELECT min(not_before_ms) FROM uploads INDEXED BY uploads_due WHERE state = 'waiting'",
  ) as number | null;
}

/** `Ledger.duplicates` */
export function duplicates(db: Connection, sinceMs: number): DuplicateCount[] {
  const since = db.prepare(`SELECT count(*) AS uploads FROM uploads INDEXED BY uploads_duplicates
    WHERE ${deliveredTwin} AND instrument = ? AND mtime_us >= ?`);
  return duplicateCounts(db).map(({ instrument, uploads }) => ({
    instrument,
    uploads,
    since: since.get(instrument, sinceMs * 1000)?.uploads as number,
  }));
}

/** `LedgerMetrics.duplicates` */
export function duplicateCounts(db: Connection): LedgerMetrics["duplicates"] {
  return db
    .prepare("SELECT instrument, uploads FROM duplicate_counts WHERE uploads > 0")
    .all()
    .map((row) => ({ instrument: row.instrument as string, uploads: row.uploads as number }));
}

/** `Ledger.replacedCount` */
export function replacedCount(db: Connection): number {
  return (single(db, "SELECT sum(uploads) FROM replaced_counts") as number | null) ?? 0;
}

/** `Ledger.contentFindings` */
export function contentFindings(
  db: Connection,
  sinceMs: number,
  untilMs: number,
  known: readonly string[],
): ContentFindings[] {
  return db
    .prepare(
      `SELECT instrument, count(*) AS files, rel_path, content ->> 'reason' AS reason,
         CAST(min(mtime_us) AS REAL) AS oldest_us,
         json_group_array(json_object('id', id, 'relPath', rel_path, 'reason', content ->> 'reason',
           'updatedAtMs', updated_at_ms)) AS named
       FROM uploads AS one INDEXED BY uploads_questionable
       WHERE ${questionable} AND mtime_us >= ? AND updated_at_ms <= ?
         AND id NOT IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM uploads AS later WHERE later.instrument = one.instrument
           AND later.rel_path = one.rel_path AND later.seq > one.seq)
       GROUP BY instrument ORDER BY instrument`,
    )
    .all(sinceMs * 1000, untilMs, JSON.stringify(known))
    .map((row) => ({
      instrument: row.instrument as string,
      count: row.files as number,
      files: JSON.parse(row.named as string),
      samplePath: row.rel_path as string,
      reason: row.reason as string,
      sinceMs: Math.floor((row.oldest_us as number) / 1000),
    }));
}

/** `Ledger.withoutRecord` */
export function withoutRecord(db: Connection, limit: number): Upload[] {
  const where = `INDEXED BY uploads_unnamed WHERE ${unnamedRecord} ORDER BY seq LIMIT ?`;
  return select(db, where, limit).map(({ upload }) => upload);
}

/** Rows that one piece of `Ledger.delivered` looks at. */
const deliveredPerPiece = 2_000;

const laterVersion = `SELECT 1 FROM uploads AS later WHERE later.instrument = one.instrument
  AND later.rel_path = one.rel_path AND later.seq > one.seq AND later.state <> 'superseded'`;

/** `Ledger.delivered` */
export function delivered(
  db: Connection,
  { dates, changedSinceMs, newestOnly, afterSeq }: DeliveredQuery,
): DeliveredPart {
  const uptoSeq = afterSeq + deliveredPerPiece;
  const isAny = dates === null && changedSinceMs === null ? 1 : 0;
  const where = `AS one WHERE seq > ? AND seq <= ? AND state = 'delivered'
    AND (? OR updated_at_ms >= ? OR EXISTS (SELECT 1 FROM json_each(?) AS span
      WHERE measurement_date BETWEEN span.value ->> 'from' AND span.value ->> 'to'))
    ${newestOnly ? `AND NOT EXISTS (${laterVersion})` : ""} ORDER BY seq`;
  const spans = JSON.stringify(dates ?? []);
  const found = select(db, where, afterSeq, uptoSeq, isAny, changedSinceMs ?? Number.MAX_SAFE_INTEGER, spans);
  const isMore = single(db, "SELECT 1 FROM uploads WHERE seq > ? LIMIT 1", uptoSeq) !== null;
  return { uploads: found.map(({ upload }) => upload), nextSeq: isMore ? uptoSeq : null };
}

/** `Ledger.metrics`, as it crosses to the worker: reads the kept counts and counts no upload. */
export function metrics(db: Connection): LedgerMetrics {
  const counts = db
    .prepare("SELECT instrument, state, sum(uploads) AS uploads FROM counts GROUP BY instrument, state")
    .all()
    .map(({ instrument, state, uploads }) => ({
      instrument: instrument as string,
      state: state as UploadState,
      uploads: uploads as number,
    }));
  const causes = db
    .prepare("SELECT instrument, state, cause, uploads FROM cause_counts WHERE uploads > 0")
    .all()
    .map(({ instrument, state, cause, uploads }) => ({
      instrument: instrument as string,
      state: state as FailedState,
      cause: cause as Cause,
      uploads: uploads as number,
    }));
  return {
    counts,
    causes,
    duplicates: duplicateCounts(db),
    oldestUnsentAtMs: oldestUnsentAtMs(db),
    recentMs: arrivals(db),
  };
}
