import { isSameAddress } from "#base/text.ts";
import { type DeliveredSpan, isSamePlace, placeOf, type RecordSource } from "#domain/delivered-place.ts";
import { baseName } from "#domain/file-version.ts";
import type { ListedRecord } from "#domain/portal-records.ts";
import type { Upload } from "#domain/upload.ts";
import type { DateSpan } from "#engine/ports/ledger.ts";
import { type Connection, single } from "./database.ts";

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

/** A device may have been away in between: the span of its place covers dates of which it has no file. */
const hasFileOf = `EXISTS (SELECT 1 FROM uploads INDEXED BY uploads_by_date
  WHERE instrument = place.instrument AND measurement_date BETWEEN ? AND ? AND state = 'delivered'
    AND instr(record_key, place.site || '|') = 1 AND instr(record_key, '|' || place.pid || '|') > 0)`;

/** `RecordsKeeper.deliveredPlaces` */
export function deliveredPlaces(db: Connection, instrument: string, dates?: DateSpan): DeliveredSpan[] {
  const all = `SELECT ${columns} FROM delivery_places AS place WHERE instrument = ?`;
  const newestFirst = "ORDER BY last_date DESC";
  const rows =
    dates === undefined
      ? db.lists(`${all} ${newestFirst}`, instrument)
      : db.lists(
          `${all} AND first_date <= ? AND last_date >= ? AND ${hasFileOf} ${newestFirst}`,
          ...[instrument, dates.to, dates.from, dates.from, dates.to],
        );
  return rows.map(spanOf);
}

/** `RecordsKeeper.deliveredFiles` */
export function deliveredFiles(
  db: Connection,
  place: RecordSource,
  { from, to }: DateSpan,
  sinceMs: number,
): Pick<ListedRecord, "measurementDate" | "filename">[] {
  const portalUrl = single(db, "SELECT url FROM portal_address") as string | null;
  const rows = db.lists(
    `SELECT record_key, max(rel_path), measurement_date, receipt ->> 'portal'
       FROM delivery_places AS place CROSS JOIN uploads INDEXED BY uploads_by_date USING (instrument)
       WHERE site = ? AND pid = ? AND measurement_date BETWEEN ? AND ? AND state = 'delivered' AND updated_at_ms >= ?
         AND record_key IS NOT NULL AND json_valid(receipt) AND receipt ->> 'kind' <> 'twin' GROUP BY record_key`,
    ...[place.site, place.pid, from, to, sinceMs],
  );
  return rows.flatMap(([key, relPath, measurementDate, portal]) => {
    const its = placeOf(key as string);
    const isOfOtherPortal =
      portal !== null && portalUrl !== null && !isSameAddress(portal as string, portalUrl);
    return its === null || !isSamePlace(its, place) || isOfOtherPortal
      ? []
      : [{ measurementDate: measurementDate as string, filename: baseName(relPath as string) }];
  });
}
