import type {
  InstrumentRecord,
  InstrumentType,
  Model,
  ModelFile,
  Product,
  ProductFile,
  RawFileDetails,
  RawModelFile,
  Site,
  Visualization,
} from "#domain/portal-records.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { PortalReads } from "#engine/ports/portal-reads.ts";

/** A portal that publishes one record of each kind and remembers what it was asked. */
export interface FakePortalReads extends PortalReads {
  readonly asked: readonly { readonly route: string; readonly input: unknown }[];
  /** Given instead of any answer. */
  error: ReadOutcome<never> | null;
}

const uuid = "11111111-1111-4111-8111-111111111111";
const at = "2026-11-21T10:00:00.000Z";
const date = "2026-11-21";
const pid = "https://hdl.handle.net/21.12132/3.1";

const site: Site = {
  id: "hyytiala",
  humanReadableName: "Hyytiälä",
  stationName: "SMEAR II",
  description: null,
  type: ["cloudnet"],
  latitude: 61.8,
  longitude: 24.3,
  altitude: 150,
  gaw: null,
  dvasId: null,
  infraId: 7,
  country: "Finland",
  countryCode: "FI",
  countrySubdivisionCode: null,
};
const product: Product = {
  id: "radar",
  humanReadableName: "Radar",
  type: ["instrument"],
  experimental: false,
};
const variable = { id: "radar-Zh", humanReadableName: "Reflectivity", order: 0, infraName: null };
const instrumentType: InstrumentType = {
  id: "rpg-fmcw-94",
  type: "radar",
  humanReadableName: "RPG cloud radar",
  shortName: "RPG",
  allowedTags: [],
};
const model: Model = {
  id: "ecmwf",
  humanReadableName: "ECMWF",
  optimumOrder: 0,
  sourceModelId: null,
  forecastStart: 12,
  forecastEnd: 35,
};
const record: InstrumentRecord = {
  uuid,
  pid,
  name: "Radar of Hyytiälä",
  owners: ["University"],
  model: "FMCW",
  type: "radar",
  serialNumber: null,
  instrumentId: "rpg-fmcw-94",
  siteId: "hyytiala",
};
const processed = {
  uuid,
  version: "",
  pid: "",
  dvasId: null,
  volatile: true,
  tombstoneReason: null,
  legacy: false,
  measurementDate: date,
  checksum: "a".repeat(64),
  size: 123,
  coverage: 0.5,
  format: "HDF5 (NetCDF4)",
  errorLevel: null,
  createdAt: at,
  updatedAt: at,
  dvasUpdatedAt: null,
  startTime: at,
  stopTime: at,
  site,
  product,
  downloadUrl: "https://portal.example/api/download/product/x/y.nc",
  filename: "y.nc",
  timeliness: "rrt",
};
const software = { id: "processor", version: "1.0", title: "Processor 1.0", url: "https://example.org" };
const file: ProductFile = {
  ...processed,
  software: [software],
  instrument: record,
  model: null,
  sourceFileIds: [uuid],
};
const modelFile: ModelFile = { ...processed, model };
const margins = { marginTop: 1, marginRight: 2, marginBottom: 3, marginLeft: 4 };
const plot = {
  s3key: "a/b.png",
  productVariable: variable,
  dimensions: { width: 10, height: 8, ...margins },
};
const visualization: Visualization = {
  sourceFileId: uuid,
  visualizations: [plot],
  productHumanReadable: "Radar",
  locationHumanReadable: "Hyytiälä",
  volatile: true,
  legacy: false,
  experimental: null,
  source: { kind: "instrument", instrument: record },
};
const raw = {
  uuid,
  checksum: "b".repeat(32),
  filename: "x.nc",
  s3key: null,
  measurementDate: date,
  size: 5,
  status: "uploaded",
  createdAt: at,
  updatedAt: at,
  siteId: "hyytiala",
  site,
  downloadUrl: "https://portal.example/api/download/raw/x/x.nc",
};
const rawFile: RawFileDetails = {
  ...raw,
  instrumentPid: pid,
  instrumentId: "rpg-fmcw-94",
  tags: ["co"],
  instrumentType,
  instrumentRecord: record,
};
const rawModelFile: RawModelFile = { ...raw, modelId: "ecmwf", model };

export function createFakePortalReads(): FakePortalReads {
  const asked: { route: string; input: unknown }[] = [];
  const answer = async <T>(route: string, input: unknown, value: T): Promise<ReadOutcome<T>> => {
    asked.push({ route, input });
    return reads.error ?? { kind: "found", value };
  };
  const reads: FakePortalReads = {
    asked,
    error: null,
    sites: () => answer("sites", null, [site]),
    products: () => answer("products", null, [product]),
    productVariables: () => answer("productVariables", null, [{ ...product, variables: [variable] }]),
    instrumentTypes: () => answer("instrumentTypes", null, [instrumentType]),
    models: () => answer("models", null, [model]),
    instrumentRecords: () => answer("instrumentRecords", null, [record]),
    file: (id) => answer("file", id, file),
    files: (filter) => answer("files", filter, [file]),
    modelFiles: (filter) => answer("modelFiles", filter, [modelFile]),
    visualization: (id) => answer("visualization", id, visualization),
    visualizations: (filter) => answer("visualizations", filter, [visualization]),
    rawFiles: (filter) => answer("rawFiles", filter, [rawFile]),
    rawModelFiles: (filter) => answer("rawModelFiles", filter, [rawModelFile]),
    image: (s3key) => answer("image", s3key, Uint8Array.of(137, 80, 78, 71)),
    download: (what, folder) =>
      answer("download", what, { path: `${folder}/${what.file.filename}`, size: 5, wasThere: false }),
  };
  return reads;
}
