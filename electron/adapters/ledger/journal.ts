import type { SQLInputValue } from "node:sqlite";
import type { JournalLine, JournalQuery } from "#domain/journal.ts";
import type { UploadState } from "#domain/upload.ts";
import type { Connection, Row } from "./database.ts";
import { single } from "./database.ts";
import type { LedgerCalls } from "./protocol.ts";
import { likelyText } from "./search.ts";

/** Lines that one piece of a search looks at, so that other calls get their turn in between. */
const linesPerPiece = 10_000;

/** The clock of a PC may have been set back: only lines this much older than a search's begin end it. */
const clockSlackMs = 48 * 3_600_000;

const joined = `SELECT j.seq, j.at_ms, u.id, u.instrument, u.rel_path, j.event, j.state, j.detail
  FROM journal j CROSS JOIN uploads u ON u.seq = j.upload`;

/** `Ledger.journal`, oldest line first. */
export function journal(
  db: Connection,
  query: { readonly sinceSeq: number; readonly limit: number; readonly uploadId?: string },
): JournalLine[] {
  const { sinceSeq, limit, uploadId } = query;
  const found =
    uploadId === undefined
      ? db.prepare(`${joined} WHERE j.seq > ? ORDER BY j.seq LIMIT ?`).all(sinceSeq, limit)
      : db
          .prepare(`${joined} WHERE j.upload = ? AND j.seq > ? ORDER BY j.seq LIMIT ?`)
          .all(placeOf(db, uploadId), sinceSeq, limit);
  return found.map(journalEntry);
}

/** Reads a piece of `Ledger.journalPage`; `next` is where the next one begins, null where nothing older can fit. */
export function journalPart(db: Connection, query: JournalQuery): ReturnType<LedgerCalls["journalPart"]> {
  const newest = (single(db, "SELECT max(seq) FROM journal") as number | null) ?? 0;
  const oldest = (single(db, "SELECT min(seq) FROM journal") as number | null) ?? 1;
  const before = Math.min(query.beforeSeq ?? Number.MAX_SAFE_INTEGER, newest + 1);
  if (before <= oldest) return { entries: [], next: null, scannedToMs: null };
  // The lines of one upload are found by an index, all at once.
  const first = query.uploadId === undefined ? Math.max(oldest, before - linesPerPiece) : oldest;
  const { where, values } = conditions(db, query, before, first);
  const entries = db
    .prepare(`${joined} WHERE ${where} ORDER BY j.seq DESC LIMIT ?`)
    .all(...values, query.limit)
    .map(journalEntry);
  const last = entries.at(-1);
  if (last !== undefined && entries.length === query.limit)
    return { entries, next: last.seq > oldest ? last.seq : null, scannedToMs: last.atMs };
  const isEnd = first <= oldest || isLongBefore(db, query.fromMs, before, first);
  const scannedToMs = single(db, "SELECT at_ms FROM journal WHERE seq >= ? ORDER BY seq LIMIT 1", first);
  return { entries, next: isEnd ? null : first, scannedToMs: scannedToMs as number | null };
}

function conditions(db: Connection, query: JournalQuery, before: number, first: number) {
  const { text, instrument, events, fromMs, toMs, uploadId } = query;
  const parts = ["j.seq < ? AND j.seq >= ?"];
  const values: SQLInputValue[] = [before, first];
  const add = (part: string, ...more: SQLInputValue[]) => {
    parts.push(part);
    values.push(...more);
  };
  if (events !== undefined) add(`j.event IN (${events.map(() => "?").join(",")})`, ...events);
  if (fromMs !== undefined) add("j.at_ms >= ?", fromMs);
  if (toMs !== undefined) add("j.at_ms < ?", toMs);
  if (uploadId !== undefined) add("j.upload = ?", placeOf(db, uploadId));
  if (instrument !== undefined) add("u.instrument = ?", instrument);
  if (text !== undefined) {
    const own = { where: parts.filter((part) => !part.startsWith("u.")).join(" AND "), values };
    const hits = uploadsOfText(db, text, own.where, instrument === undefined ? values : values.slice(0, -1));
    add("j.upload IN (SELECT value FROM json_each(?))", JSON.stringify(hits));
  }
  return { where: parts.join(" AND "), values };
}

/** Numbers of the uploads of these lines whose path has the text. */
function uploadsOfText(db: Connection, text: string, where: string, values: readonly SQLInputValue[]) {
  const sought = text.toLowerCase();
  const likely = likelyText("rel_path", sought);
  return db
    .prepare(
      `SELECT seq, rel_path FROM uploads
         WHERE seq IN (SELECT j.upload FROM journal j WHERE ${where}) AND ${likely.part}`,
    )
    .all(...values, likely.value)
    .filter((row) => (row.rel_path as string).toLowerCase().includes(sought))
    .map((row) => row.seq as number);
}

function isLongBefore(db: Connection, fromMs: number | undefined, before: number, first: number): boolean {
  if (fromMs === undefined) return false;
  const newestMs = single(db, "SELECT max(at_ms) FROM journal WHERE seq < ? AND seq >= ?", before, first);
  return ((newestMs as number | null) ?? 0) < fromMs - clockSlackMs;
}

function placeOf(db: Connection, uploadId: string): number {
  return (single(db, "SELECT seq FROM uploads WHERE id = ?", uploadId) as number | null) ?? 0;
}

function journalEntry(row: Row): JournalLine {
  return {
    seq: row.seq as number,
    atMs: row.at_ms as number,
    uploadId: row.id as string,
    instrument: row.instrument as string,
    relPath: row.rel_path as string,
    event: row.event as JournalLine["event"],
    state: row.state as UploadState,
    detail: row.detail as string | null,
  };
}

/** Number of the newest journal line; 0 when there is none. */
export function lastSeq(db: Connection): number {
  return (single(db, "SELECT max(seq) FROM journal") as number | null) ?? 0;
}
