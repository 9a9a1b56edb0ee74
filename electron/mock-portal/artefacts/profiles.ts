import { fractal2, noise2 } from "./noise.ts";
import { even, powers, profile, type Quantity, rounded, threeDigits } from "./quantity.ts";
import { type Sky, TARGET } from "./sky.ts";

const NONE = Number.NaN;
const at = (field: ArrayLike<number>, cell: number) => field[cell] ?? NONE;

/** Wherever a cloud radar sees an echo. */
function whereEcho(sky: Sky, cell: number, value: () => number): number {
  return Number.isNaN(at(sky.reflectivity, cell)) ? NONE : value();
}

function whereTarget(sky: Sky, cell: number, codes: readonly number[], value: () => number): number {
  return codes.includes(at(sky.target, cell)) ? value() : NONE;
}

function grain(sky: Sky, t: number, h: number, channel: number): number {
  const weather = sky.columns[t];
  const hour = weather?.absoluteHour ?? 0;
  return fractal2((weather?.seed ?? 0) + channel, hour * 2.2, (sky.heightsM[h] ?? 0) / 350);
}

const ICE = [TARGET.ice, TARGET.iceAndDroplets];
const DROPLETS = [TARGET.droplets, TARGET.rainAndDroplets, TARGET.iceAndDroplets, TARGET.meltingAndDroplets];
const RAIN = [TARGET.rain, TARGET.rainAndDroplets];

const kelvin = (sky: Sky, cell: number) => at(sky.temperature, cell) + 273.15;
const pressurePa = (sky: Sky, t: number, h: number) =>
  100 * (sky.columns[t]?.pressureHpa ?? 1013) * Math.exp(-(sky.heightsM[h] ?? 0) / 7800);

function relativeHumidity(sky: Sky, cell: number, t: number, h: number): number {
  const isCloudy = at(sky.liquid, cell) > 0.01 || at(sky.ice, cell) > 0.002;
  const dry =
    (sky.columns[t]?.humidity ?? 0.6) *
    (0.55 + 0.6 * grain(sky, t, h, 61)) *
    Math.exp(-(sky.heightsM[h] ?? 0) / 16000);
  return rounded(isCloudy ? 0.95 + 0.05 * grain(sky, t, h, 61) : Math.min(0.95, dry), 0.001);
}

function saturationPa(celsius: number): number {
  return 611.2 * Math.exp((17.62 * celsius) / (243.12 + celsius));
}

function specificHumidity(sky: Sky, cell: number, t: number, h: number): number {
  const vapour = relativeHumidity(sky, cell, t, h) * saturationPa(at(sky.temperature, cell));
  return threeDigits((0.622 * vapour) / pressurePa(sky, t, h));
}

function wind(sky: Sky, t: number, h: number, isEastward: boolean): number {
  const weather = sky.columns[t];
  if (weather === undefined) return NONE;
  const z = sky.heightsM[h] ?? 0;
  const from = ((weather.windDirection + 25 * (1 - Math.exp(-z / 1500))) * Math.PI) / 180;
  const speed =
    weather.windSpeed * (1 + 2.6 * Math.exp(-(((z - 9500) / 4500) ** 2))) +
    2 * noise2(weather.seed + 83, weather.absoluteHour / 2, z / 1500);
  return rounded(-speed * (isEastward ? Math.sin(from) : Math.cos(from)), 0.01);
}

const reflectivity = profile("dBZ", "equivalent_reflectivity_factor", even(-40, 20), (sky, cell) =>
  rounded(at(sky.reflectivity, cell), 0.1),
);
const velocity = profile("m s-1", null, even(-3, 3, "diverging"), (sky, cell) =>
  rounded(at(sky.velocity, cell), 0.01),
);
const backscatter = profile(
  "sr-1 m-1",
  "volume_attenuated_backwards_scattering_function_in_air",
  powers(1e-7, 1e-4),
  (sky, cell) => threeDigits(at(sky.backscatter, cell)),
);
const temperature = profile("K", "air_temperature", even(210, 310, "thermal"), (sky, cell) =>
  rounded(kelvin(sky, cell), 0.1),
);
const humidity = profile("1", "relative_humidity", even(0, 1, "rain"), relativeHumidity);
const eastward = profile("m s-1", "eastward_wind", even(-30, 30, "diverging"), (sky, _cell, t, h) =>
  wind(sky, t, h, true),
);
const northward = profile("m s-1", "northward_wind", even(-30, 30, "diverging"), (sky, _cell, t, h) =>
  wind(sky, t, h, false),
);

