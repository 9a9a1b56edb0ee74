import { isAdded } from "./added-files.ts";
import type { RecordSource } from "./delivered-place.ts";
import { baseName } from "./file-version.ts";
import type { ListedRecord } from "./portal-records.ts";
import type { UploadState } from "./upload.ts";
import { type FileVerdict, verdictOfStatus } from "./verdicts.ts";

/** A product that the portal made of an instrument's day. */
export interface PublishedProduct {
  /** Product id. */
  readonly product: string;
  readonly uuid: string;
  readonly volatile: boolean;
  /** `pass`, `info`, `warning`, `error`, or null. */
  readonly errorLevel: string | null;
}

/** A path that was found finished here, by its newest version. */
export interface MeasuredFile {
  /** Id of the upload. */
  readonly id: string;
  readonly relPath: string;
  /** MD5; null while it is not hashed. */
  readonly checksum: string | null;
  /** Bytes. */
  readonly size: number;
  readonly state: UploadState;
  /** When it was written last, epoch milliseconds. */
  readonly modifiedAtMs: number;
  /** When it was found finished, epoch milliseconds. */
  readonly foundAtMs: number;
  /** Time of its last change of state, epoch milliseconds. */
  readonly changedAtMs: number;
  /** The portal named a record of other bytes' name for it (docs/adr/0012-a-receipt-needs-a-record.md). */
  readonly isTwin: boolean;
  /** Delivered to the portal whose lists these are. */
  readonly hasReceipt: boolean;
  /** Readings of lists that had begun when its receipt came; null for receipts of earlier versions, which say only when. */
  readonly reading: number | null;
}

/** A record of the portal's lists. */
export interface KeptRecord extends ListedRecord {
  /** Number of the reading that it was met in last. */
  readonly reading: number;
}

/** A list of the portal's that was read. */
export interface ReadList {
  readonly reading: number;
  /** When it was asked for, epoch milliseconds. */
  readonly atMs: number;
}

/**
 * Layers of a measured file: what the portal has of it. `unlisted`: accepted by its receipt, and a whole list that was
 * asked for after it does not show it.
 */
export const layersOfFile = [
  "missing",
  "unlisted",
  "other-content",
  "accepted",
  "processed",
  "invalid",
] as const;

export type LayerOfFile = (typeof layersOfFile)[number];

/** A measured file with what the portal has of it. */
export interface CoveredFile extends MeasuredFile {
  readonly layer: LayerOfFile;
  /** The portal's record; null where it lists none. */
  readonly record: ListedRecord | null;
  /** For `unlisted`: time at which that list was asked for, epoch milliseconds. Null for all others. */
  readonly missedAtMs: number | null;
}

/** The files of one day on both sides. */
export interface DayFiles {
  readonly files: readonly CoveredFile[];
  /** Received by the portal, and not measured here. */
  readonly onlyOnPortal: readonly ListedRecord[];
}

/** Counts of one day: numbers of files, and the products. */
export interface DayCounts {
  /** Files that were ever found finished here, without those given up by a person. */
  readonly measured: number;
  /** Measured files whose bytes the portal has: by its receipt, or by its lists. */
  readonly accepted: number;
  /** Accepted files that a whole list, asked for after their receipts, does not show. */
  readonly unlisted: number;
  readonly processed: number;
  readonly invalid: number;
  /** The portal has other bytes under their name. */
  readonly otherContent: number;
  /** Files that the portal has and that were not measured here. */
  readonly onlyOnPortal: number;
  readonly published: readonly PublishedProduct[];
}

