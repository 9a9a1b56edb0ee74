import { chance } from "#mock-portal/artefacts/noise.ts";
import type { HourSpan } from "#mock-portal/artefacts/painting.ts";
import type { StoredProductFile } from "#mock-portal/store/records.ts";
import { ageInDays, dayAfter, timeOn } from "./days.ts";
import { pidOf, uuidOf, versionTokenOf } from "./identity.ts";

/** A version in the life of a demo file: all of its record that does not depend on its bytes. */
export type Life = {
  versionNumber: number;
  measured: readonly HourSpan[];
  record: Pick<
    StoredProductFile,
    | "uuid"
    | "version"
    | "isCurrent"
    | "pid"
    | "volatile"
    | "tombstoneReason"
    | "legacy"
    | "measurementDate"
    | "coverage"
    | "errorLevel"
    | "createdAt"
    | "updatedAt"
    | "startTime"
    | "stopTime"
    | "timeliness"
  >;
};

/** Files as young as this may still change. */
const VOLATILE_DAYS = 4;
/** Files older than this may have been made again. */
const SETTLED_DAYS = 14;
/** Files older than this of a legacy line come from an earlier processing. */
const LEGACY_DAYS = 58;
/** How old the files of the tombstone examples are. */
const TOMBSTONE_DAYS = 30;

const WITHDRAWN = "The instrument had lost its calibration; the data must not be used.";
const REPLACED = "Made from incomplete raw files; replaced by a newer version.";

/**
 * The versions of one file, oldest first; none where the day is missing. `line` names it within its site (a product or model
 * id) and `date` its day. The same arguments give the same lives.
 */
export function livesOf(siteId: string, line: string, date: string, today: string): Life[] {
  const name = `${siteId}/${line}/${date}`;
  const age = ageInDays(date, today);
  if (age > VOLATILE_DAYS && chance(`${name} missing`) < 0.02) return [];
  const count = versionCount(name, age);
  return Array.from({ length: count }, (_, i) =>
    lifeOf({ name, siteId, line, date, age, today }, i + 1, count),
  );
}

function versionCount(name: string, age: number): number {
  if (age === TOMBSTONE_DAYS) return 2;
  if (age <= SETTLED_DAYS) return 1;
  const luck = chance(`${name} versions`);
  return luck < 0.012 ? 3 : luck < 0.06 ? 2 : 1;
}

type Day = { name: string; siteId: string; line: string; date: string; age: number; today: string };

function lifeOf(day: Day, versionNumber: number, count: number): Life {
  const { name, date, age } = day;
  const uuid = uuidOf(`file ${name} ${versionNumber}`);
  const isVolatile = age <= VOLATILE_DAYS;
  const isCurrent = versionNumber === count;
  const isLegacy = day.siteId === "palaiseau" && age > LEGACY_DAYS;
  const measured = measuredSpans(day, versionNumber, count);
  const hours = measured.reduce((sum, [from, to]) => sum + to - from, 0);
  const times = timesOf(day, versionNumber);
  return {
    versionNumber,
    measured,
    record: {
      uuid,
      version: isVolatile ? "" : versionTokenOf(uuid),
      isCurrent,
      pid: pidOf(uuid),
      volatile: isVolatile,
      tombstoneReason: tombstone(day, isCurrent),
      legacy: isLegacy,
      measurementDate: date,
      coverage: isLegacy ? null : Math.round((hours / 24) * 1000) / 1000,
      errorLevel: isLegacy ? null : qualityOf(name),
      ...times,
      startTime: isLegacy ? null : timeOn(date, measured[0]?.[0] ?? 0),
      stopTime: isLegacy ? null : timeOn(date, Math.min(measured.at(-1)?.[1] ?? 24, 24 - 1 / 3600)),
      timeliness: isVolatile ? "rrt" : "scheduled",
    },
  };
}

function qualityOf(name: string): string {
  const luck = chance(`${name} quality`);
  return luck < 0.55 ? "pass" : luck < 0.84 ? "info" : luck < 0.96 ? "warning" : "error";
}

function tombstone(day: Day, isCurrent: boolean): string | null {
  if (day.age === TOMBSTONE_DAYS && !isCurrent) return REPLACED;
  return day.age === TOMBSTONE_DAYS + 1 && day.siteId === "juelich" ? WITHDRAWN : null;
}

/** Yesterday's files end before midnight, early versions lack the evening, and some days have a gap; in quarters of an hour. */
function measuredSpans({ name, age }: Day, versionNumber: number, count: number): HourSpan[] {
  const quarter = (hour: number) => Math.round(hour * 4) / 4;
  const end =
    age === 1 ? 22 : versionNumber < count ? quarter(11 + 9 * chance(`${name} end ${versionNumber}`)) : 24;
  if (chance(`${name} gap`) > 0.12) return [[0, end]];
  const gapFrom = quarter(2 + 7 * chance(`${name} gap begins`));
  const gapTo = gapFrom + 0.5 + quarter(1.5 * chance(`${name} gap lasts`));
  return [
    [0, gapFrom],
    [gapTo, end],
  ];
}

/** Made when the day is over, made again until it is stable; later versions come weeks after. Never later than today's start. */
function timesOf({ name, date, age }: Day, versionNumber: number): { createdAt: string; updatedAt: string } {
  if (age === 1) {
    const createdAt = timeOn(date, 22.4 + chance(`${name} made`));
    return { createdAt, updatedAt: createdAt };
  }
  const created = timeOn(
    dayAfter(date, versionNumber === 1 ? 1 : 4 * versionNumber),
    2 + 3 * chance(`${name} made ${versionNumber}`),
  );
  const isMadeAgain = versionNumber === 1 && age > 2;
  const lastDay = dayAfter(date, Math.min(age - 1, VOLATILE_DAYS));
  return {
    createdAt: created,
    updatedAt: isMadeAgain ? timeOn(lastDay, 6 + 2 * chance(`${name} stable`)) : created,
  };
}
