import type { Instrument, SourceKind } from "./settings.ts";

/**
 * Records that the portal publishes, in one shape whichever of the two shapes they came in
 * (docs/portal/api.md, "Resources and their fields"; drift: docs/portal/observed.md §4).
 * Timestamps are ISO 8601 UTC as the portal writes them, dates `YYYY-MM-DD`, sizes bytes.
 */

/** Announcement of a file (docs/portal/api.md, "POST /upload/metadata/"). */
export interface Metadata {
  /** `model`: announced as a model file (docs/portal/observed.md §5), which has neither PID nor tags. */
  readonly kind?: SourceKind;
  readonly measurementDate: string;
  /** Instrument id of the portal; for a model its id. */
  readonly instrument: string;
  readonly instrumentPid: string;
  readonly filename: string;
  /** MD5, 32 lower-case hexadecimal characters. */
  readonly checksum: string;
  readonly site: string;
  readonly tags: readonly string[];
}

/** Stands for the PID of a model, which has none: files of two models are two records, whatever their names. */
export function modelPid(modelId: string): string {
  return `model:${modelId}`;
}

/** Makes the announcement of a file: where it belongs by the settings, and what it is. */
export function announcementOf(
  { kind, instrument, pid, site, tags }: Pick<Instrument, "kind" | "instrument" | "pid" | "site" | "tags">,
  file: Pick<Metadata, "measurementDate" | "filename" | "checksum">,
): Metadata {
  const { measurementDate, filename, checksum } = file;
  const metadata = { measurementDate, instrument, instrumentPid: pid, filename, checksum, site, tags };
  return kind === undefined ? metadata : { kind, ...metadata };
}

/** The portal's list of raw files that shows them (docs/portal/api.md, "Endpoints"). */
export function rawListOf(kind: SourceKind | undefined): "raw" | "model" {
  return kind === "model" ? "model" : "raw";
}

interface RawRecord {
  readonly uuid: string;
  /** MD5. */
  readonly checksum: string;
  readonly filename: string;
  readonly measurementDate: string;
  /** Bytes. */
  readonly size: number;
  /** `created` (announced only), `uploaded`, `processed`, `invalid`, or a word not known yet. */
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly siteId: string;
  readonly downloadUrl: string;
}

/** A raw file as the portal lists it (docs/portal/api.md, "Upload"). */
export interface RawFile extends RawRecord {
  readonly instrumentPid: string | null;
  readonly tags: readonly string[];
  readonly instrumentId: string | null;
}

/** A raw file with what it refers to. */
export interface RawFileDetails extends RawFile {
  readonly s3key: string | null;
  readonly site: Site | null;
  /** The type; null where the portal embeds the record only (docs/portal/observed.md §4). */
  readonly instrumentType: InstrumentType | null;
  readonly instrumentRecord: InstrumentRecord | null;
}

/** A raw model file (docs/portal/api.md, "ModelUpload"). */
export interface RawModelFile extends RawRecord {
  readonly s3key: string | null;
  readonly modelId: string;
  readonly site: Site | null;
  readonly model: Model | null;
}

/** A measuring station; a mobile one has no fixed position and country (docs/portal/observed.md §4). */
export interface Site {
  readonly id: string;
  readonly humanReadableName: string;
  readonly stationName: string | null;
  /** Null also where the portal leaves it out (sites inside files). */
  readonly description: string | null;
  readonly type: readonly string[];
  /** Degrees. */
  readonly latitude: number | null;
  /** Degrees. */
  readonly longitude: number | null;
  readonly altitude: number | null;
  readonly gaw: string | null;
  readonly dvasId: string | null;
  readonly infraId: number | null;
  readonly country: string | null;
  /** Two letters. */
  readonly countryCode: string | null;
  readonly countrySubdivisionCode: string | null;
}

export interface Product {
  readonly id: string;
  readonly humanReadableName: string;
  /** `geophysical`, `instrument`, `model`, or a word not known yet. */
  readonly type: readonly string[];
  readonly experimental: boolean;
}

export interface ProductVariable {
  /** `<product>-<variable>`. */
  readonly id: string;
  readonly humanReadableName: string;
  /** Plotting order, zero-based. */
  readonly order: number;
  readonly infraName: string | null;
}

/** A product with the variables that are plotted; there may be more in the files. */
export interface ProductVariables extends Product {
  readonly variables: readonly ProductVariable[];
}

/** An instrument type that the portal supports (docs/portal/api.md, "Instrument"). */
export interface InstrumentType {
  readonly id: string;
  readonly type: string;
  readonly humanReadableName: string;
  readonly shortName: string;
  /** Empty when no tags are allowed. */
  readonly allowedTags: readonly string[];
}

