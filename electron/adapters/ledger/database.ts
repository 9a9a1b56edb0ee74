import type { SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { backup, DatabaseSync } from "node:sqlite";
import { keepToOwner } from "./folder.ts";

/** A row as SQLite gives it. */
export type Row = Record<string, SQLOutputValue>;

/** The three ways to run a statement. */
type Statement = Pick<StatementSync, "run" | "get" | "all">;

/** Called before every statement with its SQL; may throw in its place, as SQLite does when the disk fails. */
export type BeforeStatement = (sql: string) => void;

/** An open database file. Statements are prepared once and kept. */
export interface Connection {
  prepare(sql: string): Statement;
  /** The rows as lists of their values: half the cost where they are many. */
  lists(sql: string, ...values: SQLInputValue[]): readonly (readonly SQLOutputValue[])[];
  /** Runs statements that give nothing. */
  exec(sql: string): void;
  isInTransaction(): boolean;
  /** Moves the write-ahead log into the file, with an fsync of both, and empties it. */
  checkpoint(): void;
  /** Writes a copy as of one moment to a new file, some pages at a time. Rejects with what SQLite says. */
  copyTo(file: string): Promise<void>;
  close(): void;
}

/** So few that a statement waits for milliseconds while they are copied. */
const pagesPerCopy = 100;

/**
 * Opens the file, alone: no other connection of any process can use it until it is closed.
 * WAL with `synchronous=FULL`: what is committed survives a power cut. The page cache is bounded to 2 MB: more is memory
 * that a host at rest keeps. The log is moved into the file by `checkpoint` only, and on closing.
 * Throws what SQLite throws.
 */
export function connect(path: string, beforeStatement: BeforeStatement | null): Connection {
  const database = new DatabaseSync(path, { timeout: 250 });
  keepToOwner(path);
  const statements = new Map<string, Statement>();
  const keptLists = new Map<string, Statement>();
  const prepared = (known: Map<string, Statement>, sql: string, isOfLists: boolean): Statement => {
    const before = known.get(sql);
    if (before !== undefined) return before;
    const statement = database.prepare(sql);
    statement.setReturnArrays(isOfLists);
    const sound = withAnyNumber(statement);
    const watched = beforeStatement === null ? sound : watch(sound, () => beforeStatement(sql));
    known.set(sql, watched);
    return watched;
  };
  const connection: Connection = {
    prepare: (sql) => prepared(statements, sql, false),
    lists: (sql, ...values) => prepared(keptLists, sql, true).all(...values) as unknown as SQLOutputValue[][],
    exec(sql) {
      beforeStatement?.(sql);
      database.exec(sql);
    },
    checkpoint: () => connection.exec("PRAGMA wal_checkpoint(TRUNCATE)"),
    isInTransaction: () => database.isTransaction,
    async copyTo(file) {
      await backup(database, file, { rate: pagesPerCopy });
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
  try {
    connection.exec("PRAGMA locking_mode = EXCLUSIVE");
    // A file that is new gets a map of its pages, so that it can give them back bit by bit; others are not touched.
    if (single(connection, "PRAGMA page_count") === 0) connection.exec("PRAGMA auto_vacuum = INCREMENTAL");
    connection.exec("PRAGMA journal_mode = WAL");
    connection.exec("PRAGMA synchronous = FULL");
    connection.exec("PRAGMA cache_size = -2000");
    connection.exec("PRAGMA wal_autocheckpoint = 0");
    connection.exec("PRAGMA temp_store = MEMORY");
    connection.exec("PRAGMA cell_size_check = ON");
    return connection;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Whole numbers that JavaScript cannot hold are the nearest that it can: one of them, such as the size that a file system
 * says of a sparse file, must not keep the other rows from being read.
 */
function withAnyNumber(statement: StatementSync): Statement {
  const read = <T>(rows: () => T): T => {
    try {
      return rows();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_OUT_OF_RANGE") throw error;
    }
    statement.setReadBigInts(true);
    try {
      return rounded(rows()) as T;
    } finally {
      statement.setReadBigInts(false);
    }
  };
  return {
    run: (...values: SQLInputValue[]) => statement.run(...values),
    get: (...values: SQLInputValue[]) => read(() => statement.get(...values)),
    all: (...values: SQLInputValue[]) => read(() => statement.all(...values)),
  } as Statement;
}

function rounded(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rounded(one)]));
}

function watch(statement: Statement, before: () => void): Statement {
  const watched = {
    run: (...values: SQLInputValue[]) => {
      before();
      return statement.run(...values);
    },
    get: (...values: SQLInputValue[]) => {
      before();
      return statement.get(...values);
    },
    all: (...values: SQLInputValue[]) => {
      before();
      return statement.all(...values);
    },
  };
  return watched as Statement;
}

/** The value of a statement that gives one value. */
export function single(connection: Connection, sql: string, ...values: SQLInputValue[]): SQLOutputValue {
  const row = connection.prepare(sql).get(...values);
  return row === undefined ? null : (Object.values(row)[0] ?? null);
}
