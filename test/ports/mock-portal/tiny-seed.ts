import type { Seed, StoredModelFile, StoredProductFile, StoredRecords } from "#mock-portal/store/records.ts";
import { lidarPid, radarPid, tinyCatalogue, uuid } from "./tiny-catalogue.ts";

const file = (number: number, own: Partial<StoredProductFile>): StoredProductFile => ({
  uuid: uuid(number),
  version: `token${number}`,
  isCurrent: true,
  pid: `https://hdl.handle.net/21.12132/1.${number}`,
  dvasId: null,
  volatile: false,
  tombstoneReason: null,
  legacy: false,
  measurementDate: "2024-05-01",
  checksum: "ab".repeat(32),
  size: 4,
  coverage: 0.5,
  format: "HDF5 (NetCDF4)",
  errorLevel: "info",
  createdAt: "2024-05-02T03:00:00.000Z",
  updatedAt: "2024-05-02T03:00:00.000Z",
  dvasUpdatedAt: null,
  startTime: "2024-05-01T00:00:00.000Z",
  stopTime: "2024-05-01T23:59:00.000Z",
  siteId: "hyytiala",
  productId: "radar",
  filename: `20240501_hyytiala_${number}.nc`,
  timeliness: "scheduled",
  software: [{ id: "soft", version: "1.0", title: "Soft 1.0", url: "https://example.org/soft" }],
  instrumentUuid: uuid(901),
  sourceFileIds: [uuid(301)],
  ...own,
});

const modelFile = (number: number, own: Partial<StoredModelFile>): StoredModelFile => {
  const { software: _, instrumentUuid: __, sourceFileIds: ___, ...fields } = file(number, {});
  const empty = { coverage: null, errorLevel: null, startTime: null, stopTime: null };
  return { ...fields, ...empty, productId: "model", modelId: "ecmwf", ...own };
};

/** Records of every kind, with and without nulls. */
const tinyRecords: StoredRecords = {
  ...tinyCatalogue,
  files: [
    file(101, { isCurrent: false, version: "", volatile: true }),
    file(102, {
      updatedAt: "2024-05-03T03:00:00.000Z",
      dvasId: "d1",
      dvasUpdatedAt: "2024-05-04T00:00:00.000Z",
    }),
    file(103, {
      productId: "categorize",
      instrumentUuid: null,
      coverage: null,
      errorLevel: null,
      startTime: null,
      stopTime: null,
    }),
    file(104, {
      measurementDate: "2024-05-09",
      siteId: "bare",
      timeliness: "rrt",
      tombstoneReason: "withdrawn",
      legacy: true,
    }),
    file(105, { measurementDate: "2024-05-12" }),
  ],
  modelFiles: [
    modelFile(201, { modelId: "gdas1", updatedAt: "2024-05-05T00:00:00.000Z" }),
    modelFile(202, {}),
    modelFile(203, { isCurrent: false }),
    modelFile(204, { measurementDate: "2024-05-02", modelId: "gdas1" }),
  ],
  plots: [
    { sourceFileId: uuid(102), s3key: "plots/102-v.png", variableId: "radar-v", dimensions: null },
    {
      sourceFileId: uuid(102),
      s3key: "plots/102-Zh.png",
      variableId: "radar-Zh",
      dimensions: { width: 4, height: 3, marginTop: 0, marginRight: 1, marginBottom: 0, marginLeft: 1 },
    },
    { sourceFileId: uuid(104), s3key: "plots/104-v.png", variableId: "radar-v", dimensions: null },
  ],
  uploads: [
    {
      uuid: uuid(301),
      checksum: "8d777f385d3dfec8815d20f7496026dc",
      filename: "240501_000000_P09_ZEN.LV1",
      measurementDate: "2024-05-01",
      size: 4,
      status: "uploaded",
      createdAt: "2024-05-01T01:00:00.000Z",
      updatedAt: "2024-05-01T01:00:10.000Z",
      siteId: "hyytiala",
      instrumentPid: radarPid,
      tags: [],
      instrumentId: "rpg-fmcw-94",
      instrumentInfoUuid: uuid(901),
    },
    {
      uuid: uuid(302),
      checksum: "ee".repeat(16),
      filename: "Stare_213_20240502_00.hpl",
      measurementDate: "2024-05-02",
      size: 0,
      status: "created",
      createdAt: "2024-05-02T01:00:00.000Z",
      updatedAt: "2024-05-02T01:00:00.000Z",
      siteId: "bare",
      instrumentPid: lidarPid,
      tags: ["co"],
      instrumentId: "halo-doppler-lidar",
      instrumentInfoUuid: uuid(902),
    },
  ],
  modelUploads: [
    {
      uuid: uuid(401),
      checksum: "8d777f385d3dfec8815d20f7496026dd",
      filename: "20240501_hyytiala_ecmwf.nc",
      measurementDate: "2024-05-01",
      size: 4,
      status: "processed",
      createdAt: "2024-05-01T01:00:00.000Z",
      updatedAt: "2024-05-01T01:00:10.000Z",
      siteId: "hyytiala",
      modelId: "ecmwf",
    },
  ],
};

/** The content of every file and upload of the tiny seed. */
export const tinyContent = "data";

/** Fills a portal with the tiny records; the content of product 103 is missing, as it may be on the live portal. */
export const tinySeed: Seed = async (target) => {
  target.insert(tinyRecords);
  const bytes = Buffer.from(tinyContent);
  for (const { uuid: id } of [...tinyRecords.files, ...tinyRecords.modelFiles])
    if (id !== uuid(103)) target.putProduct(id, bytes);
  for (const { uuid: id } of [...tinyRecords.uploads, ...tinyRecords.modelUploads]) target.putRaw(id, bytes);
  for (const { s3key } of tinyRecords.plots) target.putImage(s3key, bytes);
};
