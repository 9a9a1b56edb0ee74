import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { type DeliveredSpan, placeOf } from "#domain/delivered-place.ts";
import type { Upload } from "#domain/upload.ts";
import type { Connection } from "./database.ts";
import { ledgerFolder } from "./folder.ts";

/** Places of deliveries, gathered over a transaction. */
export interface PlaceTally {
  note(delivered: Upload): void;
  write(): void;
}

/** An empty tally for one transaction. */
export function newPlaceTally(db: Connection): PlaceTally {
  const spans = new Map<string, DeliveredSpan & Pick<Upload, "instrument">>();
  return {
    note({ instrument, recordKey, measurementDate }) {
      const place = recordKey === null ? null : placeOf(recordKey);
      if (place === null) return;
      const { site, pid } = place;
      const key = [instrument, site, pid].join("|");
      const { from = measurementDate, to = measurementDate } = spans.get(key) ?? {};
      spans.set(key, {
        instrument,
        site,
        pid,
        from: measurementDate < from ? measurementDate : from,
        to: measurementDate > to ? measurementDate : to,
      });
    },
    write() {
      for (const { instrument, site, pid, from, to } of spans.values())
        db.prepare(
          `INSERT INTO delivery_places (instrument, site, pid, first_date, last_date) VALUES (?,?,?,?,?)
             ON CONFLICT DO UPDATE SET first_date = min(first_date, excluded.first_date),
               last_date = max(last_date, excluded.last_date)
             WHERE excluded.first_date < first_date OR excluded.last_date > last_date`,
        ).run(instrument, site, pid, from, to);
      spans.clear();
    },
  };
}

const columns = "site, pid, first_date, last_date";

function spanOf([site, pid, from, to]: readonly unknown[]): DeliveredSpan {
  return { site: site as string, pid: pid as string, from: from as string, to: to as string };
}

/** `RecordsKeeper.deliveredPlaces` */
export function deliveredPlaces(db: Connection, instrument: string): DeliveredSpan[] {
  const sql = `SELECT ${columns} FROM delivery_places WHERE instrument = ? ORDER BY last_date DESC`;
  return db.lists(sql, instrument).map(spanOf);
}

/**
 * Those of all instruments, from a ledger that no process has open: nothing is locked, written, or left beside the file. None where
 * it cannot be read, or is of a version that does not keep them.
 */
export function placesInClosed(
  dataFolder: string,
): readonly (DeliveredSpan & { readonly instrument: string })[] {
  const file = pathToFileURL(ledgerFolder(dataFolder).ledger);
  file.searchParams.set("immutable", "1");
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      const asked = db.prepare(`SELECT ${columns}, instrument FROM delivery_places`);
      asked.setReturnArrays(true);
      const rows = asked.all() as unknown as unknown[][];
      return rows.map((row) => ({ ...spanOf(row), instrument: row.at(-1) as string }));
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
}
