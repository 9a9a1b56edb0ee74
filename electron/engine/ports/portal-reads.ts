import type {
  InstrumentRecord,
  InstrumentType,
  Model,
  ModelFile,
  Product,
  ProductFile,
  ProductVariables,
  RawFileDetails,
  RawModelFile,
  Site,
  Visualization,
} from "#domain/portal-records.ts";
import type { ReadOutcome } from "./portal.ts";

/** A value or several; several match any of them. */
type OneOrMore = string | readonly string[];

interface DateFilter {
  /** `YYYY-MM-DD`; excludes the two below. */
  readonly date?: string;
  readonly dateFrom?: string;
  readonly dateTo?: string;
  /** Timestamps; the live portal's own (docs/portal/observed.md §3). */
  readonly updatedAtFrom?: string;
  readonly updatedAtTo?: string;
  readonly limit?: number;
}

/** Filter of `GET /api/files`; the portal wants at least one. */
interface FileFilter extends DateFilter {
  readonly site?: OneOrMore;
  readonly product?: OneOrMore;
  readonly allVersions?: boolean;
}

interface VisualizationFilter extends FileFilter {
  /** ProductVariable ids. */
  readonly variable?: OneOrMore;
}

/** Without `model` and `allModels`: the optimum model only. */
interface ModelFileFilter extends DateFilter {
  readonly site?: OneOrMore;
  readonly model?: OneOrMore;
  readonly allModels?: boolean;
}

interface RawFilter extends DateFilter {
  readonly site?: OneOrMore;
  readonly status?: OneOrMore;
  readonly filename?: OneOrMore;
  readonly filenamePrefix?: OneOrMore;
  readonly filenameSuffix?: OneOrMore;
}

export interface RawFileFilter extends RawFilter {
  readonly instrument?: OneOrMore;
  readonly instrumentPid?: OneOrMore;
}

interface RawModelFileFilter extends RawFilter {
  readonly model?: OneOrMore;
}

/** The file to download; checksum and size are those that the portal states. */
export type DownloadOf =
  | { readonly kind: "product"; readonly file: Pick<ProductFile, DownloadFacts> }
  | { readonly kind: "raw"; readonly file: Pick<RawFileDetails, DownloadFacts> };
type DownloadFacts = "downloadUrl" | "filename" | "checksum" | "size";

export interface Downloaded {
  /** Absolute path. */
  readonly path: string;
  readonly size: number;
  /** True when the same content was there before and nothing was fetched. */
  readonly wasThere: boolean;
}

/** Keeps note of files that are being received. */
export interface PartFiles {
  /** Before the file is made; absolute. */
  begin(path: string): Promise<void>;
  /** When it is gone, or has its name. */
  end(path: string): Promise<void>;
}

/** All read routes of docs/portal/api.md ("Endpoints") and the downloads. No credentials are sent. */
export interface PortalReads {
  sites(signal: AbortSignal): Promise<ReadOutcome<readonly Site[]>>;
  products(signal: AbortSignal): Promise<ReadOutcome<readonly Product[]>>;
  productVariables(signal: AbortSignal): Promise<ReadOutcome<readonly ProductVariables[]>>;
  instrumentTypes(signal: AbortSignal): Promise<ReadOutcome<readonly InstrumentType[]>>;
  models(signal: AbortSignal): Promise<ReadOutcome<readonly Model[]>>;
  /**
   * Every physical instrument with its PID; null where the portal does not offer the list, which is remembered for a day
   * (docs/portal/observed.md §3, §5), with the reason as a note unless it is a plain 404.
   */
  instrumentRecords(signal: AbortSignal): Promise<ReadOutcome<readonly InstrumentRecord[] | null>>;
  file(uuid: string, signal: AbortSignal): Promise<ReadOutcome<ProductFile>>;
  files(filter: FileFilter, signal: AbortSignal): Promise<ReadOutcome<readonly ProductFile[]>>;
  modelFiles(filter: ModelFileFilter, signal: AbortSignal): Promise<ReadOutcome<readonly ModelFile[]>>;
  visualization(fileUuid: string, signal: AbortSignal): Promise<ReadOutcome<Visualization>>;
  visualizations(
    filter: VisualizationFilter,
    signal: AbortSignal,
  ): Promise<ReadOutcome<readonly Visualization[]>>;
  rawFiles(filter: RawFileFilter, signal: AbortSignal): Promise<ReadOutcome<readonly RawFileDetails[]>>;
  rawModelFiles(
    filter: RawModelFileFilter,
    signal: AbortSignal,
  ): Promise<ReadOutcome<readonly RawModelFile[]>>;
  /** A plot image (PNG) by its `s3key`. */
  image(s3key: string, signal: AbortSignal): Promise<ReadOutcome<Uint8Array>>;
  /**
   * Fetches a file into `folder` under the portal's file name: to a temporary name first, then length and checksum
   * are compared, then it gets its name. Never replaces a file that is there.
   */
  download(
    what: DownloadOf,
    folder: string,
    signal: AbortSignal,
    onReceived: (receivedBytes: number) => void,
    /** Hears of the temporary name, so that the next start can remove it after a kill. */
    parts?: PartFiles,
  ): Promise<ReadOutcome<Downloaded>>;
}

/** Looks at the folders that downloads may go into. */
export interface DownloadFolders {
  /** Its path without links, or one sentence that says why nothing can be put there. */
  look(folder: string): Promise<{ readonly realPath: string } | { readonly message: string }>;
  /** The path without links; the path itself where that cannot be told soon. */
  realPath(folder: string): Promise<string>;
}

/** Files of the portal kept for a while, so that a second look fetches nothing. */
export interface FileCache {
  /** Absolute path of the checked content, fetched where it is not there. */
  fetch(what: DownloadOf, signal: AbortSignal): Promise<ReadOutcome<string>>;
}
