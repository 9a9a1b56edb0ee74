/**
 * What the portal publishes, in one shape whichever of the two shapes it came in
 * (portal-api.md, "Resources and their fields"; drift: portal-observed.md §4).
 */

/** Announcement of a file (portal-api.md, "POST /upload/metadata/"). */
export interface Metadata {
  readonly measurementDate: string;
  readonly instrument: string;
  readonly instrumentPid: string;
  readonly filename: string;
  /** MD5, 32 lower-case hexadecimal characters. */
  readonly checksum: string;
  readonly site: string;
  readonly tags: readonly string[];
}

/** A raw file as the portal lists it (portal-api.md, "Upload"). */
export interface RawFile {
  readonly uuid: string;
  readonly checksum: string;
  readonly filename: string;
  readonly measurementDate: string;
  /** Bytes. */
  readonly size: number;
  /** `created` (announced only), `uploaded`, `processed`, `invalid`, or a word not known yet. */
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly instrumentPid: string | null;
  readonly tags: readonly string[];
  readonly siteId: string;
  readonly instrumentId: string | null;
  readonly downloadUrl: string;
}
