import type { NetcdfWriter } from "#mock-portal/artefacts/netcdf-writer.ts";
import { type RawSubject, rawBinary, rawNetcdf, rawTelegrams } from "#mock-portal/artefacts/raw.ts";
import { type Sky, skyAbove } from "#mock-portal/artefacts/sky.ts";
import type {
  ModelUpload,
  SeedTarget,
  StoredInstrumentRecord,
  StoredSite,
  StoredUpload,
} from "#mock-portal/store/records.ts";
import { timeOn } from "./days.ts";
import { modelContent, modelSky } from "./demo-models.ts";
import type { FactBook } from "./fact-book.ts";
import { checksumOf, uuidOf } from "./identity.ts";
import { livesOf } from "./lives.ts";
import { type PlannedRawFile, rawFilesOf, receivedRawFilesOf, timesOfRawFile } from "./raw-plan.ts";
import type { SeedStation } from "./stations.ts";

const RAW_GRID = { timeCount: 48, heightCount: 16 };

/** Records of a station's raw instrument files of one day; the contents go to the target. */
export function uploadsOf(
  station: SeedStation,
  date: string,
  today: string,
  book: FactBook,
  write: NetcdfWriter,
  target: SeedTarget,
): StoredUpload[] {
  const site = book.site(station.siteId);
  const sky = skyAbove(site, date, RAW_GRID);
  return station.lines.flatMap(({ instrument: shortId, productId }) => {
    // A day without a product is one on which nothing arrived.
    if (shortId === null || livesOf(station.siteId, productId, date, today).length === 0) return [];
    const instrument = book.instrument(shortId);
    const filesADay = rawFilesOf(station.siteId, date, instrument).length;
    return receivedRawFilesOf(station.siteId, date, today, instrument).map((file) => {
      const bytes = contentOf(file, site, instrument, sky, write);
      const { status } = file;
      const isReceived = status !== "created";
      if (isReceived) target.putRaw(file.uuid, bytes);
      return {
        uuid: file.uuid,
        checksum: checksumOf("md5", bytes),
        filename: file.filename,
        measurementDate: date,
        size: isReceived ? bytes.length : 0,
        status,
        ...timesOfRawFile(date, filesADay, file),
        siteId: site.id,
        instrumentPid: instrument.pid,
        tags: file.tags,
        instrumentId: instrument.instrumentId,
        instrumentInfoUuid: instrument.uuid,
      };
    });
  });
}

/** Records of a station's raw model files of one day; the contents go to the target. */
export function modelUploadsOf(
  station: SeedStation,
  date: string,
  book: FactBook,
  write: NetcdfWriter,
  target: SeedTarget,
): ModelUpload[] {
  const site = book.site(station.siteId);
  return station.models.map((modelId) => {
    const uuid = uuidOf(`raw model ${site.id}/${modelId}/${date}`);
    const createdAt = timeOn(date, 6.5);
    const sky = modelSky(site, modelId, date);
    const bytes = modelContent(write, book, { site, modelId, sky, uuid, pid: "", createdAt });
    target.putRaw(uuid, bytes);
    return {
      uuid,
      checksum: checksumOf("md5", bytes),
      filename: `${date.replaceAll("-", "")}_${site.id}_${modelId}.nc`,
      measurementDate: date,
      size: bytes.length,
      status: "processed",
      createdAt,
      updatedAt: timeOn(date, 6.75),
      siteId: site.id,
      modelId,
    };
  });
}

function contentOf(
  file: PlannedRawFile,
  site: StoredSite,
  instrument: StoredInstrumentRecord,
  sky: Sky,
  write: NetcdfWriter,
): Uint8Array {
  const subject: RawSubject = {
    instrumentName: instrument.name,
    serialNumber: instrument.serialNumber,
    siteName: site.humanReadableName,
    filename: file.filename,
    tags: file.tags,
  };
  if (file.kind === "netcdf") return rawNetcdf(write, subject, sky);
  return file.kind === "binary" ? rawBinary(subject, sky) : rawTelegrams(subject, sky);
}