export interface Model {
  readonly id: string;
  readonly humanReadableName: string;
  /** The lower, the better. */
  readonly optimumOrder: number;
  readonly sourceModelId: string | null;
  /** Hours. */
  readonly forecastStart: number | null;
  /** Hours. */
  readonly forecastEnd: number | null;
}

/** A physical instrument (docs/portal/api.md, "Instrument record"). */
export interface InstrumentRecord {
  readonly uuid: string;
  /** Persistent identifier, `https://hdl.handle.net/…`. */
  readonly pid: string;
  readonly name: string;
  readonly owners: readonly string[];
  readonly model: string | null;
  readonly type: string | null;
  readonly serialNumber: string | null;
  /** Id of its type, where the portal says it. */
  readonly instrumentId: string | null;
  /** The site where it measures, if the portal says it. */
  readonly siteId: string | null;
}

interface Software {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly url: string;
}

interface ProcessedFile {
  readonly uuid: string;
  /** Empty or an opaque token. */
  readonly version: string;
  /** Persistent identifier; empty when it has none yet. */
  readonly pid: string;
  readonly dvasId: string | null;
  readonly volatile: boolean;
  readonly tombstoneReason: string | null;
  readonly legacy: boolean;
  readonly measurementDate: string;
  /** SHA-256, 64 hexadecimal characters. */
  readonly checksum: string;
  readonly size: number;
  /** Fraction between 0 and 1. */
  readonly coverage: number | null;
  readonly format: string;
  /** `pass`, `info`, `warning`, `error`, or null. */
  readonly errorLevel: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly dvasUpdatedAt: string | null;
  readonly startTime: string | null;
  readonly stopTime: string | null;
  readonly site: Site;
  readonly product: Product;
  readonly downloadUrl: string;
  readonly filename: string;
  /** `nrt`, `rrt`, `scheduled`, or null. */
  readonly timeliness: string | null;
}

/** A processed product file (docs/portal/api.md, "File"). */
export interface ProductFile extends ProcessedFile {
  /** Empty in lists. */
  readonly software: readonly Software[];
  readonly instrument: InstrumentRecord | null;
  /** Model of a model file that was asked for by its uuid (docs/portal/observed.md §4). */
  readonly model: Model | null;
  /** Uuids; empty in lists. */
  readonly sourceFileIds: readonly string[];
}

/** A processed model file (docs/portal/api.md, "ModelFile"). */
export interface ModelFile extends ProcessedFile {
  readonly model: Model;
}

/** Pixels of a plot image and of the margins around its axes. */
interface PlotDimensions {
  readonly width: number;
  readonly height: number;
  readonly marginTop: number;
  readonly marginRight: number;
  readonly marginBottom: number;
  readonly marginLeft: number;
}

/** A plot image (docs/portal/api.md, "VisualizationItem"). */
export interface Plot {
  /** Object name of the PNG. */
  readonly s3key: string;
  readonly productVariable: ProductVariable;
  readonly dimensions: PlotDimensions | null;
}

/** The plots of one product file (docs/portal/api.md, "Visualization"). */
export interface Visualization {
  readonly sourceFileId: string;
  readonly visualizations: readonly Plot[];
  readonly productHumanReadable: string;
  readonly locationHumanReadable: string;
  readonly volatile: boolean;
  readonly legacy: boolean;
  /** Null where the portal does not say. */
  readonly experimental: boolean | null;
  /** Instrument or model that measured or computed it, where the portal says it. */
  readonly source:
    | { readonly kind: "instrument"; readonly instrument: InstrumentRecord }
    | { readonly kind: "model"; readonly model: Model }
    | null;
}

/** So many days before today are listed as a whole once a day. */
export const recentDays = 7;

/** `ListMark.month` of such a list. */
export const recentMark = "recent";

/** A raw file as it is kept of the portal's lists. */
export interface ListedRecord {
  readonly uuid: string;
  /** MD5, 32 lower-case hexadecimal characters; null where the portal gives none. */
  readonly checksum: string | null;
  readonly filename: string;
  /** A date of the calendar. */
  readonly measurementDate: string;
  /** Bytes; null where the portal gives none. */
  readonly size: number | null;
  /** As in {@link RawFile}. */
  readonly status: string;
  /** By the portal's clock, epoch milliseconds; 0 where it gives none. */
  readonly updatedAtMs: number;
  readonly siteId: string;
  readonly instrumentPid: string;
  readonly tags: readonly string[];
}

/** A product file whose source is an instrument, as it is kept of the portal's lists. */
export interface ListedProduct {
  readonly uuid: string;
  /** Product id. */
  readonly product: string;
  /** A date of the calendar. */
  readonly measurementDate: string;
  readonly volatile: boolean;
  readonly errorLevel: string | null;
  /** By the portal's clock, epoch milliseconds; 0 where it gives none. */
  readonly updatedAtMs: number;
  readonly siteId: string;
  readonly instrumentPid: string;
}
