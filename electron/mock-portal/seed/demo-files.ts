import { productNetcdf } from "#mock-portal/artefacts/netcdf.ts";
import type { NetcdfWriter } from "#mock-portal/artefacts/netcdf-writer.ts";
import { chance } from "#mock-portal/artefacts/noise.ts";
import { PLOT_DIMENSIONS } from "#mock-portal/artefacts/plot.ts";
import { type Sky, skyAbove } from "#mock-portal/artefacts/sky.ts";
import type {
  SeedTarget,
  Software,
  StoredInstrumentRecord,
  StoredPlotImage,
  StoredProductFile,
  StoredSite,
} from "#mock-portal/store/records.ts";
import { ageInDays, dayAfter, timeOn } from "./days.ts";
import type { FactBook } from "./fact-book.ts";
import { checksumOf } from "./identity.ts";
import { type Life, livesOf } from "./lives.ts";
import { plotKey } from "./plot-key.ts";
import { usedRawFilesOf } from "./raw-plan.ts";
import type { ProductLine, SeedStation } from "./stations.ts";

const SOFTWARE: readonly Software[] = [
  {
    id: "mock-processing",
    version: "1.4.2",
    title: "Mock processing 1.4.2",
    url: "https://example.org/mock-processing/1.4.2",
  },
];

/** The format of every product and model file (docs/portal/api.md, "File"). */
export const FORMAT = "HDF5 (NetCDF4)";

/** Records of a station's product files of one day and their plots; the contents go to the target. */
export function productFilesOf(
  station: SeedStation,
  date: string,
  today: string,
  book: FactBook,
  write: NetcdfWriter,
  target: SeedTarget,
): { files: StoredProductFile[]; plots: StoredPlotImage[] } {
  const site = book.site(station.siteId);
  const sky = skyAbove(site, date);
  const made = station.lines.flatMap((line) =>
    livesOf(station.siteId, line.productId, date, today).map((life) => {
      const instrument = line.instrument === null ? null : book.instrument(line.instrument);
      const sourceFileIds = sourcesOf(station, line, date, today, instrument);
      const bytes = contentOf({ site, line, life, sky, instrument, sourceFileIds }, book, write);
      target.putProduct(life.record.uuid, bytes);
      return {
        file: fileOf({ site, line, life, instrument, sourceFileIds, today }, bytes),
        plots: line.variables.map((variable) => plotOf(station.siteId, date, line.productId, variable, life)),
      };
    }),
  );
  return { files: made.map(({ file }) => file), plots: made.flatMap(({ plots }) => plots) };
}

type Making = {
  site: StoredSite;
  line: ProductLine;
  life: Life;
  instrument: StoredInstrumentRecord | null;
  sourceFileIds: string[];
};

function contentOf(making: Making & { sky: Sky }, book: FactBook, write: NetcdfWriter): Uint8Array {
  const { site, line, life, sky, instrument, sourceFileIds } = making;
  return productNetcdf(write, {
    fileUuid: life.record.uuid,
    site,
    product: book.product(line.productId),
    variables: line.variables.map((name) => book.variable(`${line.productId}-${name}`)),
    sky,
    measured: life.measured,
    createdAt: life.record.updatedAt,
    pid: life.record.pid,
    sourceFileUuids: sourceFileIds,
    instrument,
  });
}

function fileOf(making: Making & { today: string }, bytes: Uint8Array): StoredProductFile {
  const { site, line, life, instrument, sourceFileIds, today } = making;
  const date = life.record.measurementDate;
  const isArchived = site.dvasId !== null && ageInDays(date, today) > 21 && chance(life.record.uuid) < 0.4;
  const subject =
    instrument === null ? line.productId : `${instrument.instrumentId}_${instrument.uuid.slice(0, 8)}`;
  return {
    ...life.record,
    checksum: checksumOf("sha256", bytes),
    size: bytes.length,
    format: FORMAT,
    dvasId: isArchived ? `${site.dvasId}-${life.record.uuid.slice(0, 8)}` : null,
    dvasUpdatedAt: isArchived ? timeOn(dayAfter(date, 21), 4) : null,
    siteId: site.id,
    productId: line.productId,
    filename: `${date.replaceAll("-", "")}_${site.id}_${subject}.nc`,
    software: life.record.legacy ? [] : [...SOFTWARE],
    instrumentUuid: instrument?.uuid ?? null,
    sourceFileIds,
  };
}

/** Current files of the source products, or the raw files of the day that could be used. */
function sourcesOf(
  station: SeedStation,
  line: ProductLine,
  date: string,
  today: string,
  instrument: StoredInstrumentRecord | null,
): string[] {
  if (instrument !== null) {
    return usedRawFilesOf(station.siteId, date, today, instrument).map(({ uuid }) => uuid);
  }
  return line.sources.flatMap((source) => {
    const named = source === "model" ? station.models[0] : source;
    const current = named === undefined ? undefined : livesOf(station.siteId, named, date, today).at(-1);
    return current === undefined ? [] : [current.record.uuid];
  });
}

function plotOf(
  siteId: string,
  date: string,
  productId: string,
  variable: string,
  life: Life,
): StoredPlotImage {
  const variableId = `${productId}-${variable}`;
  return {
    sourceFileId: life.record.uuid,
    s3key: plotKey({
      siteId,
      date,
      variableId,
      modelId: null,
      versionNumber: life.versionNumber,
      measured: life.measured,
    }),
    variableId,
    dimensions: { ...PLOT_DIMENSIONS },
  };
}
