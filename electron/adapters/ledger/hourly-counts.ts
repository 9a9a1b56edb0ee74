import type { DeliveryHour, FileHour } from "#domain/hourly-counts.ts";
import type { Upload } from "#domain/upload.ts";
import type { InstrumentHours } from "#engine/ports/ledger.ts";
import type { Connection } from "./connection.ts";

/** What a transaction changes in the hours, written at its end. */
export interface Hours {
  add(upload: Upload): void;
  move(before: Upload, after: Upload): void;
  write(): void;
}

interface FileChange {
  readonly instrument: string;
  readonly hour: number;
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

/** No changes yet. */
export function newHours(db: Connection): Hours {
  const files = new Map<string, FileChange>();
  const deliveries = new Map<string, DeliveryChange>();

  function fileChange({ instrument, mtimeUs }: Upload): FileChange {
    const hour = Math.trunc(mtimeUs / 3_600_000_000);
    const key = `${hour} ${instrument}`;
    const change = files.get(key) ?? { instrument, hour, found: 0, delivered: 0, givenUp: 0 };
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

  return {
    add(upload) {
      fileChange(upload).found += 1;
    },
    move(before, after) {
      if (after.state === "delivered") {
        fileChange(after).delivered += 1;
        noteDelivery(after, 1);
      }
      if (before.state === "delivered") {
        fileChange(before).delivered -= 1;
        noteDelivery(before, -1);
      }
      if (after.state === "superseded") fileChange(after).found -= 1;
      if (after.state === "cancelled") fileChange(after).givenUp += 1;
      if (before.state === "cancelled") fileChange(after).givenUp -= 1;
    },
    write() {
      for (const change of files.values()) addToFiles(db, change);
      for (const change of deliveries.values()) addToDeliveries(db, change);
      files.clear();
      deliveries.clear();
    },
  };
}

function addToFiles(db: Connection, { instrument, hour, found, delivered, givenUp }: FileChange): void {
  if (found === 0 && delivered === 0 && givenUp === 0) return;
  db.prepare(
    `INSERT INTO file_hours (instrument, hour, found, delivered, given_up) VALUES (?,?,?,?,?)
       ON CONFLICT DO UPDATE SET found = found + excluded.found, delivered = delivered + excluded.delivered,
         given_up = given_up + excluded.given_up`,
  ).run(instrument, hour, found, delivered, givenUp);
}

function addToDeliveries(db: Connection, { instrument, hour, files, sentBytes }: DeliveryChange): void {
  db.prepare(
    `INSERT INTO delivery_hours (instrument, hour, files, sent_bytes) VALUES (?,?,?,?)
       ON CONFLICT DO UPDATE SET files = files + excluded.files, sent_bytes = sent_bytes + excluded.sent_bytes`,
  ).run(instrument, hour, files, sentBytes);
}

const inHours = `FROM instruments CROSS JOIN hours ON instrument = name AND hour >= ? AND hour < ?
  ORDER BY instrument, hour`;

/** `Ledger.fileHours` */
export function fileHours(db: Connection, fromHour: number, toHour: number): FileHour[] {
  return db
    .prepare(`SELECT instrument, hour, found, delivered, given_up ${inHours.replace("hours", "file_hours")}`)
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
      const us: number[] = JSON.parse(recent as string);
      return [name as string, us.map((one) => Math.floor(one / 1000))];
    });
}
