import { fractal2, smoothStep } from "./noise.ts";
import { type CloudLayer, type Weather, type WeatherPlace, weatherAt } from "./weather.ts";

/** How finely a day is cut. */
export type SkyGrid = { timeCount: number; heightCount: number };

/** Target classes of a cell, by code (the flag values of a classification file). */
export const TARGET = {
  clear: 0,
  droplets: 1,
  rain: 2,
  rainAndDroplets: 3,
  ice: 4,
  iceAndDroplets: 5,
  melting: 6,
  meltingAndDroplets: 7,
  aerosol: 8,
  insects: 9,
} as const;

/** The air above a site for one day, on a grid. Fields are time-major: cell (t, h) is at `t * heightCount + h`. */
export type Sky = SkyGrid & {
  date: string;
  /** Hours since midnight UTC, at the middle of each step. */
  hours: Float32Array;
  /** Metres above ground. */
  heightsM: Float32Array;
  columns: readonly Weather[];
  /** dBZ; NaN where a cloud radar sees nothing. */
  reflectivity: Float32Array;
  /** m s-1, up is positive; NaN as reflectivity. */
  velocity: Float32Array;
  /** Liquid water, g m-3. */
  liquid: Float32Array;
  /** Ice water, g m-3. */
  ice: Float32Array;
  /** Attenuated backscatter, sr-1 m-1; NaN where a lidar sees nothing. */
  backscatter: Float32Array;
  /** Celsius. */
  temperature: Float32Array;
  /** Codes of TARGET. */
  target: Int8Array;
};

/** The grid of product files: a quarter of an hour by 300 m keeps them small. */
export const FILE_GRID: SkyGrid = { timeCount: 96, heightCount: 40 };
/** Height of the uppermost grid line above ground. */
export const SKY_TOP_M = 12_000;

/** The sky above a place on a day (`YYYY-MM-DD`, UTC): clouds, rain and a boundary layer that grows with the day. */
export function skyAbove(place: WeatherPlace, date: string, grid: SkyGrid = FILE_GRID): Sky {
  const { timeCount, heightCount } = grid;
  const cellCount = timeCount * heightCount;
  const sky: Sky = {
    ...grid,
    date,
    hours: Float32Array.from({ length: timeCount }, (_, t) => ((t + 0.5) * 24) / timeCount),
    heightsM: Float32Array.from({ length: heightCount }, (_, h) => ((h + 0.5) * SKY_TOP_M) / heightCount),
    columns: Array.from({ length: timeCount }, (_, t) =>
      weatherAt(place, date, ((t + 0.5) * 24) / timeCount),
    ),
    reflectivity: new Float32Array(cellCount).fill(Number.NaN),
    velocity: new Float32Array(cellCount).fill(Number.NaN),
    liquid: new Float32Array(cellCount),
    ice: new Float32Array(cellCount),
    backscatter: new Float32Array(cellCount).fill(Number.NaN),
    temperature: new Float32Array(cellCount),
    target: new Int8Array(cellCount),
  };
  sky.columns.forEach((weather, t) => {
    fillColumn(sky, weather, t * heightCount);
  });
  return sky;
}

function fillColumn(sky: Sky, weather: Weather, offset: number): void {
  const stepM = SKY_TOP_M / sky.heightCount;
  let opticalDepth = 0;
  sky.heightsM.forEach((z, h) => {
    const cell = offset + h;
    const celsius = weather.surfaceTemperatureC - 0.0065 * z;
    const { liquid, ice, rain, aerosol, hasInsects } = contentAt(weather, z, celsius);
    const isMelting = rain > 0.02 && Math.abs(z - weather.freezingLevelM + 150) < 260;
    sky.temperature[cell] = celsius;
    sky.liquid[cell] = liquid;
    sky.ice[cell] = ice;
    const dBZ = echo(liquid, ice, rain, isMelting, hasInsects) + 3 * (texture(weather, z, 2.5) - 0.5);
    const isSeen = dBZ > -52 + 20 * Math.log10(1 + z / 400);
    if (isSeen) {
      sky.reflectivity[cell] = dBZ;
      sky.velocity[cell] = fallSpeed(liquid, ice, rain, celsius) + 1.1 * (texture(weather, z, 5) - 0.5);
    }
    const scattered = (aerosol + 4e-4 * liquid + 2.5e-5 * ice + 6e-6 * rain) * Math.exp(-2 * opticalDepth);
    opticalDepth += (45e-3 * liquid + 1.1e-3 * ice + 0.15e-3 * rain + 12 * aerosol) * stepM * 0.55;
    const isLit = scattered > 1.2e-7 * (0.35 + (z / 6000) ** 2);
    if (isLit) sky.backscatter[cell] = scattered;
    sky.target[cell] = classOf({ liquid, ice, rain, isMelting, hasInsects, isSeen, isLit, celsius });
  });
}

