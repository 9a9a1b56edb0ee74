import { ANY_PROFILE, PROFILES } from "./profiles.ts";
import type { Flag, Quantity } from "./quantity.ts";
import { channelSeries, SERIES } from "./series.ts";
import { TARGET } from "./sky.ts";

const TARGET_FLAGS: readonly Flag[] = [
  { code: TARGET.clear, name: "Clear sky", rgb: [255, 255, 255] },
  { code: TARGET.droplets, name: "Droplets", rgb: [108, 184, 227] },
  { code: TARGET.rain, name: "Rain", rgb: [42, 96, 178] },
  { code: TARGET.rainAndDroplets, name: "Rain, drops", rgb: [57, 143, 190] },
  { code: TARGET.ice, name: "Ice", rgb: [245, 215, 91] },
  { code: TARGET.iceAndDroplets, name: "Ice, drops", rgb: [120, 196, 120] },
  { code: TARGET.melting, name: "Melting", rgb: [226, 132, 52] },
  { code: TARGET.meltingAndDroplets, name: "Melt, drops", rgb: [178, 76, 68] },
  { code: TARGET.aerosol, name: "Aerosol", rgb: [203, 200, 210] },
  { code: TARGET.insects, name: "Insects", rgb: [138, 128, 158] },
];

const DETECTION_FLAGS: readonly Flag[] = [
  { code: 0, name: "Clear sky", rgb: [255, 255, 255] },
  { code: 1, name: "Both", rgb: [79, 163, 125] },
  { code: 2, name: "Radar only", rgb: [150, 205, 150] },
  { code: 4, name: "Lidar only", rgb: [240, 196, 92] },
];

const RETRIEVAL_FLAGS: readonly Flag[] = [
  { code: 0, name: "None", rgb: [255, 255, 255] },
  { code: 1, name: "Reliable", rgb: [79, 163, 125] },
  { code: 2, name: "Uncertain", rgb: [240, 196, 92] },
];

const WITHOUT_UNITS = {
  units: "1",
  standardName: null,
  scale: { min: 0, max: 10, isLog: false, map: "viridis" },
} as const;

const TARGETS: Quantity = {
  kind: "flags",
  ...WITHOUT_UNITS,
  flags: TARGET_FLAGS,
  codes: (sky) => sky.target,
};

const DETECTION: Quantity = {
  kind: "flags",
  ...WITHOUT_UNITS,
  flags: DETECTION_FLAGS,
  codes: (sky) =>
    Int8Array.from(sky.reflectivity, (dBZ, cell) => {
      const hasLidar = !Number.isNaN(sky.backscatter[cell] ?? Number.NaN);
      return Number.isNaN(dBZ) ? (hasLidar ? 4 : 0) : hasLidar ? 1 : 2;
    }),
};

const RETRIEVAL: Quantity = {
  kind: "flags",
  ...WITHOUT_UNITS,
  flags: RETRIEVAL_FLAGS,
  codes: (sky) =>
    Int8Array.from(sky.target, (code) => (code === TARGET.ice ? 1 : code === TARGET.iceAndDroplets ? 2 : 0)),
};

/** Products that measure at the ground, where a name such as `relative_humidity` is a series. */
const AT_THE_GROUND = ["weather-station", "rain-gauge", "disdrometer"];

/**
 * Gives the quantity that a ProductVariable measures. `variable` is its id without the product's prefix.
 * Every variable of every product has a quantity; those without one of their own get a plain number.
 */
export function quantityOf(productId: string, variable: string): Quantity {
  if (variable === "target_classification" || variable === "target_classification_cpr") return TARGETS;
  if (variable.endsWith("_retrieval_status")) return RETRIEVAL;
  if (variable.endsWith("_status") || variable === "echo_cpr") return DETECTION;
  const asSeries = SERIES[variable] ?? channelSeries(variable);
  const asProfile = PROFILES[variable] ?? PROFILES[variable.replace(/_(\d+|cpr|raw|sat)$/, "")];
  const isAtTheGround = AT_THE_GROUND.includes(productId);
  if (isAtTheGround) return asSeries ?? ANY_PROFILE;
  return asProfile ?? asSeries ?? ANY_PROFILE;
}

/** Id of a ProductVariable without the prefix of its product: `radar-Zh` of `radar` is `Zh`. */
export function shortName(productId: string, variableId: string): string {
  return variableId.startsWith(`${productId}-`) ? variableId.slice(productId.length + 1) : variableId;
}
