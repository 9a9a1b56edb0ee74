/**
 * Records of the mock portal: the resources of docs/portal/api.md ("Resources and their fields") in normal form.
 * A record refers to others by their ids; the read routes embed them. Field names are those of the contract.
 * Fields that the contract derives (downloadUrl, s3key of raw files, size as a string) are not stored.
 */

/** A measuring station (docs/portal/api.md, "Site"). */
export type StoredSite = {
  id: string;
  humanReadableName: string;
  stationName: string | null;
  /** Served by the site list and in raw-file answers only. */
  description: string | null;
  type: string[];
  /** Degrees. */
  latitude: number;
  /** Degrees. */
  longitude: number;
  altitude: number;
  gaw: string | null;
  dvasId: string | null;
  infraId: number | null;
  country: string;
  /** Two letters. */
  countryCode: string;
  countrySubdivisionCode: string | null;
};

/** A data product (docs/portal/api.md, "Product"). */
export type StoredProduct = {
  id: string;
  humanReadableName: string;
  /** `geophysical`, `instrument`, `model`. */
  type: string[];
  experimental: boolean;
};

/** A variable of a product that is plotted (docs/portal/api.md, "ProductVariable"). */
export type StoredVariable = {
  /** `<product>-<variable>`. */
  id: string;
  humanReadableName: string;
  /** Plotting order, zero-based. */
  order: number;
  infraName: string | null;
  productId: string;
};

/** An instrument type that the portal supports (docs/portal/api.md, "Instrument"). */
export type StoredInstrumentType = {
  id: string;
  type: string;
  humanReadableName: string;
  shortName: string;
  allowedTags: string[];
  /** Products that processing makes from this instrument's raw files. Not served. */
  derivedProducts: string[];
};

/** A model type (docs/portal/api.md, "Model"). */
export type StoredModel = {
  id: string;
  humanReadableName: string;
  /** The lower, the better. */
  optimumOrder: number;
  sourceModelId: string | null;
  /** Hours (docs/portal/observed.md §4). */
  forecastStart: number | null;
  /** Hours. */
  forecastEnd: number | null;
};

/** A physical instrument (docs/portal/api.md, "Instrument record"). */
export type StoredInstrumentRecord = {
  uuid: string;
  /** Persistent identifier, `https://hdl.handle.net/...`. */
  pid: string;
  name: string;
  owners: string[];
  model: string;
  type: string;
  serialNumber: string | null;
  /** Id of its instrument type. */
  instrumentId: string;
  /** The site where it measures, for `GET /api/instrument-pids?includeSite`. */
  siteId: string | null;
};

/** Software that made a file (docs/portal/api.md, "File"). */
export type Software = { id: string; version: string; title: string; url: string };

type StoredFile = {
  /** Equals the global attribute `file_uuid` inside the file. Every version has its own. */
  uuid: string;
  /** Empty or an opaque token. */
  version: string;
  /** Whether this is the version that is served without `allVersions`. */
  isCurrent: boolean;
  pid: string;
  dvasId: string | null;
  volatile: boolean;
  tombstoneReason: string | null;
  legacy: boolean;
  /** `YYYY-MM-DD`. */
  measurementDate: string;
  /** SHA-256 of the content, 64 lower-case hexadecimal characters. */
  checksum: string;
  /** Bytes; the API states it as a string. */
  size: number;
  /** Fraction between 0 and 1. */
  coverage: number | null;
  format: string;
  errorLevel: string | null;
  /** Timestamps are ISO 8601 UTC with milliseconds. */
  createdAt: string;
  updatedAt: string;
  dvasUpdatedAt: string | null;
  startTime: string | null;
  stopTime: string | null;
  siteId: string;
  productId: string;
  filename: string;
  /** `rrt` or `scheduled`. */
  timeliness: string;
};

/** A version of a processed product file (docs/portal/api.md, "File"). */
export type StoredProductFile = StoredFile & {
  software: Software[];
  /** `uuid` of the InstrumentRecord; null for products made from several instruments. */
  instrumentUuid: string | null;
  /** Uuids of the files and raw files that it was made from. */
  sourceFileIds: string[];
};

/** A version of a processed model file (docs/portal/api.md, "ModelFile"); `productId` is `model`. */
export type StoredModelFile = StoredFile & { modelId: string };

/** Pixels of a plot image and of the margins around its axes. */
export type PlotDimensions = {
  width: number;
  height: number;
  marginTop: number;
  marginRight: number;
  marginBottom: number;
  marginLeft: number;
};

/** A plot of a product or model file (docs/portal/api.md, "VisualizationItem"). */
export type StoredPlotImage = {
  /** Uuid of the ProductFile or ModelFile. */
  sourceFileId: string;
  /** Object name of the PNG: letters, digits, `-`, `_`, `.`, and `/` between parts. Unique. */
  s3key: string;
  /** Id of the ProductVariable. */
  variableId: string;
  dimensions: PlotDimensions | null;
};

/** Life of a raw file: announced, content stored, then processed or found unfit (docs/portal/observed.md §2). */
export type UploadStatus = "created" | "uploaded" | "processed" | "invalid";

type StoredRaw = {
  uuid: string;
  /** MD5 of the content, 32 lower-case hexadecimal characters. Unique among all uploads. */
  checksum: string;
  filename: string;
  /** `YYYY-MM-DD`. */
  measurementDate: string;
  /** Bytes; 0 while the content has not arrived. */
  size: number;
  status: UploadStatus;
  createdAt: string;
  updatedAt: string;
  siteId: string;
};

/** A raw instrument file (docs/portal/api.md, "Upload"). */
export type StoredUpload = StoredRaw & {
  instrumentPid: string;
  /** Sorted. */
  tags: string[];
  /** Id of the InstrumentType. */
  instrumentId: string;
  /** `uuid` of the InstrumentRecord. */
  instrumentInfoUuid: string;
};

/** A raw model file (docs/portal/api.md, "ModelUpload"). */
export type ModelUpload = StoredRaw & { modelId: string };

/** Everything that can be inserted in bulk, by kind. */
export type StoredRecords = {
  sites: StoredSite[];
  products: StoredProduct[];
  variables: StoredVariable[];
  instruments: StoredInstrumentType[];
  models: StoredModel[];
  instrumentRecords: StoredInstrumentRecord[];
  files: StoredProductFile[];
  modelFiles: StoredModelFile[];
  plots: StoredPlotImage[];
  uploads: StoredUpload[];
  modelUploads: ModelUpload[];
};

/** Target of a seed's records and contents; portal.ts and seed/demo-worker.ts implement it. */
export type SeedTarget = {
  /** Inserts all records in one transaction; what they refer to goes first, in this call or an earlier one. */
  insert(records: Partial<StoredRecords>): void;
  /** Content of a ProductFile or ModelFile. */
  putProduct(fileUuid: string, bytes: Uint8Array): void;
  /** Content of an Upload or ModelUpload. */
  putRaw(uploadUuid: string, bytes: Uint8Array): void;
  /** PNG of a PlotImage. */
  putImage(s3key: string, bytes: Uint8Array): void;
};

/**
 * Fills an empty portal, the same way every time. `today` is `YYYY-MM-DD`: the last day of the data.
 * `seed/demo.ts` exports `seedDemo: Seed`, `seed/facts.ts` exports `seedEmpty: Seed`.
 */
export type Seed = (target: SeedTarget, today: string) => Promise<void>;
