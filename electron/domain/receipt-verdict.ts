import type { Metadata, RawFile } from "./portal-records.ts";
import type { Receipt } from "./upload.ts";

/** Fields of a record on which verdicts rest. */
export type SeenRecord = Pick<
  RawFile,
  | "uuid"
  | "checksum"
  | "filename"
  | "measurementDate"
  | "status"
  | "updatedAt"
  | "siteId"
  | "instrumentPid"
  | "tags"
>;

/** Identity of a record (docs/portal/observed.md §1). */
type RecordPlace = Pick<SeenRecord, "filename" | "siteId" | "measurementDate" | "instrumentPid" | "tags">;

/** Records of one site and instrument type as the portal listed them, found by MD5, by date and name, and by uuid. */
export interface RecordIndex {
  withChecksum(checksum: string): readonly SeenRecord[];
  named(measurementDate: string, filename: string): readonly SeenRecord[];
  withUuid(uuid: string): SeenRecord | null;
}

/** Verdict of the portal's records on a file that it had confirmed. */
export type ReceiptVerdict =
  /** It holds the bytes, as the receipt says. */
  | { readonly kind: "same"; readonly record: SeenRecord }
  /** It holds the bytes, under another name by now. */
  | { readonly kind: "moved"; readonly record: SeenRecord }
  /** There is a record, announced only: it holds nothing. */
  | { readonly kind: "not-received"; readonly record: SeenRecord }
  /** The file's record has other content. */
  | { readonly kind: "replaced"; readonly record: SeenRecord }
  /** No record of the bytes or the name is among them; `changed`: the duplicate that the receipt names has other content. */
  | { readonly kind: "missing"; readonly changed: SeenRecord | null };

/** An announced record holds nothing until its content has arrived (docs/portal/observed.md §2, statuses). */
export function isReceived({ status }: Pick<SeenRecord, "status">): boolean {
  return status !== "created";
}

/** True where the record is the one that this announcement would make or change. */
export function isSameRecord(record: RecordPlace, metadata: Metadata): boolean {
  return (
    record.filename === metadata.filename &&
    // The optional route may leave the site out.
    (record.siteId === "" || record.siteId === metadata.site) &&
    record.measurementDate === metadata.measurementDate &&
    (record.instrumentPid === null || record.instrumentPid === metadata.instrumentPid) &&
    [...record.tags].sort().join() === [...metadata.tags].sort().join()
  );
}

/** Looks records up as often as wanted; made once of each list. */
export function recordIndex(records: readonly SeenRecord[]): RecordIndex {
  const byChecksum = Map.groupBy(records, ({ checksum }) => checksum);
  const byName = Map.groupBy(records, ({ measurementDate, filename }) => `${measurementDate}/${filename}`);
  const byUuid = new Map(records.map((record) => [record.uuid, record]));
  return {
    withChecksum: (checksum) => byChecksum.get(checksum) ?? [],
    named: (measurementDate, filename) => byName.get(`${measurementDate}/${filename}`) ?? [],
    withUuid: (uuid) => byUuid.get(uuid) ?? null,
  };
}

/** Compares a receipt, `metadata` as it was announced, with what the portal lists now. */
export function receiptVerdictOf(
  metadata: Metadata,
  { kind, recordUuid }: Pick<Receipt, "kind" | "recordUuid">,
  index: RecordIndex,
): ReceiptVerdict {
  const holders = index.withChecksum(metadata.checksum);
  const received = holders.filter(isReceived);
  const own = received.find((record) => isSameRecord(record, metadata)) ?? received.find(isNamedSo(metadata));
  const [other = null] = received;
  if (own !== undefined) return { kind: "same", record: own };
  if (other !== null) return { kind: kind === "twin" ? "same" : "moved", record: other };
  const [announced = null] = holders;
  if (announced !== null) return { kind: "not-received", record: announced };
  if (kind === "twin")
    return { kind: "missing", changed: recordUuid === null ? null : index.withUuid(recordUuid) };
  const { measurementDate, filename } = metadata;
  const place = index.named(measurementDate, filename).find((record) => isSameRecord(record, metadata));
  return place === undefined ? { kind: "missing", changed: null } : { kind: "replaced", record: place };
}

/** Tags or PID may be left out of a list. */
function isNamedSo({ filename, measurementDate }: Metadata): (record: SeenRecord) => boolean {
  return (record) => record.filename === filename && record.measurementDate === measurementDate;
}