/** Time-height quantities by the variable part of a ProductVariable id. */
export const PROFILES: Readonly<Record<string, Quantity>> = {
  Zh: reflectivity,
  Z: reflectivity,
  ze_sat: reflectivity,
  v: velocity,
  width: profile("m s-1", null, powers(0.05, 2), (sky, cell, t, h) =>
    whereEcho(sky, cell, () =>
      threeDigits(0.06 + 0.5 * grain(sky, t, h, 3) ** 2 + (at(sky.target, cell) === TARGET.rain ? 0.6 : 0)),
    ),
  ),
  ldr: profile("dB", null, even(-30, -5), (sky, cell, t, h) =>
    whereEcho(sky, cell, () =>
      rounded((at(sky.target, cell) === TARGET.melting ? -15 : -27) + 6 * grain(sky, t, h, 5), 0.1),
    ),
  ),
  beta: backscatter,
  beta_raw: backscatter,
  depolarisation: profile("1", null, even(0, 0.5), (sky, cell, t, h) =>
    Number.isNaN(at(sky.backscatter, cell))
      ? NONE
      : rounded((at(sky.ice, cell) > 0.001 ? 0.3 : 0.02) + 0.12 * grain(sky, t, h, 7), 0.001),
  ),
  temperature,
  Tw: temperature,
  potential_temperature: profile(
    "K",
    "air_potential_temperature",
    even(260, 350, "thermal"),
    (sky, cell, t, h) => rounded(kelvin(sky, cell) * (1e5 / pressurePa(sky, t, h)) ** 0.286, 0.1),
  ),
  relative_humidity: humidity,
  rh: humidity,
  absolute_humidity: profile("kg m-3", null, powers(1e-5, 2e-2, "rain"), (sky, cell, t, h) =>
    threeDigits(
      (relativeHumidity(sky, cell, t, h) * saturationPa(at(sky.temperature, cell))) /
        (461.5 * kelvin(sky, cell)),
    ),
  ),
  q: profile("1", "specific_humidity", powers(1e-5, 2e-2, "rain"), specificHumidity),
  pressure: profile("Pa", "air_pressure", even(15_000, 105_000), (sky, _cell, t, h) =>
    rounded(pressurePa(sky, t, h), 1),
  ),
  uwind: eastward,
  uwind_raw: eastward,
  vwind: northward,
  vwind_raw: northward,
  epsilon: profile("m2 s-3", null, powers(1e-7, 1e-1, "thermal"), (sky, cell, t, h) =>
    whereTarget(sky, cell, [TARGET.aerosol, TARGET.insects, ...DROPLETS], () =>
      threeDigits(10 ** (-6 + 4.5 * grain(sky, t, h, 11))),
    ),
  ),
  cloud_fraction: profile("1", "cloud_area_fraction_in_atmosphere_layer", even(0, 1, "rain"), (sky, cell) =>
    rounded(Math.min(1, 3 * at(sky.liquid, cell) + 9 * at(sky.ice, cell) ** 0.8), 0.01),
  ),
  iwc: profile("kg m-3", null, powers(1e-7, 1e-3), (sky, cell) =>
    whereTarget(sky, cell, ICE, () => threeDigits(1e-3 * at(sky.ice, cell))),
  ),
  lwc: profile("kg m-3", null, powers(1e-5, 1e-2), (sky, cell) =>
    whereTarget(sky, cell, DROPLETS, () => threeDigits(1e-3 * at(sky.liquid, cell))),
  ),
  ier: profile("m", null, even(1e-5, 6e-5), (sky, cell, t, h) =>
    whereTarget(sky, cell, ICE, () => threeDigits(2e-5 + 4e-5 * grain(sky, t, h, 13))),
  ),
  der: profile("m", null, even(0, 2e-5), (sky, cell, t, h) =>
    whereTarget(sky, cell, DROPLETS, () => threeDigits(3e-6 + 1.2e-5 * grain(sky, t, h, 17))),
  ),
  Do: profile("m", null, powers(1e-6, 1e-3), (sky, cell, t, h) =>
    whereTarget(sky, cell, RAIN, () => threeDigits(10 ** (-4.7 + 1.2 * grain(sky, t, h, 19)))),
  ),
  drizzle_N: profile("m-3", null, powers(1e4, 1e9), (sky, cell, t, h) =>
    whereTarget(sky, cell, RAIN, () => threeDigits(10 ** (5 + 3 * grain(sky, t, h, 23)))),
  ),
  drizzle_lwc: profile("kg m-3", null, powers(1e-8, 1e-3), (sky, cell, t, h) =>
    whereTarget(sky, cell, RAIN, () => threeDigits(10 ** (-7 + 3 * grain(sky, t, h, 29)))),
  ),
  drizzle_lwf: profile("kg m-2 s-1", null, powers(1e-8, 1e-3), (sky, cell, t, h) =>
    whereTarget(sky, cell, RAIN, () => threeDigits(10 ** (-7 + 3 * grain(sky, t, h, 31)))),
  ),
  v_drizzle: profile("m s-1", null, even(-2, 0, "diverging"), (sky, cell, t, h) =>
    whereTarget(sky, cell, RAIN, () => rounded(-2 * grain(sky, t, h, 37), 0.01)),
  ),
};

/** For variables that have no quantity of their own: a number between 0 and 1 wherever there is an echo. */
export const ANY_PROFILE: Quantity = profile("1", null, even(0, 1), (sky, cell, t, h) =>
  whereEcho(sky, cell, () => rounded(grain(sky, t, h, 41), 0.001)),
);
