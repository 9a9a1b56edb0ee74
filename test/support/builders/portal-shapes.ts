/** Records as docs/portal/api.md describes them and as the live portal sends them (docs/portal/observed.md §4). */

const uuid = "0d9ab0a8-1d7c-4b5a-9f5f-3f3bb0c0a001";
const pid = "https://hdl.handle.net/21.12132/3.0123456789abcdef";
const at = "2024-05-02T03:04:05.678Z";

export const site = {
  id: "hyytiala",
  humanReadableName: "Hyytiälä",
  stationName: "SMEAR II",
  description: null,
  type: ["cloudnet"],
  latitude: 61.844,
  longitude: 24.287,
  altitude: 174,
  gaw: "SMR",
  dvasId: "xsm2",
  infraId: 53,
  country: "Finland",
  countryCode: "FI",
  countrySubdivisionCode: null,
};
export const mobileSite = {
  ...site,
  id: "polarstern",
  type: ["mobile", "campaign"],
  latitude: null,
  longitude: null,
  altitude: null,
  country: null,
  countryCode: null,
};
const { description: _description, ...siteInFile } = site;

export const product = { id: "lidar", humanReadableName: "Lidar", type: ["instrument"], experimental: false };
export const instrumentType = {
  id: "chm15k",
  type: "lidar",
  humanReadableName: "Lufft CHM15k ceilometer",
  shortName: "CHM15k ceilometer",
  allowedTags: [],
};
export const model = {
  id: "ecmwf",
  humanReadableName: "ECMWF IFS",
  optimumOrder: 0,
  sourceModelId: null,
  forecastStart: null,
  forecastEnd: null,
};
export const liveModel = { ...model, id: "arpege-12-23", forecastStart: 12, forecastEnd: 23 };
export const instrumentRecord = {
  uuid,
  pid,
  name: "FMI CHM 15k",
  owners: ["Finnish Meteorological Institute (FMI)"],
  model: "Lufft CHM 15k",
  type: "lidar ceilometer",
  serialNumber: "CHM150001",
};
const liveRecord = { ...instrumentRecord, instrumentId: "chm15k", extra: { nested: true } };

export const productFile = {
  uuid,
  version: "",
  pid: "https://hdl.handle.net/21.12132/1.0d9ab0a81d7c4b5a",
  dvasId: null,
  volatile: true,
  tombstoneReason: null,
  legacy: false,
  measurementDate: "2024-05-01",
  checksum: "a".repeat(64),
  size: "1234567",
  coverage: 0.987,
  format: "HDF5 (NetCDF4)",
  errorLevel: "info",
  createdAt: at,
  updatedAt: at,
  dvasUpdatedAt: null,
  startTime: at,
  stopTime: null,
  site: siteInFile,
  product,
  software: [{ id: "cloudnetpy", version: "1.60.0", title: "CloudnetPy 1.60.0", url: "https://doi.org/x" }],
  instrument: instrumentRecord,
  downloadUrl: `https://portal.example/api/download/product/${uuid}/20240501_hyytiala_chm15k.nc`,
  filename: "20240501_hyytiala_chm15k.nc",
  timeliness: "rrt",
  sourceFileIds: [],
};
export const liveProductFile = {
  ...productFile,
  errorLevel: "pass",
  format: "NetCDF3",
  timeliness: "nrt",
  instrument: liveRecord,
  sourceFileIds: ["1d9ab0a8-1d7c-4b5a-9f5f-3f3bb0c0a002"],
  qualityScore: 7,
};
const { instrument: _i, software: _s, sourceFileIds: _f, ...shared } = productFile;
export const modelFile = {
  ...shared,
  model,
  product: { id: "model", humanReadableName: "Model", type: ["model"], experimental: false },
  coverage: null,
  errorLevel: null,
  startTime: null,
};

const variable = { id: "lidar-beta", humanReadableName: "Attenuated backscatter coefficient", order: 0 };
export const productVariables = {
  ...product,
  experimental: "false",
  variables: [{ ...variable, order: "0" }],
};
export const liveProductVariables = { ...product, variables: [{ ...variable, infraName: null }] };

const dimensions = {
  width: 1000,
  height: 500,
  marginTop: 1,
  marginRight: 2,
  marginBottom: 3,
  marginLeft: 4,
};
export const visualization = {
  sourceFileId: uuid,
  visualizations: [{ s3key: "20240501-beta.png", productVariable: variable, dimensions }],
  productHumanReadable: "Lidar",
  locationHumanReadable: "Hyytiälä",
  volatile: true,
  legacy: false,
};
export const liveVisualization = {
  ...visualization,
  visualizations: [{ s3key: "20240501-beta.png", productVariable: variable, dimensions: null }],
  experimental: true,
  source: liveRecord,
};

const raw = {
  uuid,
  checksum: "0123456789abcdef0123456789abcdef",
  filename: "20240501.nc",
  measurementDate: "2024-05-01",
  size: "42",
  status: "uploaded",
  createdAt: at,
  updatedAt: at,
  tags: ["co"],
  site,
  downloadUrl: `https://portal.example/api/download/raw/${uuid}/20240501.nc`,
};
export const rawFile = {
  ...raw,
  s3key: `hyytiala/${uuid}/20240501.nc`,
  instrumentPid: pid,
  siteId: "hyytiala",
  instrumentId: "chm15k",
  instrumentInfoUuid: uuid,
  instrument: instrumentType,
  instrumentInfo: { ...instrumentRecord, instrumentId: "chm15k" },
};
export const liveRawFile = { ...raw, instrument: liveRecord };

const { tags: _tags, ...rawWithoutTags } = raw;
export const rawModelFile = {
  ...rawWithoutTags,
  status: "processed",
  s3key: "x",
  siteId: "hyytiala",
  modelId: "ecmwf",
  model,
};
export const liveRawModelFile = { ...rawWithoutTags, status: "processed", model: liveModel };
