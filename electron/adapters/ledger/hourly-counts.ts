import type { DeliveryHour, FileHour } from "#domain/hourly-counts.ts";
import type { Upload } from "#domain/upload.ts";
import type { InstrumentHours } from "#engine/ports/ledger.ts";
import type { Connection } from "./database.ts";
import { parsed, selectOne } from "./statements.ts";

/** Changes of a transaction in the hours, written at its end. */
export interface Hours {
  /** A version that is about to be inserted. */
  add(upload: Upload): void;
  /** The upload at this place was written as `after`. */
  move(seq: number, before: Upload, after: Upload): void;
  write(): void;
}

interface FileChange {
  readonly instrument: string;
  readonly hour: number;
  readonly all: Counted;
  /** Those of `all` that have a newer version. */
  readonly old: Counted;
}

/** Versions of files; superseded ones are none. */
interface Counted {
  found: number;
  delivered: number;
  givenUp: number;
}

interface DeliveryChange {
  readonly instrument: string;
  readonly hour: number;
  files: number;
  sentBytes: number;
}

/** No changes yet. `noteOld` is told of each version that gets a newer one (1), or has none any more (-1). */
export function newHours(db: Connection, noteOld: (version: Upload, by: 1 | -1) => void): Hours {
  const files = new Map<string, FileChange>();
  const deliveries = new Map<string, DeliveryChange>();

  function fileChange({ instrument, mtimeUs }: Upload): FileChange {
    const hour = Math.trunc(mtimeUs / 3_600_000_000);
    const key = `${hour} ${instrument}`;
    const change = files.get(key) ?? { instrument, hour, all: nothing(), old: nothing() };
    files.set(key, change);
    return change;
  }

  function noteDelivery({ instrument, updatedAtMs, size, receipt }: Upload, by: 1 | -1): void {
    const hour = Math.trunc(updatedAtMs / 3_600_000);
    const key = `${hour} ${instrument}`;
    const change = deliveries.get(key) ?? { instrument, hour, files: 0, sentBytes: 0 };
    change.files += by;
    if (receipt?.kind === "stored" || receipt?.kind === "replaced") change.sentBytes += by * size;
    deliveries.set(key, change);
  }

  function countOld(version: Upload, by: 1 | -1): void {
    count(fileChange(version).old, version, by);
    noteOld(version, by);
  }

  return {
    add(upload) {
      fileChange(upload).all.found += 1;
      const former = newestOf(db, upload);
      if (former !== null) countOld(former, 1);
    },
    move(seq, before, after) {
      if (after.state === "delivered") noteDelivery(after, 1);
      if (before.state === "delivered") noteDelivery(before, -1);
      if (kindOf(before) === kindOf(after)) return;
      count(fileChange(before).all, before, -1);
      count(fileChange(after).all, after, 1);
      if (hasNewer(db, seq, after)) {
        countOld(before, -1);
        countOld(after, 1);
        return;
      }
      const former = after.state === "superseded" ? newestOf(db, after) : null;
      if (former !== null) countOld(former, -1);
    },
    write() {
      for (const change of files.values()) addToFiles(db, change);
      for (const change of deliveries.values()) addToDeliveries(db, change);
      files.clear();
      deliveries.clear();
    },
  };
}

const nothing = (): Counted => ({ found: 0, delivered: 0, givenUp: 0 });

const counters: readonly string[] = ["superseded", "delivered", "cancelled"];

/** States of one kind count alike. */
const kindOf = ({ state }: Upload): number => counters.indexOf(state);

function count(counted: Counted, { state }: Upload, by: 1 | -1): void {
  if (state !== "superseded") counted.found += by;
  if (state === "delivered") counted.delivered += by;
  if (state === "cancelled") counted.givenUp += by;
}

const versionsOf = "uploads INDEXED BY uploads_version WHERE instrument = ? AND rel_path = ? AND retired = 0";

/** The newest version of the path that is not superseded. */
function newestOf(db: Connection, { instrument, relPath }: Upload): Upload | null {
  const where = `WHERE seq = (SELECT max(seq) FROM ${versionsOf})`;
  return selectOne(db, where, instrument, relPath)?.upload ?? null;
}