type Content = { liquid: number; ice: number; rain: number; aerosol: number; hasInsects: boolean };

function contentAt(weather: Weather, z: number, celsius: number): Content {
  const frozen = smoothStep(2, -12, celsius);
  const lowCore = layerCore(weather, weather.low, z, 1);
  const middleCore = layerCore(weather, weather.middle, z, 0.7);
  const highCore = layerCore(weather, weather.high, z, 0.45);
  const depth = weather.precipitationTopM - z + 1400 * (texture(weather, z, 0.6) - 0.5);
  const shaft = weather.precipitation * smoothStep(0, 1600, depth);
  const drizzle = lowCore === 0 && z < weather.low.baseM ? drizzleBelow(weather, z) : 0;
  const falling = shaft + drizzle;
  const aerosolTop = Math.exp(-((z / (weather.boundaryLayerM + 350)) ** 3));
  return {
    liquid: 0.5 * lowCore + 0.28 * middleCore * smoothStep(-32, -6, celsius) * (1 - 0.5 * frozen),
    ice:
      celsius < 0
        ? 0.06 * middleCore * frozen +
          0.045 * highCore * frozen +
          0.35 * shaft * (0.3 + smoothStep(0, 5000, depth))
        : 0,
    rain: celsius >= 0 ? falling : 0,
    aerosol: (1.6e-6 * aerosolTop + 1.1e-7 * Math.exp(-z / 2200)) * (0.5 + texture(weather, z, 1.2)),
    hasInsects:
      celsius > 9 && z < weather.boundaryLayerM && weather.sunshine > 0.3 && texture(weather, z, 6) > 0.62,
  };
}

/** Fine rain under a full low cloud, in patches that evaporate on their way down. */
function drizzleBelow(weather: Weather, z: number): number {
  const patch = texture(weather, weather.low.baseM, 3) - 0.52 - 0.25 * (1 - z / weather.low.baseM);
  return 0.012 * weather.low.amount * smoothStep(0, 0.35, patch);
}

/** How deep inside a layer a height lies: 0 outside, up to about 1 in the core. */
function layerCore(weather: Weather, layer: CloudLayer, z: number, sharpness: number): number {
  const top = layer.baseM + layer.depthM;
  if (z < layer.baseM - 500 || z > top + 500 || layer.amount === 0) return 0;
  const inside = 1 - Math.abs((2 * (z - layer.baseM)) / layer.depthM - 1);
  const ragged = inside + (1.5 * texture(weather, z, 1.6) - 0.75) - (1 - layer.amount) * 0.9;
  return smoothStep(0, 1 / sharpness, ragged);
}

/** Ragged structure that leans with height, as fall streaks do; 0 to 1. */
function texture(weather: Weather, z: number, fineness: number): number {
  return fractal2(
    weather.seed + 31,
    (weather.absoluteHour + z / 3200) * fineness,
    (z / 900) * Math.sqrt(fineness),
  );
}

function echo(liquid: number, ice: number, rain: number, isMelting: boolean, hasInsects: boolean): number {
  const power =
    4e-3 * liquid ** 1.6 +
    14 * ice ** 1.5 +
    85 * rain ** 1.6 * (isMelting ? 3.2 : 1) +
    (hasInsects ? 2e-3 : 0);
  return 10 * Math.log10(power + 1e-9);
}

function fallSpeed(liquid: number, ice: number, rain: number, celsius: number): number {
  if (rain > 0.004)
    return celsius < 2 ? -1.6 - 2.4 * smoothStep(0, 2, celsius) : -2.2 - 4 * Math.min(1, rain * 1.6);
  return ice > liquid * 0.02 ? -0.35 - 1.1 * Math.min(1, ice * 4) : -0.1;
}

function classOf(
  cell: Omit<Content, "aerosol"> & { isMelting: boolean; isSeen: boolean; isLit: boolean; celsius: number },
): number {
  const hasDroplets = cell.liquid > 0.015;
  if (cell.isMelting) return hasDroplets ? TARGET.meltingAndDroplets : TARGET.melting;
  if (cell.isSeen && cell.rain > 0.004) return hasDroplets ? TARGET.rainAndDroplets : TARGET.rain;
  if (cell.isSeen && cell.ice > 0.0005) return hasDroplets ? TARGET.iceAndDroplets : TARGET.ice;
  if (hasDroplets) return TARGET.droplets;
  if (cell.hasInsects && cell.isSeen) return TARGET.insects;
  return cell.isLit ? TARGET.aerosol : TARGET.clear;
}
