import type { CoveredFile, DayFacts, LayerOfFile } from "#domain/day-facts.ts";
import type { DeliveredSpan, RecordSource } from "#domain/delivered-place.ts";
import type { ListedProduct, ListedRecord } from "#domain/portal-records.ts";
import type { Upload } from "#domain/upload.ts";
import type { FileVerdict } from "#domain/verdicts.ts";
import type { DateSpan } from "./ledger.ts";
import type { ReadOutcome } from "./portal.ts";

/** `raw`: raw files of one instrument id at a site; `model`: those of one model; `products`: product files of a whole site (`instrument` is ""). */
export interface ListName {
  readonly kind: "raw" | "model" | "products";
  readonly site: string;
  /** Id of the portal, of an instrument or model; of a device that is no longer in the settings its PID. */
  readonly instrument: string;
}

/**
 * A list, and the PIDs of its site whose records are of interest. Raw files are asked for by them where they are given: the portal may
 * keep earlier files of a device under another type than the settings name now. The list keeps its name.
 */
export interface AskedList extends ListName {
  readonly pids?: readonly string[];
  /**
   * How many files this station delivered under these PIDs, and how many of them are not among the records that `take` got so far:
   * then the list is asked for in another way, too (docs/adr/0032-two-looks.md). Left out: none are known.
   */
  lacking?(): Promise<{ readonly lacking: number; readonly of: number }>;
  /** Waited for before a list is asked for in another way, too. */
  pace?(): Promise<void>;
}

/** The list of the raw files of an instrument, or of a model. */
export type RawList = Exclude<ListName["kind"], "products">;

/** Dates, both included, or what changed since; ISO 8601 in UTC. */
export interface ListSpan {
  readonly dateFrom?: string;
  readonly dateTo?: string;
  readonly updatedAtFrom?: string;
}

/** Result of reading one list. */
export interface ListRead {
  readonly records: number;
  /** Records that are not in the documented format, or of a date that is none. */
  readonly leftOut: number;
  /** Files that were delivered are not shown, and no second list tells whether they are gone. */
  readonly isDoubted?: true;
}

/** The portal's lists, read piece by piece: whole ones may be larger than memory should be. No credentials are sent. */
export interface PortalLists {
  /** Reads a list of kind `raw` or `model`. `take` gets the records as they come; the next ones are read when it has resolved. */
  listRawFiles(
    list: AskedList,
    span: ListSpan,
    signal: AbortSignal,
    take: (records: readonly ListedRecord[]) => Promise<void>,
  ): Promise<ReadOutcome<ListRead>>;
  /**
   * Findings of the quality control of a product, one sentence each, worst first; null where its answer is no such report.
   * Optional for a portal: refused with 404 where it has none of this product or offers none at all.
   */
  qualityReport(uuid: string, signal: AbortSignal): Promise<ReadOutcome<readonly string[] | null>>;
  /** Products whose source is an instrument. */
  listProducts(
    site: string,
    span: ListSpan,
    signal: AbortSignal,
    take: (products: readonly ListedProduct[]) => Promise<void>,
  ): Promise<ReadOutcome<ListRead>>;
}

/** A month (`YYYY-MM`) of a list that was read; as month "" the newest look at what changed, as "recent" at the last days. */
export interface ListMark extends ListName {
  readonly month: string;
  /** By this PC's clock, epoch milliseconds. */
  readonly readAtMs: number;
  /** Newest change that the list shows, by the portal's clock; 0 where it shows none. */
  readonly newestAtMs: number;
}

/** An instrument of the settings, as days are asked for. */
export interface CoverageSource {
  /** Its name in the settings. */
  readonly name: string;
  readonly site: string;
  readonly list: RawList;
  /** The portal's id of the kind of instrument, or of the model. */
  readonly kind: string;
  readonly pid: string;
  readonly tags: readonly string[];
  /** Names of the other instruments with this site and PID. */
  readonly sameInstrument: readonly string[];
}

