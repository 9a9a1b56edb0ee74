import { recordKey, unfitNameReason } from "#domain/file-version.ts";
import type { Metadata, RawFile } from "#domain/portal-records.ts";

/** Record of a raw file in the model portal. */
export interface KeptRecord {
  readonly uuid: string;
  metadata: Metadata;
  status: "created" | "uploaded";
  size: number;
  /** Contents it has had. */
  contents: number;
}

/** A content that was taken in, in the order of arrival. */
export interface Accepted {
  readonly filename: string;
  readonly checksum: string;
  readonly size: number;
}

/** Result of an announcement or a content by the portal's rules alone. */
export type Verdict =
  | "accepted"
  | "received-before"
  | "refused"
  | "stored"
  | "replaced"
  | "no-metadata"
  | "checksum-mismatch";

/** The rules of docs/portal/observed.md §1 and §2 over records in memory. */
export class FakePortalRecords {
  readonly accepted: Accepted[] = [];
  /** Checksums whose record was announced again with other content. */
  readonly displaced = new Set<string>();
  readonly #records = new Map<string, KeptRecord>();
  readonly #byChecksum = new Map<string, KeptRecord>();
  #lastUuid = 0;

  announce(metadata: Metadata, todayUtc: string): Verdict {
    if (!/^[0-9a-f]{32}$/.test(metadata.checksum) || unfitNameReason(metadata.filename) !== null)
      return "refused";
    const latest = new Date(Date.parse(todayUtc) + 5 * 86_400_000).toISOString().slice(0, 10);
    if (metadata.measurementDate > latest) return "refused";
    const same = this.byChecksum(metadata.checksum);
    if (same !== null && same.status !== "created") return "received-before";
    const key = keyOf(metadata);
    if (same !== null && keyOf(same.metadata) !== key) this.forget(metadata.checksum);
    const kept = this.#records.get(key);
    if (kept !== undefined) {
      this.#byChecksum.delete(kept.metadata.checksum);
      if (kept.metadata.checksum !== metadata.checksum) this.displaced.add(kept.metadata.checksum);
    }
    const record = kept ?? {
      uuid: `record-${++this.#lastUuid}`,
      metadata,
      status: "created",
      size: 0,
      contents: 0,
    };
    Object.assign(record, { metadata, status: "created", size: 0 });
    this.#records.set(key, record);
    this.#byChecksum.set(metadata.checksum, record);
    return "accepted";
  }

  /** The answer that needs no body; null when the body must be read. */
  early(checksum: string): Verdict | null {
    const record = this.byChecksum(checksum);
    if (record === null) return "no-metadata";
    return record.status === "created" ? null : "replaced";
  }

  take(checksum: string, arrived: { readonly checksum: string; readonly size: number }): Verdict {
    const record = this.byChecksum(checksum);
    if (record === null) return "no-metadata";
    if (arrived.checksum !== checksum) return "checksum-mismatch";
    this.accepted.push({ filename: record.metadata.filename, checksum, size: arrived.size });
    record.status = "uploaded";
    record.size = arrived.size;
    record.contents += 1;
    return record.contents === 1 ? "stored" : "replaced";
  }

  /** The files that it lists as received or announced. */
  all(): readonly RawFile[] {
    return [...this.#records.values()].map(rawFileOf);
  }

  byChecksum(checksum: string): KeptRecord | null {
    return this.#byChecksum.get(checksum) ?? null;
  }

  rawFileOf(checksum: string): RawFile | null {
    const record = this.byChecksum(checksum);
    return record === null ? null : rawFileOf(record);
  }

  /** It forgets an announcement, as when another PC announces the same bytes. */
  forget(checksum: string): void {
    const record = this.byChecksum(checksum);
    if (record !== null) this.#records.delete(keyOf(record.metadata));
    this.#byChecksum.delete(checksum);
  }
}

function keyOf(metadata: Metadata): string {
  return recordKey({ ...metadata, pid: metadata.instrumentPid });
}

function rawFileOf({ uuid, metadata, status, size }: KeptRecord): RawFile {
  return {
    uuid,
    checksum: metadata.checksum,
    filename: metadata.filename,
    measurementDate: metadata.measurementDate,
    size,
    status,
    createdAt: "2024-06-01T00:00:00.000Z",
    updatedAt: "2024-06-01T00:00:00.000Z",
    instrumentPid: metadata.instrumentPid,
    tags: metadata.tags,
    siteId: metadata.site,
    instrumentId: metadata.instrument,
    downloadUrl: `http://127.0.0.1/api/download/raw/${uuid}/${metadata.filename}`,
  };
}
