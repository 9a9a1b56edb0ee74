import type { PortalStore } from "#mock-portal/store/portal-store.ts";
import type { ModelUpload, StoredUpload } from "#mock-portal/store/records.ts";

/** An upload with what the portal knows about it beyond the contract. */
type UploadRow<Raw> = {
  upload: Raw;
  /** Content arrived at least once, for this checksum or an earlier one. */
  wasReceived: boolean;
};

/** Content that was accepted: which bytes under which name, and when; of an instrument's file or a model's. */
export type Acceptance = { seq: number; at: string; isReplacement: boolean } & Pick<
  StoredUpload & ModelUpload,
  "uuid" | "checksum" | "filename" | "measurementDate" | "size" | "siteId"
> &
  Partial<Pick<StoredUpload & ModelUpload, "instrumentPid" | "tags" | "instrumentId" | "modelId">>;

/** Table of raw files: what instrument files and model files have in common. */
export type RawTable<Raw extends StoredUpload | ModelUpload> = {
  byChecksum(checksum: string): UploadRow<Raw> | undefined;
  /** By what makes a record another one: docs/portal/observed.md §1. */
  byIdentity(identity: Identity<Raw>): UploadRow<Raw> | undefined;
  byUuid(uuid: string): UploadRow<Raw> | undefined;
  /** Inserts or replaces by uuid; keeps what is known of received content. */
  save(upload: Raw): void;
  remove(uuid: string): void;
  /** Saves an upload whose content has just been put in place, and when processing is due; the acceptance is noted. */
  accept(upload: Raw, processAtMs: number): void;
  /** Epoch milliseconds of the next upload to process. */
  nextDueMs(): number | undefined;
  /** Uploads that are due, by source and day, so that a day is processed in one piece. */
  due(nowMs: number): Raw[];
  /** Saves an upload that processing has finished with. */
  settle(upload: Raw): void;
};

/** (site, measurementDate, filename) and the instrument PID with sorted tags, or the model. */
type Identity<Raw> = Raw extends StoredUpload
  ? Pick<StoredUpload, "siteId" | "measurementDate" | "filename" | "instrumentPid" | "tags">
  : Pick<ModelUpload, "siteId" | "measurementDate" | "filename" | "modelId">;

/** The raw instrument files of the portal, and what was accepted of both kinds. */
export type UploadTable = RawTable<StoredUpload> & {
  /** Acceptances after `seq`, oldest first, model files among them. */
  acceptances(afterSeq: number, limit: number): Acceptance[];
  /** Uploads of an instrument and a day whose content is stored. */
  ofDay(day: Pick<StoredUpload, "siteId" | "measurementDate" | "instrumentPid">): StoredUpload[];
};

type Row = { record: string; was_received: number };

/** Reads and writes one table of raw files, and notes what is accepted; `sourceColumns` tell an instrument's or a model's files apart. */
function rawTable<Raw extends StoredUpload | ModelUpload>(
  store: PortalStore,
  table: "uploads" | "model_uploads",
  sourceColumns: readonly string[],
  sourceOf: (identity: Identity<Raw>) => string[],
): RawTable<Raw> {
  const one = (where: string, ...values: string[]): UploadRow<Raw> | undefined => {
    const row = store.statement(`SELECT record, was_received FROM ${table} WHERE ${where}`).get(...values);
    return row && asUploadRow(row as Row);
  };
  const save = (upload: Raw): void => {
    store
      .statement(
        `INSERT INTO ${table} (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record, process_at_ms = NULL`,
      )
      .run(upload.uuid, JSON.stringify(upload));
  };
  const identity = ["site_id", "measurement_date", "filename", ...sourceColumns];
  return {
    byChecksum: (checksum) => one("checksum = ?", checksum),
    byUuid: (uuid) => one("id = ?", uuid),
    byIdentity: (given) =>
      one(
        identity.map((column) => `${column} = ?`).join(" AND "),
        given.siteId,
        given.measurementDate,
        given.filename,
        ...sourceOf(given),
      ),
    save,
    settle: save,
    remove: (uuid) => {
      store.statement(`DELETE FROM ${table} WHERE id = ?`).run(uuid);
    },
    accept: (upload, processAtMs) => {
      store.transaction(() => {
        const isReplacement = one("id = ?", upload.uuid)?.wasReceived === true;
        store
          .statement(`UPDATE ${table} SET record = ?, was_received = 1, process_at_ms = ? WHERE id = ?`)
          .run(JSON.stringify(upload), processAtMs, upload.uuid);
        store
          .statement("INSERT INTO acceptances (at, upload, checksum) VALUES (?, ?, ?)")
          .run(upload.updatedAt, JSON.stringify({ ...upload, isReplacement }), upload.checksum);
      });
    },
    nextDueMs: () => {
      const due = store
        .statement(`SELECT min(process_at_ms) AS due FROM ${table} WHERE process_at_ms IS NOT NULL`)
        .get()?.due;
      return typeof due === "number" ? due : undefined;
    },
    due: (nowMs) =>
      store.records<Raw>(
        `SELECT record FROM ${table} WHERE process_at_ms <= ? ORDER BY site_id, ${sourceColumns[0]}, measurement_date, filename`,
        nowMs,
      ),
  };
}

/** Reads and writes `model_uploads`. */
export function modelUploadTable(store: PortalStore): RawTable<ModelUpload> {
  return rawTable<ModelUpload>(store, "model_uploads", ["model_id"], ({ modelId }) => [modelId]);
}

/** Reads and writes `uploads`, and reads `acceptances`. */
export function uploadTable(store: PortalStore): UploadTable {
  const table = rawTable<StoredUpload>(
    store,
    "uploads",
    ["instrument_pid", "tags"],
    ({ instrumentPid, tags }) => [instrumentPid, JSON.stringify(tags)],
  );
  return {
    ...table,
    acceptances: (afterSeq, limit) =>
      store
        .statement("SELECT seq, at, upload FROM acceptances WHERE seq > ? ORDER BY seq LIMIT ?")
        .all(afterSeq, limit)
        .map(asAcceptance),
    ofDay: ({ siteId, measurementDate, instrumentPid }) =>
      store.records<StoredUpload>(
        "SELECT record FROM uploads WHERE instrument_pid = ? AND measurement_date = ? AND site_id = ? AND status <> 'created' ORDER BY filename, tags",
        instrumentPid,
        measurementDate,
        siteId,
      ),
  };
}

function asUploadRow<Raw>(row: Row): UploadRow<Raw> {
  return { upload: JSON.parse(row.record) as Raw, wasReceived: row.was_received === 1 };
}

function asAcceptance(row: Record<string, unknown>): Acceptance {
  const {
    status: _,
    createdAt: __,
    updatedAt: ___,
    instrumentInfoUuid: ____,
    ...what
  } = JSON.parse(String(row.upload)) as StoredUpload & { isReplacement: boolean };
  return { seq: Number(row.seq), at: String(row.at), ...what };
}
