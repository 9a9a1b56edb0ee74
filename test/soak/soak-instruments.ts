import type { InstrumentInput } from "#contract/settings-file.ts";
import { utcParts } from "./simulated-time.ts";
import type { SoakPlan } from "./soak-plan.ts";

/** Site of the station. */
export const soakSite = "hyytiala";

/** Files of one kind, one after another. Minutes are those of a real instrument. */
export interface Series {
  readonly everyMinutes: number;
  /** For how long a file grows. */
  readonly growsMinutes: number;
  /** Bytes of a real one. */
  readonly size: number;
  /** Relative to the instrument's folder; `atMs` is when the file begins, epoch milliseconds, simulated. */
  relPath(atMs: number): string;
}

/** A configured folder and what is written to it. */
export interface SoakInstrument {
  readonly name: string;
  /** Name of its folder. */
  readonly folder: string;
  readonly input: Omit<InstrumentInput, "name" | "folder" | "site" | "finish">;
  readonly series: readonly Series[];
  /** A day file that gets a telegram a minute and is sent as it grows; its dates are those of the real day. */
  readonly dayFile: ((date: string) => string) | null;
}

/** Sizes above this are scaled down. */
const largeBytes = 5_000_000;

/** Bytes of a file in this plan. */
export function sizeIn(plan: SoakPlan, size: number): number {
  return Math.ceil(size > largeBytes ? size * plan.largeFileShare : size);
}

const lidar = {
  input: {
    instrument: "halo-doppler-lidar",
    pid: "https://hdl.handle.net/21.12132/3.1f7d5b3ddc55483b",
    pattern: "Proc/%Y/%Y%m/%Y%m%d/{Stare,VAD}_213_%Y%m%d_*.hpl",
  },
  series: [
    series(60, 60, 50_000_000, ({ yyyy, mm, dd, HH }) => {
      return `Proc/${yyyy}/${yyyy}${mm}/${yyyy}${mm}${dd}/Stare_213_${yyyy}${mm}${dd}_${HH}.hpl`;
    }),
    series(6, 2, 200_000, ({ yyyy, mm, dd, HH, MM, SS }) => {
      return `Proc/${yyyy}/${yyyy}${mm}/${yyyy}${mm}${dd}/VAD_213_${yyyy}${mm}${dd}_${HH}${MM}${SS}.hpl`;
    }),
  ],
  dayFile: null,
};

/** Cloud radar, ceilometer in its one-minute mode, Doppler lidar with a folder a channel, radiometer, disdrometer. */
export const soakInstruments: readonly SoakInstrument[] = [
  {
    name: "Cloud radar",
    folder: "radar",
    input: {
      instrument: "rpg-fmcw-94",
      pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
      pattern: "%Y/%m/%d/%y%m%d_*_ZEN.{LV0,LV1}",
    },
    series: (
      [
        ["LV0", 140_000_000],
        ["LV1", 20_000_000],
      ] as const
    ).map(([level, size]) =>
      series(60, 60, size, ({ yyyy, yy, mm, dd, HH }) => {
        return `${yyyy}/${mm}/${dd}/${yy}${mm}${dd}_${HH}0000_P09_ZEN.${level}`;
      }),
    ),
    dayFile: null,
  },
  {
    name: "Ceilometer",
    folder: "ceilometer",
    input: {
      instrument: "cl61d",
      pid: "https://hdl.handle.net/21.12132/3.241bda142975460b",
      pattern: "live_%Y%m%d_*.nc",
    },
    series: [
      series(1, 0.3, 150_000, ({ yyyy, mm, dd, HH, MM, SS }) => `live_${yyyy}${mm}${dd}_${HH}${MM}${SS}.nc`),
    ],
    dayFile: null,
  },
  { ...lidar, name: "Doppler lidar co", folder: "lidar-co", input: { ...lidar.input, tags: ["co"] } },
  {
    ...lidar,
    name: "Doppler lidar cross",
    folder: "lidar-cross",
    input: { ...lidar.input, tags: ["cross"] },
  },
  {
    name: "Radiometer",
    folder: "radiometer",
    input: {
      instrument: "hatpro",
      pid: "https://hdl.handle.net/21.12132/3.028adedd35a44733",
      pattern: "Y%Y/M%m/D%d/%y%m%d*.{BRT,HKD,MET,IRT,LWP,IWV,BLB,ATN}",
    },
    series: ["BRT", "HKD", "MET", "IRT", "LWP", "IWV", "BLB", "ATN"].map((kind, index) =>
      series(60, 60, 30_000 * (index + 1), ({ yyyy, yy, mm, dd, HH }) => {
        return `Y${yyyy}/M${mm}/D${dd}/${yy}${mm}${dd}${HH}.${kind}`;
      }),
    ),
    dayFile: null,
  },
  {
    name: "Disdrometer",
    folder: "disdrometer",
    input: {
      instrument: "parsivel",
      pid: "https://hdl.handle.net/21.12132/3.0b2be52e459c4285",
      pattern: "%Y%m%d.txt",
    },
    series: [],
    dayFile: (date) => `${date.replaceAll("-", "")}.txt`,
  },
];

function series(
  everyMinutes: number,
  growsMinutes: number,
  size: number,
  name: (parts: ReturnType<typeof utcParts>) => string,
): Series {
  return { everyMinutes, growsMinutes, size, relPath: (atMs) => name(utcParts(atMs)) };
}

/** The settings file of the station. The disdrometer's file is sent every half hour of its own time. */
export function soakSettings(portalUrl: string, folderOf: (one: SoakInstrument) => string, plan: SoakPlan) {
  const settles = { policy: "settle", seconds: plan.settleSeconds } as const;
  const appends = { policy: "append", everyHours: 0.5 / plan.speed, seconds: 20 / plan.speed } as const;
  return {
    portal: { url: portalUrl, username: "station" },
    instruments: soakInstruments.map((one) => ({
      ...one.input,
      name: one.name,
      site: soakSite,
      folder: folderOf(one),
      finish: one.dayFile === null ? settles : appends,
      // Random bytes are no NetCDF, which is told of files that have been there for two minutes.
      check: "off" as const,
    })),
  };
}
