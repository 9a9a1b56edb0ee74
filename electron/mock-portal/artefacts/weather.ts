import { chance, fractal1, hashText, mix, noise1, smoothStep } from "./noise.ts";

/** Place of the weather: the part of a Site that decides it. */
export type WeatherPlace = { id: string; latitude: number; altitude: number };

/** A cloud layer above one place at one time. */
export type CloudLayer = {
  /** Metres above ground. */
  baseM: number;
  depthM: number;
  /** 0 none to 1 full. */
  amount: number;
};

/** State of the column of air above one place at one time. */
export type Weather = {
  /** Hours since 1970-01-01 UTC: the weather goes on over midnight. */
  absoluteHour: number;
  seed: number;
  surfaceTemperatureC: number;
  /** Height above ground where 0 degrees Celsius is crossed; negative in frost. */
  freezingLevelM: number;
  boundaryLayerM: number;
  /** 0 night to 1 noon of a summer day. */
  sunshine: number;
  /** 0 dry to 1 heavy; rain or snow by temperature. */
  precipitation: number;
  precipitationTopM: number;
  low: CloudLayer;
  middle: CloudLayer;
  high: CloudLayer;
  windSpeed: number;
  /** Degrees from which the wind at the ground blows. */
  windDirection: number;
  pressureHpa: number;
  /** Fraction. */
  humidity: number;
};

const HOUR_MS = 3_600_000;

/** The weather at a place; a function of its arguments alone. `hour` counts from the midnight (UTC) that begins `date`. */
export function weatherAt(place: WeatherPlace, date: string, hour: number): Weather {
  const absoluteHour = Date.parse(`${date}T00:00:00.000Z`) / HOUR_MS + hour;
  const seed = hashText(place.id);
  const slow = (channel: number, hours: number) => fractal1(seed + channel * 7919, absoluteHour / hours);
  const season = seasonOf(place, absoluteHour / 24);
  const front = slow(1, 26);
  const precipitation = smoothStep(0.55, 0.85, front) * (0.35 + 0.65 * noise1(seed + 17, absoluteHour / 0.8));
  const unsettled = smoothStep(0.38, 0.5, slow(19, 44));
  const cover = (0.3 + 0.7 * unsettled) * smoothStep(0.42, 0.6, slow(2, 9));
  const sunshine = daylight(place, absoluteHour, season) * (1 - 0.55 * cover);
  const tropics = Math.cos((place.latitude * Math.PI) / 180);
  const surfaceTemperatureC =
    29 * tropics -
    3 +
    season * (6 + 12 * (1 - tropics)) -
    place.altitude * 0.0055 +
    9 * (slow(3, 60) - 0.5) +
    7 * sunshine;
  const boundaryLayerM = 180 + (500 + 1500 * chance(place.id)) * sunshine + 150 * slow(4, 3);
  const topOfWeather = mix(6500, 10500, tropics);
  return {
    absoluteHour,
    seed,
    surfaceTemperatureC,
    freezingLevelM: surfaceTemperatureC / 0.0065,
    boundaryLayerM,
    sunshine,
    precipitation,
    precipitationTopM: topOfWeather * (0.45 + 0.5 * smoothStep(0.5, 0.8, front)) * (0.85 + 0.3 * slow(5, 4)),
    low: {
      baseM: boundaryLayerM * 0.9 + 250 + 900 * slow(6, 11),
      depthM: 260 + 800 * slow(7, 5),
      amount: cover,
    },
    middle: {
      baseM: 0.28 * topOfWeather + 0.25 * topOfWeather * slow(8, 16),
      depthM: 500 + 3400 * slow(9, 8) ** 1.3,
      amount: unsettled * smoothStep(0.47, 0.62, slow(10, 13)),
    },
    high: {
      baseM: 0.62 * topOfWeather + 0.2 * topOfWeather * slow(11, 20),
      depthM: 700 + 4200 * slow(12, 9) ** 1.3,
      amount: unsettled * smoothStep(0.44, 0.6, slow(13, 17)),
    },
    windSpeed: 1 + 9 * slow(14, 12) + 4 * precipitation,
    windDirection: (360 * (slow(15, 50) * 1.6 + chance(`${place.id} wind`))) % 360,
    pressureHpa:
      (1013 + 34 * (0.5 - slow(1, 26)) + 8 * (slow(16, 40) - 0.5)) * Math.exp(-place.altitude / 8400),
    humidity: Math.min(1, 0.55 + 0.3 * slow(18, 14) + 0.25 * precipitation - 0.25 * sunshine),
  };
}

/** -1 in midwinter to 1 in midsummer of the place's hemisphere. */
function seasonOf(place: WeatherPlace, absoluteDay: number): number {
  const phase = Math.cos((2 * Math.PI * (absoluteDay - 197)) / 365.2425);
  return place.latitude < 0 ? -phase : phase;
}

function daylight(place: WeatherPlace, absoluteHour: number, season: number): number {
  const slope = (Math.abs(place.latitude) * Math.PI) / 180;
  const height =
    Math.sin(slope) * Math.sin(season * 0.409) -
    Math.cos(slope) * Math.cos(season * 0.409) * Math.cos(((absoluteHour % 24) / 12) * Math.PI);
  return Math.max(0, height);
}