/** Figures of one day that do not depend on the time of day. Times are epoch milliseconds, null where there is none. */
export interface DayFacts extends DayCounts {
  /** End of the oldest file that is not delivered. */
  readonly unsentSinceMs: number | null;
  /** Delivery of the oldest that is delivered, and that the portal's lists contradict. */
  readonly unlistedSinceMs: number | null;
  /**
   * Last change of the oldest record that is not processed, or delivery of the oldest file without a record. An invalid
   * file is judged: it is not awaited.
   */
  readonly unprocessedSinceMs: number | null;
  /** Last change of the newest record that is. */
  readonly processedAtMs: number | null;
  /** Places under which files of the day were delivered, if the settings name another one now; left out: none. */
  readonly former?: readonly RecordSource[];
}

/** An announced record holds nothing until its content has arrived (docs/portal/observed.md §2, statuses). */
function hasContent({ status }: Pick<ListedRecord, "status">): boolean {
  return status !== "created";
}

/** Both sides of one instrument's day. */
export interface BothSides {
  /** Newest version of each path. */
  readonly files: readonly MeasuredFile[];
  /** The portal's records of the instrument and day, of any tags. */
  readonly records: readonly KeptRecord[];
  /** Tags of this instrument. */
  readonly tags: readonly string[];
  /** When the newest list behind the records was asked for, epoch milliseconds; null where none was read. */
  readonly listedAtMs: number | null;
  /** The newest list of the day that ended whole and of which every row could be read; null where there is none. */
  readonly whole: ReadList | null;
  /** A record of another day or instrument with these bytes. */
  elsewhere(checksum: string): ListedRecord | null;
  /** Checksums that other instruments of the settings with the same PID measured. */
  readonly ofSameInstrument: ReadonlySet<string>;
}

/** Leaves out copies: a file that a person added and the instrument's folder has as well is one file, that of the folder. */
function withoutCopies(files: readonly MeasuredFile[]): readonly MeasuredFile[] {
  const inFolder = new Set(
    files.flatMap(({ relPath, state, checksum }) =>
      isAdded(relPath) || state === "cancelled" || checksum === null ? [] : [checksum],
    ),
  );
  return files.filter(
    ({ relPath, checksum }) => !isAdded(relPath) || checksum === null || !inFolder.has(checksum),
  );
}

/** Files of one name are one record on the portal, whatever their folders: one counts, the newest. */
function onePerRecord(files: readonly MeasuredFile[]): readonly MeasuredFile[] {
  const isOver = ({ state }: MeasuredFile) => state === "superseded" || state === "cancelled";
  const newest = new Map<string, MeasuredFile>();
  for (const file of files) {
    const name = baseName(file.relPath);
    const other = newest.get(name);
    const isNewer =
      other === undefined ||
      (isOver(file) === isOver(other) ? file.foundAtMs > other.foundAtMs : isOver(other));
    if (isNewer) newest.set(name, file);
  }
  return [...newest.values()];
}

/** True where a list was asked for after the receipt of a file: in the order of the requests, as clocks jump. */
function isAfter({ reading, changedAtMs }: MeasuredFile, list: ReadList): boolean {
  return reading === null ? list.atMs >= changedAtMs : list.reading > reading;
}

/**
 * Compares by MD5, then by name. A receipt counts until a list that was asked for after it shows other bytes under its name:
 * those of earlier lists are the ones that it took the place of.
 */
