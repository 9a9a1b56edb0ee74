import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { StoredRecords } from "./records.ts";
import { storeSchema, storeUpgrades, storeVersion } from "./store-schema.ts";

/** The records of the portal on disk: one SQLite file in the data folder. */
export type PortalStore = {
  /** Inserts all records in one transaction; throws when an id or a checksum is already there. */
  insert(records: Partial<StoredRecords>): void;
  /** Prepares each statement once. */
  statement(sql: string): StatementSync;
  /** Records of a statement whose first column is the record. */
  records<T>(sql: string, ...values: SQLInputValue[]): T[];
  /** First record of such a statement. */
  record<T>(sql: string, ...values: SQLInputValue[]): T | undefined;
  /** Opens one transaction around everything up to the returned commit; closing the store first undoes it all. */
  begin(): () => void;
  /** Runs `change` in one transaction; what it throws rolls back. */
  transaction<T>(change: () => T): T;
  /** A small named fact, such as the seed of this folder. */
  fact(name: string): string | undefined;
  setFact(name: string, value: string): void;
  close(): void;
};

type RecordTable = { table: string; idOf: (record: never) => string };

const tables: { [Kind in keyof StoredRecords]: RecordTable } = {
  sites: { table: "sites", idOf: (record: { id: string }) => record.id },
  products: { table: "products", idOf: (record: { id: string }) => record.id },
  variables: { table: "variables", idOf: (record: { id: string }) => record.id },
  instruments: { table: "instruments", idOf: (record: { id: string }) => record.id },
  models: { table: "models", idOf: (record: { id: string }) => record.id },
  instrumentRecords: { table: "instrument_records", idOf: (record: { uuid: string }) => record.uuid },
  files: { table: "files", idOf: (record: { uuid: string }) => record.uuid },
  modelFiles: { table: "model_files", idOf: (record: { uuid: string }) => record.uuid },
  plots: { table: "plots", idOf: (record: { s3key: string }) => record.s3key },
  uploads: { table: "uploads", idOf: (record: { uuid: string }) => record.uuid },
  modelUploads: { table: "model_uploads", idOf: (record: { uuid: string }) => record.uuid },
};

/**
 * Opens or creates `portal.sqlite` in the data folder. Throws an Error with one plain sentence when it cannot.
 *
 * Durability: WAL with `synchronous=NORMAL`. A commit survives the death of the process at any moment; a power cut may
 * undo the last seconds, which leaves the store whole. A second process is kept out by the exclusive lock.
 */
export function openStore(dataFolder: string): PortalStore {
  const database = openDatabase(join(dataFolder, "portal.sqlite"));
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known) return known;
    const fresh = database.prepare(sql);
    prepared.set(sql, fresh);
    return fresh;
  };
  const transaction = <T>(change: () => T): T => {
    if (database.isTransaction) return change();
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = change();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  };
  const store: PortalStore = {
    statement,
    transaction,
    begin: () => {
      database.exec("BEGIN IMMEDIATE");
      return () => database.exec("COMMIT");
    },
    insert: (records) => transaction(() => insertRecords(store, records)),
    records: <T>(sql: string, ...values: SQLInputValue[]) =>
      statement(sql)
        .all(...values)
        .map((row) => JSON.parse(String(row.record)) as T),
    record: <T>(sql: string, ...values: SQLInputValue[]) => {
      const row = statement(sql).get(...values);
      return row && (JSON.parse(String(row.record)) as T);
    },
    fact: (name) => statement("SELECT value FROM facts WHERE name = ?").get(name)?.value?.toString(),
    setFact: (name, value) => {
      statement("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)").run(name, value);
    },
    close: () => database.close(),
  };
  return store;
}

function insertRecords(store: PortalStore, records: Partial<StoredRecords>): void {
  for (const kind of Object.keys(tables) as (keyof StoredRecords)[]) {
    const { table, idOf } = tables[kind];
    const insert = store.statement(`INSERT INTO ${table} (id, record) VALUES (?, ?)`);
    for (const record of records[kind] ?? []) insert.run(idOf(record as never), JSON.stringify(record));
  }
  for (const kind of ["uploads", "modelUploads"] as const) {
    const markReceived = store.statement(`UPDATE ${tables[kind].table} SET was_received = 1 WHERE id = ?`);
    for (const upload of records[kind] ?? []) if (upload.status !== "created") markReceived.run(upload.uuid);
  }
}

function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 8192",
    );
    const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
    const change = version === 0 ? storeSchema : storeUpgrades.get(version);
    if (change !== undefined) {
      database.exec(`BEGIN IMMEDIATE; ${change} PRAGMA user_version = ${storeVersion}; COMMIT`);
    } else if (version !== storeVersion) {
      throw new Error(
        `it was written by another version of the mock portal (${version}); start with a new folder`,
      );
    }
    return database;
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    if (reason.includes("locked"))
      throw new Error(`The mock portal's data folder is in use by another mock portal: ${path}`, {
        cause: error,
      });
    throw new Error(`The mock portal's records cannot be opened: ${path}: ${reason}`, { cause: error });
  }
}
