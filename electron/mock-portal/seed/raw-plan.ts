import { chance } from "#mock-portal/artefacts/noise.ts";
import type { StoredInstrumentRecord, UploadStatus } from "#mock-portal/store/records.ts";
import { ageInDays, dayAfter, timeOn } from "./days.ts";
import { uuidOf } from "./identity.ts";

/** How an instrument writes. */
type RawKind = "netcdf" | "binary" | "telegrams";

/** A raw file that a demo instrument leaves on a day. */
export type PlannedRawFile = {
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
    nameOf: (d, h) => `Stare_213_${d.year}${d.month}${d.day}_${h}.hpl`,
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
export function rawFilesOf(
  siteId: string,
  date: string,
  instrument: StoredInstrumentRecord,
): PlannedRawFile[] {
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

/** A raw file with what became of it. */
export type ReceivedRawFile = PlannedRawFile & { status: UploadStatus; isLate: boolean };

/** Shares of files that never came, could not be used, or were never looked at, where there are several a day. */
const LOST = 0.012;
const UNFIT = 0.015;
const FORGOTTEN = 0.006;
/** Share of an instrument's days that came two days later. */
const LATE = 0.05;
const LATE_DAYS = 2;

/**
 * The raw files of a day that the portal has heard of. All are processed, but for three examples of yesterday and the day
 * before (not yet, unfit, and announced only) and, before, a few that were lost, unfit, forgotten or late.
 */
export function receivedRawFilesOf(
  siteId: string,
  date: string,
  today: string,
  instrument: StoredInstrumentRecord,
): ReceivedRawFile[] {
  const age = ageInDays(date, today);
  const files = rawFilesOf(siteId, date, instrument);
  const isLate = age > 2 * LATE_DAYS && chance(`${siteId}/${instrument.uuid}/${date} late`) < LATE;
  return files.flatMap((file, i) => {
    const luck = chance(`${file.uuid} fate`);
    const hasFate = age > 2 && files.length > 1;
    if (hasFate && luck < LOST) return [];
    const status = hasFate
      ? luck < LOST + UNFIT
        ? "invalid"
        : luck < LOST + UNFIT + FORGOTTEN
          ? "uploaded"
          : "processed"
      : exampleOf(instrument.instrumentId, age, i === files.length - 1);
    return [{ ...file, status, isLate }];
  });
}

function exampleOf(instrumentId: string, age: number, isLast: boolean): UploadStatus {
  if (age === 1 && isLast && instrumentId === "rpg-fmcw-94") return "uploaded";
  if (age === 1 && isLast && instrumentId === "cl31") return "created";
  return age === 2 && isLast && instrumentId === "mira-35" ? "invalid" : "processed";
}

/** Those that a product was made from. */
export function usedRawFilesOf(
  siteId: string,
  date: string,
  today: string,
  instrument: StoredInstrumentRecord,
): PlannedRawFile[] {
  return receivedRawFilesOf(siteId, date, today, instrument).filter(
    ({ status }) => status !== "invalid" && status !== "created",
  );
}

/** When a file arrives: as its share of the day is over, or days later; it is processed minutes after that. */
export function timesOfRawFile(
  date: string,
  filesADay: number,
  { fromHour, status, isLate }: Pick<ReceivedRawFile, "fromHour" | "status" | "isLate">,
): { createdAt: string; updatedAt: string } {
  const arrived = filesADay === 1 ? 22.1 : Math.min(fromHour + 6.02, 23.6);
  const day = isLate ? dayAfter(date, LATE_DAYS) : date;
  const createdAt = timeOn(day, arrived);
  const hasRun = status === "processed" || status === "invalid";
  return { createdAt, updatedAt: hasRun ? timeOn(day, arrived + 0.12) : createdAt };
}