export function matchFiles(sides: BothSides): DayFiles {
  const { files, records, tags, listedAtMs, whole, elsewhere, ofSameInstrument } = sides;
  const received = records.filter(hasContent);
  const ownTags = tagText(tags);
  const byChecksum = new Map(received.map((record) => [record.checksum, record]));
  const own = received.filter((record) => tagText(record.tags) === ownTags);
  const byName = new Map(own.map((record) => [record.filename, record]));
  const met = new Set<ListedRecord>();
  const layerOf = (file: MeasuredFile, named: KeptRecord | null): Omit<CoveredFile, keyof MeasuredFile> => {
    const { checksum } = file;
    const same = checksum === null ? null : (byChecksum.get(checksum) ?? elsewhere(checksum));
    if (same !== null) {
      met.add(same);
      return { layer: verdictOn(same), record: same, missedAtMs: null };
    }
    // The record of a twin may be of a site that is not asked for.
    if (file.isTwin && file.hasReceipt) return { layer: "accepted", record: null, missedAtMs: null };
    const isSame = named !== null && named.checksum === null && named.size === file.size;
    if (isSame && checksum !== null) return { layer: verdictOn(named), record: named, missedAtMs: null };
    const isOther =
      named !== null &&
      (!file.hasReceipt || isAfter(file, { reading: named.reading, atMs: listedAtMs ?? 0 }));
    // Before this file was read, nobody knows that its record holds other content.
    if (isOther && checksum !== null) return { layer: "other-content", record: named, missedAtMs: null };
    if (!file.hasReceipt) return { layer: "missing", record: named, missedAtMs: null };
    return named === null && whole !== null && isAfter(file, whole)
      ? { layer: "unlisted", record: null, missedAtMs: whole.atMs }
      : { layer: "accepted", record: null, missedAtMs: null };
  };
  const covered = onePerRecord(withoutCopies(files)).map((file): CoveredFile => {
    const named = byName.get(baseName(file.relPath)) ?? null;
    if (named !== null) met.add(named);
    return { ...file, ...layerOf(file, named) };
  });
  const ofOthers = (record: ListedRecord) =>
    record.checksum !== null && ofSameInstrument.has(record.checksum);
  return { files: covered, onlyOnPortal: own.filter((record) => !met.has(record) && !ofOthers(record)) };
}

/** How far the portal is with a record whose content it has. */
export function verdictOn({ status }: Pick<ListedRecord, "status">): FileVerdict {
  return verdictOfStatus(status) ?? "accepted";
}

function tagText(tags: readonly string[]): string {
  return [...tags].sort().join();
}

/** A file that a person gave up is awaited no more, unless the portal has it. */
function isGivenUp({ state, layer }: CoveredFile): boolean {
  return state === "cancelled" && (layer === "missing" || layer === "other-content");
}

/** True for what is measured and not accepted, as far as is known. */
function isMissing(file: CoveredFile): boolean {
  return !isGivenUp(file) && (file.layer === "missing" || file.layer === "other-content");
}

/** The figures of one day. */
export function factsOf({ files, onlyOnPortal }: DayFiles, published: readonly PublishedProduct[]): DayFacts {
  const counted = files.filter((file) => !isGivenUp(file));
  const count = (...layers: readonly LayerOfFile[]) =>
    counted.filter(({ layer }) => layers.includes(layer)).length;
  const changed = (...layers: readonly LayerOfFile[]) =>
    counted.flatMap(({ layer, record }) =>
      record !== null && layers.includes(layer) ? [record.updatedAtMs] : [],
    );
  /** Accepted by their receipts alone. Whether a twin was processed shows where its record is. */
  const unseen = counted.filter(
    ({ layer, record, isTwin }) =>
      record === null && !isTwin && (layer === "accepted" || layer === "unlisted"),
  );
  const missing = counted.filter(isMissing);
  const isDelivered = ({ state }: MeasuredFile) => state === "delivered";
  return {
    measured: counted.length,
    accepted: count("accepted", "unlisted", "processed", "invalid"),
    unlisted: count("unlisted"),
    processed: count("processed"),
    invalid: count("invalid"),
    otherContent: count("other-content"),
    onlyOnPortal: onlyOnPortal.length,
    published,
    unsentSinceMs: smallest(missing.filter((file) => !isDelivered(file)).map(({ foundAtMs }) => foundAtMs)),
    unlistedSinceMs: smallest(missing.filter(isDelivered).map(({ changedAtMs }) => changedAtMs)),
    unprocessedSinceMs: smallest([...changed("accepted"), ...unseen.map(({ changedAtMs }) => changedAtMs)]),
    processedAtMs: largest(changed("processed")),
  };
}

function smallest(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b));
}

function largest(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b));
}