function hasNewer(db: Connection, seq: number, { instrument, relPath }: Upload): boolean {
  const newer = db.prepare(`SELECT 1 FROM ${versionsOf} AND seq > ? LIMIT 1`);
  return newer.get(instrument, relPath, seq) !== undefined;
}

function addToFiles(db: Connection, { instrument, hour, all, old }: FileChange): void {
  const changes = [all, old].flatMap(({ found, delivered, givenUp }) => [found, delivered, givenUp]);
  if (changes.every((by) => by === 0)) return;
  db.prepare(
    `INSERT INTO file_hours (instrument, hour, found, delivered, given_up, old_found, old_delivered, old_given_up)
       VALUES (?,?,?,?,?,?,?,?)
       ON CONFLICT DO UPDATE SET found = found + excluded.found, delivered = delivered + excluded.delivered,
         given_up = given_up + excluded.given_up, old_found = old_found + excluded.old_found,
         old_delivered = old_delivered + excluded.old_delivered, old_given_up = old_given_up + excluded.old_given_up`,
  ).run(instrument, hour, ...changes);
}

function addToDeliveries(db: Connection, { instrument, hour, files, sentBytes }: DeliveryChange): void {
  db.prepare(
    `INSERT INTO delivery_hours (instrument, hour, files, sent_bytes) VALUES (?,?,?,?)
       ON CONFLICT DO UPDATE SET files = files + excluded.files, sent_bytes = sent_bytes + excluded.sent_bytes`,
  ).run(instrument, hour, files, sentBytes);
}

const inHours = `FROM instruments CROSS JOIN hours ON instrument = name AND hour >= ? AND hour < ?
  ORDER BY instrument, hour`;

const ofFiles = ["found", "delivered", "given_up"]
  .map((name) => `${name} - old_${name} AS ${name}`)
  .join(", ");

/** `Ledger.fileHours` */
export function fileHours(db: Connection, fromHour: number, toHour: number): FileHour[] {
  return db
    .prepare(`SELECT instrument, hour, ${ofFiles} ${inHours.replace("hours", "file_hours")}`)
    .all(fromHour, toHour)
    .filter((row) => row.found !== 0)
    .map((row) => ({
      instrument: row.instrument as string,
      hour: row.hour as number,
      found: row.found as number,
      delivered: row.delivered as number,
      givenUp: row.given_up as number,
    }));
}

/** `Ledger.deliveryHours` */
export function deliveryHours(db: Connection, fromHour: number, toHour: number): DeliveryHour[] {
  return db
    .prepare(
      `SELECT instrument, hour, files, CAST(sent_bytes AS REAL) AS sent_bytes
         ${inHours.replace("hours", "delivery_hours")}`,
    )
    .all(fromHour, toHour)
    .map((row) => ({
      instrument: row.instrument as string,
      hour: row.hour as number,
      files: row.files as number,
      sentBytes: row.sent_bytes as number,
    }));
}

/** `Ledger.instrumentHours` gives so many hours. */
const keptBusyHours = 720;

/** `Ledger.instrumentHours` */
export function instrumentHours(db: Connection, beforeHour: number): InstrumentHours[] {
  const busy = db.prepare(
    `SELECT hour, found FROM file_hours WHERE instrument = ? AND hour < ? AND found > 0 ORDER BY hour DESC LIMIT ${keptBusyHours}`,
  );
  const first = db.prepare(
    "SELECT hour FROM delivery_hours WHERE instrument = ? AND files > 0 ORDER BY hour LIMIT 1",
  );
  return db
    .prepare("SELECT name FROM instruments ORDER BY name")
    .all()
    .map((row) => row.name as string)
    .map((name) => ({
      instrument: name,
      busy: busy.all(name, beforeHour).map(({ hour, found }) => [hour as number, found as number] as const),
      firstDelivery: (first.get(name)?.hour as number | undefined) ?? null,
    }));
}

/** The newest modification times met of each instrument, newest first, epoch milliseconds. */
export function arrivals(db: Connection): [instrument: string, atMs: number[]][] {
  return db
    .prepare("SELECT name, recent FROM instruments ORDER BY name")
    .all()
    .map(({ name, recent }) => {
      const us = parsed<number[]>(recent) ?? [];
      return [name as string, us.map((one) => Math.floor(one / 1000))];
    });
}
