import type { StoredRecords, StoredSite } from "#mock-portal/store/records.ts";

/** "Now" of the tests: noon of 2024-05-10. */
export const nowMs = Date.UTC(2024, 4, 10, 12);

/** Instrument records of the tiny seed. */
export const radarPid = "https://hdl.handle.net/21.12132/3.191564170f8a4686";
export const lidarPid = "https://hdl.handle.net/21.12132/3.0123456789abcdef";

/** A uuid that says which record it is. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

const hyytiala: StoredSite = {
  id: "hyytiala",
  humanReadableName: "Hyytiälä",
  stationName: "SMEAR II",
  description: "Boreal forest",
  type: ["cloudnet"],
  latitude: 61.844,
  longitude: 24.287,
  altitude: 150,
  gaw: "SMR",
  dvasId: "ko6m",
  infraId: 23,
  country: "Finland",
  countryCode: "FI",
  countrySubdivisionCode: "FI-11",
};

const bare: StoredSite = {
  ...hyytiala,
  id: "bare",
  humanReadableName: "Bare",
  stationName: null,
  description: null,
  type: ["hidden"],
  gaw: null,
  dvasId: null,
  infraId: null,
  countrySubdivisionCode: null,
};

const instrumentRecord = {
  owners: ["University"],
  model: "RPG-FMCW-94",
  type: "cloud radar",
  serialNumber: null,
};

/** Records that the other tiny records refer to. */
export const tinyCatalogue = {
  sites: [hyytiala, bare],
  products: [
    { id: "radar", humanReadableName: "Radar", type: ["instrument"], experimental: false },
    { id: "lidar", humanReadableName: "Lidar", type: ["instrument"], experimental: false },
    { id: "model", humanReadableName: "Model", type: ["model"], experimental: false },
    { id: "categorize", humanReadableName: "Categorize", type: ["geophysical"], experimental: true },
  ],
  variables: [
    { id: "radar-v", humanReadableName: "Velocity", order: 1, infraName: null, productId: "radar" },
    {
      id: "radar-Zh",
      humanReadableName: "Reflectivity",
      order: 0,
      infraName: "reflectivity",
      productId: "radar",
    },
    { id: "lidar-beta", humanReadableName: "Backscatter", order: 0, infraName: null, productId: "lidar" },
  ],
  instruments: [
    {
      id: "rpg-fmcw-94",
      type: "radar",
      humanReadableName: "RPG cloud radar",
      shortName: "RPG radar",
      allowedTags: [],
      derivedProducts: ["radar"],
    },
    {
      id: "halo-doppler-lidar",
      type: "doppler-lidar",
      humanReadableName: "Halo Doppler lidar",
      shortName: "Halo lidar",
      allowedTags: ["co", "cross"],
      derivedProducts: ["lidar"],
    },
  ],
  models: [
    {
      id: "gdas1",
      humanReadableName: "GDAS1",
      optimumOrder: 400,
      sourceModelId: null,
      forecastStart: null,
      forecastEnd: null,
    },
    {
      id: "ecmwf",
      humanReadableName: "ECMWF",
      optimumOrder: 0,
      sourceModelId: "ifs",
      forecastStart: 12,
      forecastEnd: 35,
    },
  ],
  instrumentRecords: [
    {
      ...instrumentRecord,
      uuid: uuid(901),
      pid: radarPid,
      name: "Radar",
      instrumentId: "rpg-fmcw-94",
      siteId: "hyytiala",
    },
    {
      ...instrumentRecord,
      uuid: uuid(902),
      pid: lidarPid,
      name: "Lidar",
      serialNumber: "42",
      instrumentId: "halo-doppler-lidar",
      siteId: null,
    },
  ],
} satisfies Partial<StoredRecords>;
