/** A product line of a demo station. */
export type ProductLine = {
  productId: string;
  /** Short id (first eight digits of its uuid) of the instrument record; null where several instruments lead to it. */
  instrument: string | null;
  /** Variables in the file, in plotting order, without the prefix of the product. */
  variables: readonly string[];
  /** Products of the same day that it is made from. */
  sources: readonly string[];
};

/** Daily output of a station of the demo seed. */
export type SeedStation = {
  siteId: string;
  lines: readonly ProductLine[];
  /** Model ids, best first. */
  models: readonly string[];
};

/** Days of product, model and raw files; the last is yesterday. */
export const DEMO_DAY_COUNT = 62;

const radar = (instrument: string): ProductLine => line("radar", instrument, ["Zh", "v"]);
const lidar = (instrument: string): ProductLine => line("lidar", instrument, ["beta"]);
const disdrometer = (instrument: string): ProductLine =>
  line("disdrometer", instrument, ["rainfall_rate", "n_particles"]);
const weatherStation = (instrument: string): ProductLine =>
  line("weather-station", instrument, ["air_temperature", "relative_humidity", "wind_speed"]);
const categorize: ProductLine = line("categorize", null, ["Z", "beta"], ["radar", "lidar", "model"]);
const classification: ProductLine = line(
  "classification",
  null,
  ["target_classification", "signal_source_status"],
  ["categorize"],
);
const retrieval = (productId: string, ...variables: string[]): ProductLine =>
  line(productId, null, variables, ["categorize"]);

/** The stations with data; all other sites are known, but empty. */
export const STATIONS: readonly SeedStation[] = [
  {
    siteId: "hyytiala",
    lines: [
      radar("19156417"),
      lidar("241bda14"),
      line("doppler-lidar", "1f7d5b3d", ["beta", "v"]),
      disdrometer("0b6f9ce3"),
      categorize,
      classification,
      retrieval("iwc", "iwc"),
    ],
    models: ["ecmwf", "harmonie-fmi-6-11", "gdas1"],
  },
  {
    siteId: "juelich",
    lines: [
      radar("0366fa69"),
      lidar("9a9061d5"),
      line("mwr", "549c7e76", ["lwp", "iwv"]),
      line("rain-gauge", "49ca09de", ["rainfall_amount", "rainfall_rate"]),
      categorize,
      classification,
      retrieval("lwc", "lwc"),
    ],
    models: ["ecmwf", "icon-iglo-12-23", "gdas1"],
  },
  {
    siteId: "granada",
    lines: [
      radar("1e67e6c2"),
      lidar("25a1c14a"),
      weatherStation("140918e8"),
      categorize,
      classification,
      retrieval("drizzle", "Do"),
    ],
    models: ["ecmwf", "gdas1"],
  },
  {
    siteId: "palaiseau",
    lines: [
      radar("643b7b5b"),
      lidar("627a31d3"),
      line("doppler-lidar-wind", "455010e1", ["uwind", "vwind"]),
      categorize,
      classification,
    ],
    models: ["ecmwf", "arpege-12-23", "gdas1"],
  },
];

function line(
  productId: string,
  instrument: string | null,
  variables: readonly string[],
  sources: readonly string[] = [],
): ProductLine {
  return { productId, instrument, variables, sources };
}
