import { isSamePlace } from "#domain/delivered-place.ts";
import type { JudgedFiles, ListedStatus, VerdictQuery, Verdicts } from "#domain/verdicts.ts";
import { uuidOfHex } from "./covered-days.ts";
import { type Connection, single } from "./database.ts";
import { deliveredPlaces } from "./delivery-places.ts";
import { dateOfDay, dayOf, sourceId } from "./portal-records.ts";

/** `Ledger.verdicts` */
export function verdicts(db: Connection, asked: readonly VerdictQuery[]): Verdicts[] {
  return asked.flatMap((one) => {
    if (!isListed(db, one)) return [];
    const judged = judgedFiles(db, one);
    return {
      instrument: one.instrument,
      invalid: summary(judged.filter(({ status, id }) => status === "invalid" && !one.known.invalid.has(id))),
      unprocessed: summary(
        judged.filter(({ status, id }) => status === "uploaded" && !one.known.unprocessed.has(id)),
      ),
      ...poorProducts(db, one, asked),
    };
  });
}

function isListed(db: Connection, { list, site, type }: VerdictQuery): boolean {
  const of = "SELECT 1 FROM portal_lists WHERE kind = ? AND site = ? AND instrument = ? LIMIT 1";
  return single(db, of, list, site, type) !== null;
}

interface Judged {
  readonly id: string;
  readonly relPath: string;
  readonly status: string;
  readonly atMs: number;
  readonly date: string;
  readonly reason: string | null;
}

/** Newest versions whose bytes a record holds; one that is not processed counts once a later list has shown it overdue. */
function judgedFiles(
  db: Connection,
  { instrument, list, site, type, from, processedWithinMs }: VerdictQuery,
): readonly Judged[] {
  return db
    .lists(
      `SELECT one.rel_path, record.status, record.updated_at_ms, one.measurement_date,
           one.content ->> 'reason', one.id
         FROM uploads AS one INDEXED BY uploads_by_date
         JOIN portal_records AS record ON record.checksum = unhex(one.checksum)
         WHERE one.instrument = ? AND one.measurement_date >= ? AND one.state = 'delivered'
           AND (record.status = 'invalid' OR (record.status = 'uploaded' AND record.updated_at_ms + ? <=
             (SELECT max(read_at_ms) FROM portal_lists WHERE kind = ? AND site = ? AND instrument = ?
               AND month IN ('', 'recent', substr(one.measurement_date, 1, 7)))))
           AND NOT EXISTS (SELECT 1 FROM uploads AS later WHERE later.instrument = one.instrument
             AND later.rel_path = one.rel_path AND later.seq > one.seq AND later.state <> 'superseded')
         ORDER BY record.updated_at_ms, one.rel_path`,
      instrument,
      from,
      processedWithinMs,
      list,
      site,
      type,
    )
    .map(([relPath, status, atMs, date, reason, id]) => ({
      id: id as string,
      relPath: relPath as string,
      status: status as string,
      atMs: atMs as number,
      date: date as string,
      reason: reason as string | null,
    }));
}

/** Oldest first. */
function summary(files: readonly Judged[]): JudgedFiles | null {
  const [first] = files;
  if (first === undefined) return null;
  const { relPath, date, reason, atMs } = first;
  const named = files.map((one) => ({ id: one.id, relPath: one.relPath }));
  return { count: files.length, files: named, samplePath: relPath, sampleDate: date, reason, sinceMs: atMs };
}

/** More are counted and not named. */
const mostNamed = 20;

/** Includes those of a former device, of the dates that were delivered with it, unless another instrument has it by now. */
function poorProducts(
  db: Connection,
  { instrument, site, pid, from }: VerdictQuery,
  asked: readonly VerdictQuery[],
): Pick<Verdicts, "poorProducts" | "poor"> {
  const former = deliveredPlaces(db, instrument, { from, to: "9999-12-31" }).filter(
    (place) => !asked.some((one) => isSamePlace(one, place)),
  );
  const rows = [{ site, pid, from, to: "9999-12-31" }, ...former].flatMap((place) =>
    db.lists(
      `SELECT hex(uuid), product, day, updated_at_ms FROM portal_products
         WHERE source = ? AND day >= ? AND day BETWEEN ? AND ? AND error_level = 'error'
         ORDER BY day DESC, product, updated_at_ms DESC`,
      ...[sourceId(db, place.site, place.pid), dayOf(from), dayOf(place.from), dayOf(place.to)],
    ),
  );
  const poor = rows
    .map(([uuid, product, day, updatedAtMs]) => ({
      uuid: uuidOfHex(uuid),
      product: product as string,
      date: dateOfDay(day as number),
      updatedAtMs: updatedAtMs as number,
    }))
    .sort((one, other) => (one.date < other.date ? 1 : -Number(one.date > other.date)))
    .slice(0, mostNamed);
  return { poorProducts: rows.length, poor };
}

/** `Ledger.listedStatuses` */
export function listedStatuses(db: Connection, checksums: readonly string[]): ListedStatus[] {
  return checksums.flatMap((checksum) => {
    const [row] = db.lists(
      "SELECT hex(uuid), status FROM portal_records WHERE checksum = unhex(?) AND status <> 'created' LIMIT 1",
      checksum,
    );
    return row === undefined ? [] : [{ checksum, recordUuid: uuidOfHex(row[0]), status: row[1] as string }];
  });
}
