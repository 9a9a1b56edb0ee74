import { baseName, recordKey } from "./file-version.ts";
import { announcementOf, type Metadata, modelPid } from "./portal-records.ts";
import type { Instrument } from "./settings.ts";
import type { Upload } from "./upload.ts";

/** Source under which the portal keeps files: a device, or a model, at a site. */
export interface RecordSource {
  readonly site: string;
  readonly pid: string;
}

/** Place of a file on the portal as it was announced, whatever the settings say now. */
export interface DeliveredPlace extends RecordSource {
  readonly tags: readonly string[];
}

/** A place under which files of an instrument were delivered, with their first and last measurement date. */
export interface DeliveredSpan extends RecordSource {
  readonly from: string;
  readonly to: string;
}

const identity = /^([^|]*)\|\d{4}-\d\d-\d\d\|[^|]*\|([^|]*)\|(.*)$/s;

/** Reads the identity of a record (`recordKey`); null where it is none. */
export function placeOf(key: string): DeliveredPlace | null {
  const [, site, pid, tags] = identity.exec(key) ?? [];
  if (site === undefined || pid === undefined || tags === undefined) return null;
  return { site, pid, tags: tags === "" ? [] : tags.split(",") };
}

/** True for two names of one source. */
export function isSamePlace(one: RecordSource, other: RecordSource): boolean {
  return one.site === other.site && one.pid === other.pid;
}

/** True where a file was delivered under another place than its instrument has now: sent again, it may be filed under another device. */
export function isOfFormerPlace(
  { recordKey: key }: Pick<Upload, "recordKey">,
  { site, pid, tags }: Pick<Instrument, "site" | "pid" | "tags">,
): boolean {
  const place = key === null ? null : placeOf(key);
  return (
    place !== null && !(isSamePlace(place, { site, pid }) && place.tags.join() === tags.toSorted().join())
  );
}

/**
 * The portal's list of raw files that shows this place. That of a device which is no longer in the settings is asked for by its
 * PID: its type may have been another one.
 */
export function listOfPlace({ site, pid }: RecordSource) {
  const model = modelPid("");
  return pid.startsWith(model)
    ? ({ kind: "model", site, instrument: pid.slice(model.length) } as const)
    : ({ kind: "raw", site, instrument: pid } as const);
}

/** The announcement under which a file was delivered; null where it has never been hashed, or its name or date is another one now. */
export function announcedAs(
  present: Pick<Instrument, "kind" | "instrument" | "pid" | "site" | "tags">,
  upload: Pick<Upload, "recordKey" | "measurementDate" | "relPath">,
  checksum: string,
): Metadata | null {
  const place = upload.recordKey === null ? null : placeOf(upload.recordKey);
  if (place === null) return null;
  const source = isSamePlace(place, present) ? present : formerSource(place);
  const file = { measurementDate: upload.measurementDate, filename: baseName(upload.relPath), checksum };
  const metadata = announcementOf({ ...source, ...place }, file);
  return recordKey({ ...metadata, pid: place.pid }) === upload.recordKey ? metadata : null;
}

function formerSource(place: RecordSource): Pick<Instrument, "kind" | "instrument"> {
  const { kind, instrument } = listOfPlace(place);
  return kind === "model" ? { kind, instrument } : { instrument };
}
