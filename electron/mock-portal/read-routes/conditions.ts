import type { SQLInputValue } from "node:sqlite";
import type { PortalStore } from "#mock-portal/store/portal-store.ts";
import type { CommonQuery, RawQuery } from "./query-parameters.ts";

/** A demand on a record; all demands of a search hold together. */
export type Condition = { sql: string; values: SQLInputValue[] };

/** The column has one of the values; no values, no demand. */
export function isOneOf(column: string, values: (string | number)[] | undefined): Condition[] {
  if (values === undefined) return [];
  if (values.length === 1) return [{ sql: `${column} = ?`, values }];
  return [{ sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }];
}

function compared(column: string, operator: ">=" | "<=", value: string | undefined): Condition[] {
  return value === undefined ? [] : [{ sql: `${column} ${operator} ?`, values: [value] }];
}

function asTimestamp(moment: string | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString();
}

/** Demands of the parameters that all searches share. */
export function commonConditions(query: CommonQuery): Condition[] {
  return [
    ...isOneOf("site_id", query.site),
    ...isOneOf("measurement_date", query.date === undefined ? undefined : [query.date]),
    ...compared("measurement_date", ">=", query.dateFrom),
    ...compared("measurement_date", "<=", query.dateTo),
    ...compared("updated_at", ">=", asTimestamp(query.updatedAtFrom)),
    ...compared("updated_at", "<=", asTimestamp(query.updatedAtTo)),
  ];
}

/** Demands of the parameters that both raw searches share. */
export function rawConditions(query: RawQuery): Condition[] {
  const anyEnd = (sql: string, ends: string[] | undefined): Condition[] =>
    ends === undefined
      ? []
      : [{ sql: `(${ends.map(() => sql).join(" OR ")})`, values: ends.flatMap((end) => [end, end]) }];
  return [
    ...commonConditions(query),
    ...isOneOf("status", query.status),
    ...isOneOf("filename", query.filename),
    ...anyEnd("substr(filename, 1, length(?)) = ?", query.filenamePrefix),
    ...anyEnd("substr(filename, -length(?)) = ?", query.filenameSuffix),
  ];
}

/** Row ids of a table that meet all conditions, in the given order. */
export function selectRows(
  store: PortalStore,
  table: string,
  conditions: Condition[],
  order: string,
  limit?: string,
): number[] {
  const where = conditions.map(({ sql }) => sql).join(" AND ") || "TRUE";
  return store
    .statement(`SELECT rowid AS id FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ?`)
    .all(...conditions.flatMap(({ values }) => values), limit === undefined ? -1 : Number(limit))
    .map((row) => Number(row.id));
}

/** Reads one record of a selection. It may have been removed since it was selected. */
export function readRow<T>(store: PortalStore, table: string, row: number): T | undefined {
  return store.record<T>(`SELECT record FROM ${table} WHERE rowid = ?`, row);
}

/** The records of a selection that are still there. */
export function readRows<T>(store: PortalStore, table: string, conditions: Condition[]): T[] {
  return selectRows(store, table, conditions, newestFirstSql).flatMap(
    (row) => readRow<T>(store, table, row) ?? [],
  );
}

/** Newest day first, then the latest change (docs/portal/observed.md §3). */
export const newestFirstSql = "measurement_date DESC, updated_at DESC, id";
