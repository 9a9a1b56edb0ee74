import type { Upload } from "../store/records.ts";
import type { Store } from "../store/store.ts";

/** An upload with what the portal knows about it beyond the contract. */
type UploadRow = {
  upload: Upload;
  /** Content arrived at least once, for this checksum or an earlier one. */
  wasReceived: boolean;
};

/** Content that was accepted: which bytes under which name, and when. */
export type Acceptance = { seq: number; at: string } & Pick<
  Upload,
  | "uuid"
  | "checksum"
  | "filename"
  | "measurementDate"
  | "siteId"
  | "instrumentId"
  | "instrumentPid"
  | "tags"
  | "size"
> & { isReplacement: boolean };

/** The raw instrument files of the portal. */
export type UploadTable = {
  byChecksum(checksum: string): UploadRow | undefined;
  /** By (site, measurementDate, filename, instrument PID, sorted tags): portal-observed.md, section 1. */
  byIdentity(
    identity: Pick<Upload, "siteId" | "measurementDate" | "filename" | "instrumentPid" | "tags">,
  ): UploadRow | undefined;
  byUuid(uuid: string): UploadRow | undefined;
  /** Inserts or replaces by uuid; keeps what is known of received content. */
  save(upload: Upload): void;
  remove(uuid: string): void;
  /** Saves an upload whose content has just been put in place, notes the acceptance and when processing is due. */
  accept(upload: Upload, processAtMs: number): void;
  /** Acceptances after `seq`, oldest first. */
  acceptances(afterSeq: number, limit: number): Acceptance[];
  /** Epoch milliseconds of the next upload to process. */
  nextDueMs(): number | undefined;
  /** Uploads that are due, by instrument and day, so that a day is processed in one piece. */
  due(nowMs: number): Upload[];
  /** Uploads of an instrument and a day whose content is stored. */
  ofDay(day: Pick<Upload, "siteId" | "measurementDate" | "instrumentPid">): Upload[];
  /** Saves an upload that processing has finished with. */
  settle(upload: Upload): void;
};

type Row = { record: string; was_received: number };

const columns = "record, was_received";

/** Reads and writes `uploads` and `acceptances`. */
export function uploadTable(store: Store): UploadTable {
  const one = (where: string, ...values: string[]): UploadRow | undefined => {
    const row = store.statement(`SELECT ${columns} FROM uploads WHERE ${where}`).get(...values);
    return row && asUploadRow(row as Row);
  };
  const save = (upload: Upload): void => {
    store
      .statement(
        "INSERT INTO uploads (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record, process_at_ms = NULL",
      )
      .run(upload.uuid, JSON.stringify(upload));
  };
  return {
    byChecksum: (checksum) => one("checksum = ?", checksum),
    byUuid: (uuid) => one("id = ?", uuid),
    byIdentity: ({ siteId, measurementDate, filename, instrumentPid, tags }) =>
      one(
        "site_id = ? AND measurement_date = ? AND filename = ? AND instrument_pid = ? AND tags = ?",
        siteId,
        measurementDate,
        filename,
        instrumentPid,
        JSON.stringify(tags),
      ),
    save,
    settle: save,
    remove: (uuid) => {
      store.statement("DELETE FROM uploads WHERE id = ?").run(uuid);
    },
    accept: (upload, processAtMs) => {
      store.transaction(() => {
        const previous = one("id = ?", upload.uuid);
        store
          .statement("UPDATE uploads SET record = ?, was_received = 1, process_at_ms = ? WHERE id = ?")
          .run(JSON.stringify(upload), processAtMs, upload.uuid);
        store
          .statement("INSERT INTO acceptances (at, upload, checksum) VALUES (?, ?, ?)")
          .run(
            upload.updatedAt,
            JSON.stringify({ ...upload, isReplacement: previous?.wasReceived === true }),
            upload.checksum,
          );
      });
    },
    acceptances: (afterSeq, limit) =>
      store
        .statement("SELECT seq, at, upload FROM acceptances WHERE seq > ? ORDER BY seq LIMIT ?")
        .all(afterSeq, limit)
        .map(asAcceptance),
    nextDueMs: () => {
      const due = store
        .statement("SELECT min(process_at_ms) AS due FROM uploads WHERE process_at_ms IS NOT NULL")
        .get()?.due;
      return typeof due === "number" ? due : undefined;
    },
    due: (nowMs) =>
      store.records<Upload>(
        "SELECT record FROM uploads WHERE process_at_ms <= ? ORDER BY site_id, instrument_pid, measurement_date, filename",
        nowMs,
      ),
    ofDay: ({ siteId, measurementDate, instrumentPid }) =>
      store.records<Upload>(
        "SELECT record FROM uploads WHERE instrument_pid = ? AND measurement_date = ? AND site_id = ? AND status <> 'created' ORDER BY filename, tags",
        instrumentPid,
        measurementDate,
        siteId,
      ),
  };
}

function asUploadRow(row: Row): UploadRow {
  return { upload: JSON.parse(row.record) as Upload, wasReceived: row.was_received === 1 };
}

function asAcceptance(row: Record<string, unknown>): Acceptance {
  const {
    uuid,
    checksum,
    filename,
    measurementDate,
    siteId,
    instrumentId,
    instrumentPid,
    tags,
    size,
    isReplacement,
  } = JSON.parse(String(row.upload)) as Upload & { isReplacement: boolean };
  const what = { uuid, checksum, filename, measurementDate, siteId, instrumentId, instrumentPid, tags, size };
  return { seq: Number(row.seq), at: String(row.at), ...what, isReplacement };
}
