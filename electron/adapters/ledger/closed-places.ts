import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { DeliveredSpan } from "#domain/delivered-place.ts";
import { ledgerFolder } from "./folder.ts";

/**
 * Places under which files of each instrument were delivered, from a ledger that no process has open: nothing is locked, written, or
 * left beside the file. None where it cannot be read, or is of a version that does not keep them.
 */
export function placesInClosed(
  dataFolder: string,
): readonly (DeliveredSpan & { readonly instrument: string })[] {
  const file = pathToFileURL(ledgerFolder(dataFolder).ledger);
  file.searchParams.set("immutable", "1");
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      const rows = db
        .prepare("SELECT instrument, site, pid, first_date, last_date FROM delivery_places")
        .all();
      return rows.map(({ instrument, site, pid, first_date: from, last_date: to }) => ({
        instrument: String(instrument),
        site: String(site),
        pid: String(pid),
        from: String(from),
        to: String(to),
      }));
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
}
