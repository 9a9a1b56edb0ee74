import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { DeliveredSpan } from "#domain/delivered-place.ts";
import { ledgerFolder } from "./folder.ts";

/** A place under which files of an instrument were delivered. */
export interface PlaceOfInstrument extends DeliveredSpan {
  readonly instrument: string;
}

/**
 * Those of all instruments, from a ledger that no process has open: nothing is locked, written, or left beside the file. None where
 * it cannot be read, or is of a version that does not keep them.
 */
export function placesInClosed(dataFolder: string): readonly PlaceOfInstrument[] {
  const file = pathToFileURL(ledgerFolder(dataFolder).ledger);
  file.searchParams.set("immutable", "1");
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      const sql =
        'SELECT instrument, site, pid, first_date AS "from", last_date AS "to" FROM delivery_places ORDER BY last_date DESC';
      return db.prepare(sql).all() as unknown as PlaceOfInstrument[];
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
}
