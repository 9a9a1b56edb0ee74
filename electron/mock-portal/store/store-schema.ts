/** A column that SQLite derives from the record, so that the record stays the only truth and can be searched. */
function derived(column: string, field: string, type = "TEXT"): string {
  return `${column} ${type} GENERATED ALWAYS AS (record ->> '$.${field}') STORED`;
}

const fileColumns = [
  derived("site_id", "siteId"),
  derived("product_id", "productId"),
  derived("measurement_date", "measurementDate"),
  derived("updated_at", "updatedAt"),
  derived("is_current", "isCurrent", "INTEGER"),
].join(", ");

const rawColumns = [
  derived("checksum", "checksum"),
  derived("site_id", "siteId"),
  derived("measurement_date", "measurementDate"),
  derived("filename", "filename"),
  derived("status", "status"),
  derived("updated_at", "updatedAt"),
].join(", ");

const receptionColumns = "was_received INTEGER NOT NULL DEFAULT 0, process_at_ms INTEGER";

/** Tables whose rows are an id and the record as JSON. */
function recordTable(name: string, columns: string): string {
  return `CREATE TABLE ${name} (id TEXT PRIMARY KEY, record TEXT NOT NULL${columns && `, ${columns}`}) STRICT;`;
}

function index(table: string, columns: string, isUnique = false): string {
  const name = `${table}_by_${columns.replaceAll(", ", "_")}`;
  return `CREATE ${isUnique ? "UNIQUE INDEX" : "INDEX"} ${name} ON ${table} (${columns});`;
}

/**
 * The mock portal's tables. `was_received`: content arrived at least once (a PUT then answers 200, not 201).
 * `process_at_ms`: when processing takes it, epoch milliseconds; null when nothing is to be done.
 * `acceptances`: every content that was accepted, in order; for the control route.
 */
export const storeSchema = [
  "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;",
  recordTable("sites", ""),
  recordTable("products", ""),
  recordTable("variables", ""),
  recordTable("instruments", ""),
  recordTable("models", ""),
  recordTable("instrument_records", ""),
  recordTable("files", `${fileColumns}, ${derived("instrument_uuid", "instrumentUuid")}`),
  index("files", "site_id, measurement_date, updated_at"),
  index("files", "measurement_date, updated_at"),
  index("files", "product_id, measurement_date, updated_at"),
  index("files", "updated_at"),
  recordTable("model_files", `${fileColumns}, ${derived("model_id", "modelId")}`),
  index("model_files", "site_id, measurement_date"),
  index("model_files", "measurement_date"),
  recordTable("plots", `${derived("file_id", "sourceFileId")}, ${derived("variable_id", "variableId")}`),
  index("plots", "file_id"),
  index("plots", "variable_id"),
  recordTable(
    "uploads",
    [
      receptionColumns,
      rawColumns,
      derived("instrument_pid", "instrumentPid"),
      derived("instrument_id", "instrumentId"),
      derived("tags", "tags"),
    ].join(", "),
  ),
  index("uploads", "checksum", true),
  index("uploads", "site_id, measurement_date, filename, instrument_pid, tags", true),
  index("uploads", "site_id, measurement_date, updated_at"),
  index("uploads", "measurement_date, updated_at"),
  index("uploads", "instrument_pid, measurement_date"),
  index("uploads", "status"),
  "CREATE INDEX uploads_by_due ON uploads (process_at_ms) WHERE process_at_ms IS NOT NULL;",
  recordTable("model_uploads", `${receptionColumns}, ${rawColumns}, ${derived("model_id", "modelId")}`),
  index("model_uploads", "checksum", true),
  index("model_uploads", "site_id, measurement_date, updated_at"),
  index("model_uploads", "measurement_date, updated_at"),
  "CREATE TABLE acceptances (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, upload TEXT NOT NULL, checksum TEXT NOT NULL) STRICT;",
  index("acceptances", "checksum"),
].join("\n");

/** Raised with every change of the schema; a folder of a version that `storeUpgrades` does not lead on from is refused. */
export const storeVersion = 2;

/** Statements that bring a store of an older version to `storeVersion`, by that version. */
export const storeUpgrades: ReadonlyMap<number, string> = new Map([
  [
    1,
    [
      "ALTER TABLE model_uploads ADD COLUMN was_received INTEGER NOT NULL DEFAULT 0;",
      "ALTER TABLE model_uploads ADD COLUMN process_at_ms INTEGER;",
      "UPDATE model_uploads SET was_received = 1 WHERE status <> 'created';",
    ].join(" "),
  ],
]);
