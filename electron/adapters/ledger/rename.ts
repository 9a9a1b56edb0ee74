import { addedSpan } from "#domain/added-files.ts";
import type { Work } from "./totals.ts";

/** Kept beside `uploads`, by the name of the instrument: table and column. */
const named = [
  ["counts", "instrument"],
  ["cause_counts", "instrument"],
  ["duplicate_counts", "instrument"],
  ["replaced_counts", "instrument"],
  ["file_hours", "instrument"],
  ["delivery_hours", "instrument"],
  ["line_hours", "instrument"],
  ["delivery_places", "instrument"],
  ["instruments", "name"],
] as const;

/** `Ledger.renameInstrument` */
export function renameInstrument({ db }: Work, from: string, to: string): number | null {
  const has = (name: string) =>
    db.prepare("SELECT 1 FROM uploads WHERE instrument = ? LIMIT 1").get(name) !== undefined;
  if (has(to)) return has(from) ? null : 0;
  // The path of a file that a person added holds the name of its instrument.
  const added = "SELECT 1 FROM uploads WHERE instrument = ? AND rel_path >= ? AND rel_path < ? LIMIT 1";
  if (db.prepare(added).get(from, addedSpan.from, addedSpan.to) !== undefined) return null;
  const { changes } = db.prepare("UPDATE uploads SET instrument = ? WHERE instrument = ?").run(to, from);
  for (const [table, column] of named) {
    // Counts of 0 may be left of uploads that had this name once.
    db.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(to);
    db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`).run(to, from);
  }
  // A lasting event under the new name belongs to the former instrument of that name; the recorder ends what is left.
  db.prepare("UPDATE OR IGNORE station_events SET subject = ? WHERE subject = ? AND kind <> 'disk-low'").run(
    to,
    from,
  );
  return Number(changes);
}
