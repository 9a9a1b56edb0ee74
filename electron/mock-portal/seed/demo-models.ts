import { modelNetcdf } from "#mock-portal/artefacts/netcdf.ts";
import type { NetcdfWriter } from "#mock-portal/artefacts/netcdf-writer.ts";
import { chance } from "#mock-portal/artefacts/noise.ts";
import { PLOT_DIMENSIONS } from "#mock-portal/artefacts/plot.ts";
import { type Sky, type SkyGrid, skyAbove } from "#mock-portal/artefacts/sky.ts";
import type { SeedTarget, StoredModelFile, StoredPlotImage, StoredSite } from "#mock-portal/store/records.ts";
import { FORMAT } from "./demo-files.ts";
import type { FactBook } from "./fact-book.ts";
import { checksumOf } from "./identity.ts";
import { livesOf } from "./lives.ts";
import { plotKey } from "./plot-key.ts";
import type { SeedStation } from "./stations.ts";

/** Grid of a model file: one profile an hour on twenty levels. */
export const MODEL_GRID: SkyGrid = { timeCount: 24, heightCount: 20 };

const FILE_VARIABLES = ["cloud_fraction", "temperature", "uwind", "vwind"];
const PLOTTED_VARIABLES = ["cloud_fraction", "temperature"];

/** Gives the air above a site as a model believes it: nearly what is there, warmer or colder by its own ground height. */
export function modelSky(site: StoredSite, modelId: string, date: string, grid: SkyGrid = MODEL_GRID): Sky {
  return skyAbove(
    { ...site, altitude: site.altitude + 240 * (chance(`${modelId} ground`) - 0.5) },
    date,
    grid,
  );
}

/** Bytes of a model file, with the uuid that is in it. */
export function modelContent(
  write: NetcdfWriter,
  book: FactBook,
  of: { site: StoredSite; modelId: string; sky: Sky; uuid: string; pid: string; createdAt: string },
): Uint8Array {
  return modelNetcdf(write, {
    fileUuid: of.uuid,
    site: of.site,
    model: book.model(of.modelId),
    variables: FILE_VARIABLES.map((name) => book.variable(`model-${name}`)),
    sky: of.sky,
    createdAt: of.createdAt,
    pid: of.pid,
    sourceFileUuids: [],
  });
}

/** Records of a station's model files of one day and their plots; the contents go to the target. */
export function modelFilesOf(
  station: SeedStation,
  date: string,
  today: string,
  book: FactBook,
  write: NetcdfWriter,
  target: SeedTarget,
): { modelFiles: StoredModelFile[]; plots: StoredPlotImage[] } {
  const site = book.site(station.siteId);
  const modelFiles: StoredModelFile[] = [];
  const plots: StoredPlotImage[] = [];
  for (const modelId of station.models) {
    const lives = livesOf(station.siteId, modelId, date, today);
    const sky = modelSky(site, modelId, date);
    for (const { record, versionNumber } of lives) {
      const { uuid, pid, updatedAt: createdAt } = record;
      const bytes = modelContent(write, book, { site, modelId, sky, uuid, pid, createdAt });
      target.putProduct(uuid, bytes);
      modelFiles.push({
        ...record,
        coverage: null,
        errorLevel: null,
        startTime: null,
        stopTime: null,
        dvasId: null,
        dvasUpdatedAt: null,
        checksum: checksumOf("sha256", bytes),
        size: bytes.length,
        format: FORMAT,
        siteId: site.id,
        productId: "model",
        filename: `${date.replaceAll("-", "")}_${site.id}_${modelId}.nc`,
        modelId,
      });
      for (const variable of PLOTTED_VARIABLES) {
        const variableId = `model-${variable}`;
        const s3key = plotKey({
          siteId: site.id,
          date,
          variableId,
          modelId,
          versionNumber,
          measured: [[0, 24]],
        });
        plots.push({ sourceFileId: uuid, s3key, variableId, dimensions: { ...PLOT_DIMENSIONS } });
      }
    }
  }
  return { modelFiles, plots };
}
