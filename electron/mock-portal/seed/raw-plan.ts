import type { InstrumentRecord } from "#mock-portal/store/records.ts";
import { uuidOf } from "./identity.ts";

/** How an instrument writes. */
type RawKind = "netcdf" | "binary" | "telegrams";

/** A raw file that a demo instrument leaves on a day. */
export type RawFile = {
  uuid: string;
  filename: string;
  tags: string[];
  /** Hour of its first data. */
  fromHour: number;
  kind: RawKind;
};

type Habit = {
  kind: RawKind;
  hours: readonly number[];
  /** Tag sets; each is a file of the same name. */
  tags?: readonly string[][];
  nameOf(day: { year: string; month: string; day: string }, hour: string): string;
};

const ONCE: readonly number[] = [0];
const FOUR_TIMES: readonly number[] = [0, 6, 12, 18];

const HABITS: Record<string, Habit> = {
  "rpg-fmcw-94": {
    kind: "binary",
    hours: FOUR_TIMES,
    nameOf: (d, h) => `${d.year.slice(2)}${d.month}${d.day}_${h}0000_P09_ZEN.LV1`,
  },
  "mira-35": {
    kind: "netcdf",
    hours: FOUR_TIMES,
    nameOf: (d, h) => `${d.year}${d.month}${d.day}_${h}00.mmclx`,
  },
  basta: { kind: "netcdf", hours: ONCE, nameOf: (d) => `basta_1a_${d.year}${d.month}${d.day}.nc` },
  cl61d: {
    kind: "netcdf",
    hours: FOUR_TIMES,
    nameOf: (d, h) => `live_${d.year}${d.month}${d.day}_${h}0000.nc`,
  },
  chm15k: { kind: "netcdf", hours: ONCE, nameOf: (d) => `${d.year}${d.month}${d.day}_CHM250105_000.nc` },
  ct25k: { kind: "telegrams", hours: ONCE, nameOf: (d) => `ct25k_${d.year}${d.month}${d.day}.dat` },
  cl31: {
    kind: "telegrams",
    hours: FOUR_TIMES,
    nameOf: (d, h) => `C${d.year.slice(3)}${d.month}${d.day}${h}.DAT`,
  },
  lhumpro: { kind: "binary", hours: ONCE, nameOf: (d) => `${d.year.slice(2)}${d.month}${d.day}.BRT` },
  "halo-doppler-lidar": {
    kind: "telegrams",
    hours: FOUR_TIMES,
    tags: [["co"], ["cross"]],
    nameOf: (d, h) => `Stare_32_${d.year}${d.month}${d.day}_${h}.hpl`,
  },
  wls400s: {
    kind: "netcdf",
    hours: FOUR_TIMES,
    nameOf: (d, h) => `WLS400S-113_${d.year}-${d.month}-${d.day}_${h}-00-00_dbs_25m.nc`,
  },
};

const DAILY_TEXT: Habit = {
  kind: "telegrams",
  hours: ONCE,
  nameOf: (d) => `${d.year}${d.month}${d.day}.txt`,
};

/** The raw files of a demo instrument on a day (`YYYY-MM-DD`), named as such instruments name them. */
export function rawFilesOf(siteId: string, date: string, instrument: InstrumentRecord): RawFile[] {
  const habit = HABITS[instrument.instrumentId] ?? DAILY_TEXT;
  const [year = "", month = "", day = ""] = date.split("-");
  return habit.hours.flatMap((fromHour) => {
    const filename = habit.nameOf({ year, month, day }, String(fromHour).padStart(2, "0"));
    return (habit.tags ?? [[]]).map((tags) => ({
      uuid: uuidOf(`raw ${siteId}/${instrument.uuid}/${date}/${filename}/${tags.join("+")}`),
      filename,
      tags,
      fromHour,
      kind: habit.kind,
    }));
  });
}

/** Their uuids. */
export function rawUuidsOf(siteId: string, date: string, instrument: InstrumentRecord): string[] {
  return rawFilesOf(siteId, date, instrument).map(({ uuid }) => uuid);
}
