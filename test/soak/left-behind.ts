import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** What a run has left in the data folder. */
export interface LeftBehind {
  readonly ledger: { readonly bytes: number; readonly uploads: number; readonly journalLines: number };
  readonly logs: { readonly bytes: number; readonly limitBytes: number; readonly errors: readonly string[] };
}

/** Five files of 5 MB (log-file.ts), and the line with which each is full. */
const logLimitBytes = 5 * 5_000_000 + 5 * 16_100;
const mostErrors = 20;

/** Reads the data folder of a daemon that has ended. */
export async function leftBehind(dataFolder: string): Promise<LeftBehind> {
  const file = join(dataFolder, "ledger.sqlite");
  const db = new DatabaseSync(file, { readOnly: true });
  const count = (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0);
  const uploads = count("uploads");
  const journalLines = count("journal");
  db.close();
  const folder = join(dataFolder, "logs");
  let bytes = 0;
  const errors: string[] = [];
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), "utf8");
    bytes += Buffer.byteLength(text);
    for (const line of text.split("\n")) if (/^\S+ error /.test(line)) errors.push(line.slice(0, 500));
  }
  const ledgerBytes = (await stat(file)).size;
  return {
    ledger: { bytes: ledgerBytes, uploads, journalLines },
    logs: { bytes, limitBytes: logLimitBytes, errors: errors.slice(0, mostErrors) },
  };
}