/** A file of a day as it is listed: paths of what was measured, names of what only the portal has. */
export interface CoverageFile {
  /** Id of the upload; null for what only the portal has. */
  readonly uploadId: string | null;
  /** Relative to the instrument's folder; the portal's file name for what only the portal has. */
  readonly relPath: string;
  /** Bytes, here; null for what only the portal has. */
  readonly size: number | null;
  /** When it was written last, epoch milliseconds; null for what only the portal has. */
  readonly modifiedAtMs: number | null;
  readonly layer: LayerOfFile | "only-on-portal";
  /** When the list was asked for that does not show what is `unlisted`, epoch milliseconds; else null. */
  readonly missedAtMs: number | null;
  readonly state: CoveredFile["state"] | null;
  /** This and the next are null where the portal lists no record of it. */
  readonly recordUuid: string | null;
  readonly verdict: FileVerdict | null;
}

/** Keeps what the portal's lists said in the ledger. Rejects as the ledger does. */
export interface RecordsKeeper {
  /** A list of this portal is going to be read: gives the number of the reading. All that was kept of another portal is removed. */
  beginReading(portalUrl: string): Promise<number>;
  /** Lists that were read, of the portal that `beginReading` named last. */
  listMarks(): Promise<readonly ListMark[]>;
  /** Adds or replaces by uuid. `reading` is from `beginReading`. */
  keepRecords(records: readonly ListedRecord[], reading: number): Promise<void>;
  keepProducts(products: readonly ListedProduct[], reading: number): Promise<void>;
  /**
   * A list was read to its end. With `whole`, every row could be read: dates, both included; what was kept of them for `pids`
   * and was not met in this reading is gone from the portal, and removed.
   */
  listEnded(
    mark: ListMark,
    reading: number,
    whole: { readonly from: string; readonly to: string; readonly pids: readonly string[] } | null,
  ): Promise<void>;
  /** Figures of the dates `from` to `to`, both included; days without anything are left out. */
  dayFacts(
    source: CoverageSource,
    from: string,
    to: string,
  ): Promise<readonly (readonly [date: string, facts: DayFacts])[]>;
  dayFiles(source: CoverageSource, date: string): Promise<readonly CoverageFile[]>;
  /** Uploads of an instrument with this measurement date: each path by its newest version that is not superseded. */
  dayUploads(instrument: string, date: string): Promise<readonly Upload[]>;
  /**
   * Records of this date that lists of the portal at this address showed: as they were met last, with the
   * moment by which they were, epoch milliseconds; null where no whole list tells it.
   */
  keptRecords(
    source: Pick<CoverageSource, "site" | "pid">,
    date: string,
    portalUrl: string,
  ): Promise<readonly { readonly record: ListedRecord; readonly metAtMs: number | null }[]>;
  /** Paths of delivered uploads that the portal has under another name, with these bytes. */
  twinsOf(checksum: string): Promise<readonly Pick<Upload, "instrument" | "relPath">[]>;
  /** Earliest measurement date of an instrument's uploads; null where there is none. */
  firstMeasured(instrument: string): Promise<string | null>;
  /** The same without what a person added. */
  firstWritten(instrument: string): Promise<string | null>;
  /** Places under which files of an instrument were delivered, the newest first. `dates`: only those that have files of them. */
  deliveredPlaces(instrument: string, dates?: DateSpan): Promise<readonly DeliveredSpan[]>;
  /** Files that were delivered to the portal of the lists under this place, since `sinceMs`, each record once; no duplicates. */
  deliveredFiles(
    place: RecordSource,
    dates: DateSpan,
    sinceMs: number,
  ): Promise<readonly Pick<ListedRecord, "measurementDate" | "filename">[]>;
  /** Whether any product of this source is kept. */
  isPublishing(source: Pick<CoverageSource, "site" | "pid">): Promise<boolean>;
  /**
   * Instrument and measurement date of the uploads that changed behind a journal line; null where the journal does not
   * reach back so far. `seq`: the newest line.
   */
  changedDays(sinceSeq: number): Promise<{
    readonly seq: number;
    readonly days: readonly (readonly [instrument: string, date: string])[] | null;
  }>;
}
