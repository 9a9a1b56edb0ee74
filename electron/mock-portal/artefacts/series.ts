import { fractal1, noise1 } from "./noise.ts";
import { even, powers, type Quantity, rounded, series, threeDigits } from "./quantity.ts";
import { SKY_TOP_M, type Sky } from "./sky.ts";
import type { Weather } from "./weather.ts";

/** Quantity per time step that follows from the weather of the column. */
function fromWeather(
  units: string,
  standardName: string | null,
  scale: Quantity["scale"],
  ofWeather: (weather: Weather) => number,
): Quantity {
  return series(units, standardName, scale, (sky, t) => {
    const weather = sky.columns[t];
    return weather === undefined ? Number.NaN : ofWeather(weather);
  });
}

function jitter(weather: Weather, channel: number): number {
  return noise1(weather.seed + channel, weather.absoluteHour * 5) - 0.5;
}

/** Rain (or snow as water) at the ground in mm per hour. */
function precipitationMmPerHour(weather: Weather): number {
  return rounded(9 * weather.precipitation ** 1.8 * (0.6 + 0.8 * (jitter(weather, 201) + 0.5)), 0.01);
}

const isRain = (weather: Weather) => weather.surfaceTemperatureC > 1;
const rainMmPerHour = (weather: Weather) => (isRain(weather) ? precipitationMmPerHour(weather) : 0);
const snowMmPerHour = (weather: Weather) => (isRain(weather) ? 0 : precipitationMmPerHour(weather));

/** Metres that fell since midnight. */
function accumulated(rate: (weather: Weather) => number): Quantity {
  return series("m", null, even(0, 0.02), (sky, t) => {
    const hoursAStep = 24 / sky.timeCount;
    const millimetres = sky.columns
      .slice(0, t + 1)
      .reduce((sum, weather) => sum + rate(weather) * hoursAStep, 0);
    return rounded(millimetres / 1000, 1e-5);
  });
}

function rateOf(rate: (weather: Weather) => number, name: string): Quantity {
  return fromWeather("m s-1", name, even(0, 2e-6), (weather) => threeDigits(rate(weather) / 3.6e6));
}

function liquidWaterPath(sky: Sky, t: number): number {
  const stepM = SKY_TOP_M / sky.heightCount;
  let grams = 0;
  for (let h = 0; h < sky.heightCount; h++) grams += (sky.liquid[t * sky.heightCount + h] ?? 0) * stepM;
  return threeDigits(Math.max(0, grams * 0.0004 + 0.004 * fractal1(77, sky.date.length + t / 4)));
}

function brightnessTemperature(channel: number): Quantity {
  return series("K", "brightness_temperature", even(0, 300, "thermal"), (sky, t) => {
    const weather = sky.columns[t];
    if (weather === undefined) return Number.NaN;
    const opacity = channel < 7 ? 0.05 + 0.02 * channel : 0.4 + 0.08 * (channel - 7);
    const warm = 273 + weather.surfaceTemperatureC;
    return rounded(
      2.7 + warm * Math.min(1, opacity + 0.25 * liquidWaterPath(sky, t)) + jitter(weather, channel),
      0.01,
    );
  });
}

const rainRate = rateOf(rainMmPerHour, "rainfall_rate");
const rainAmount = accumulated(rainMmPerHour);

/** Series by the variable part of a ProductVariable id. */
export const SERIES: Readonly<Record<string, Quantity>> = {
  lwp: series("kg m-2", "atmosphere_cloud_liquid_water_content", even(0, 1), liquidWaterPath),
  iwv: fromWeather("kg m-2", "atmosphere_mass_content_of_water_vapor", even(0, 40), (weather) =>
    rounded(
      Math.max(1, 17 * Math.exp(0.055 * (weather.surfaceTemperatureC - 10)) * weather.humidity) +
        0.3 * jitter(weather, 203),
      0.01,
    ),
  ),
  rainfall_rate: rainRate,
  precipitation_rate: rateOf(precipitationMmPerHour, "lwe_precipitation_rate"),
  snowfall_rate: rateOf(snowMmPerHour, "lwe_snowfall_rate"),
  rainfall_amount: rainAmount,
  r_accum_RT: rainAmount,
  r_accum_NRT: rainAmount,
  precipitation_amount: accumulated(precipitationMmPerHour),
  snowfall_amount: accumulated(snowMmPerHour),
  n_particles: fromWeather("1", null, powers(1, 3000), (weather) =>
    Math.round(1 + 2200 * weather.precipitation),
  ),
  visibility: fromWeather("m", "visibility_in_air", even(0, 20_000), (weather) =>
    Math.round(
      Math.max(
        150,
        20_000 * (1.25 - weather.humidity) * (1 - 0.8 * weather.precipitation) + 400 * jitter(weather, 205),
      ),
    ),
  ),
  air_temperature: fromWeather("K", "air_temperature", even(250, 310), (weather) =>
    rounded(weather.surfaceTemperatureC + 273.15 + 0.5 * jitter(weather, 207), 0.1),
  ),
  air_pressure: fromWeather("Pa", "air_pressure", even(60_000, 105_000), (weather) =>
    rounded(weather.pressureHpa * 100, 10),
  ),
  wind_speed: fromWeather("m s-1", "wind_speed", even(0, 20), (weather) =>
    rounded(Math.max(0, weather.windSpeed + 2 * jitter(weather, 209)), 0.1),
  ),
  wind_direction: fromWeather("degree", "wind_from_direction", even(0, 360), (weather) =>
    Math.round((weather.windDirection + 20 * jitter(weather, 211) + 360) % 360),
  ),
  relative_humidity: fromWeather("1", "relative_humidity", even(0, 1), (weather) =>
    rounded(Math.min(1, weather.humidity + 0.03 * jitter(weather, 213)), 0.001),
  ),
  cloud_top_height_agl: fromWeather("m", null, even(0, SKY_TOP_M), (weather) =>
    weather.high.amount > 0.1 ? Math.round(weather.high.baseM + weather.high.depthM) : Number.NaN,
  ),
  irt_0: fromWeather("K", "brightness_temperature", even(180, 300), (weather) =>
    rounded(205 + 60 * weather.low.amount + 4 * jitter(weather, 215), 0.1),
  ),
};

/** Series of a radiometer's channel, for ids such as `tb_07`; null for other ids. */
export function channelSeries(variable: string): Quantity | null {
  const channel = /^tb_(\d+)$/.exec(variable)?.[1];
  return channel === undefined ? null : brightnessTemperature(Number(channel));
}
