import { addDays, datesBetween, todayUtc } from "#base/dates.ts";
import { counted } from "#base/text.ts";
import { daysOfMonth, monthInWords } from "#domain/calendar-month.ts";
import type { CoverageDay } from "#domain/coverage.ts";
import type { monthStates, ReportedDay } from "#domain/reported-month.ts";
import type { StationEvent } from "#domain/station-event.ts";
import { notChecked, outageKinds, type ReportedInstrument, reasonsOf } from "./incomplete-days.ts";

/** Part of the files, or days, for which something holds; 0 to 1. Null where nothing was to be, or it is not known. */
interface Shares {
  /** Parts of the measured files. */
  readonly accepted: number | null;
  readonly processed: number | null;
  /** Part of the days with files. */
  readonly published: number | null;
}

/** Figures of an instrument, or of all. */
interface MonthFigures {
  /** Files that were measured here. */
  readonly measured: number;
  readonly accepted: number;
  /** This and the next are null until the portal's list of the month was read. */
  readonly processed: number | null;
  readonly notUsable: number | null;
  /** Days with files, and those with a product; null where the portal makes none. */
  readonly daysMeasured: number;
  readonly daysPublished: number | null;
  readonly share: Shares;
}

/** A day of an instrument that is not complete, and why, in a few words each. */
export interface IncompleteDay {
  readonly date: string;
  readonly instrument: string;
  readonly reasons: readonly string[];
}

/** Receipts of a month. */
export interface MonthReceipts {
  /** Lines of `receipts --format md5`, and their SHA-256 in lower-case hexadecimal, sorted by bytes. */
  readonly files: number;
  readonly digest: string;
  /** Receipts of instruments that are no longer in the settings: they have no line. */
  readonly leftOut: number;
}

/** Facts behind a report. `days` and `events` are those of the month. */
export interface MonthFacts extends MonthReceipts {
  readonly month: string;
  readonly nowMs: number;
  readonly asOfMs: number | null;
  readonly portal: string | null;
  readonly instruments: readonly ReportedInstrument[];
  readonly days: readonly CoverageDay[];
  readonly events: readonly StationEvent[];
}

/** Proof of a month: how much of it the portal has, and why not all. */
export interface MonthlyReport extends MonthReceipts {
  /** `YYYY-MM` */
  readonly month: string;
  readonly state: (typeof monthStates)[number];
  /** "November 2026 is complete but for 3 days." */
  readonly sentence: string;
  /** When it was made, and when the oldest of the portal's lists behind it was read; null where one never was. */
  readonly madeAtMs: number;
  readonly asOfMs: number | null;
  readonly portal: string | null;
  readonly sites: readonly string[];
  readonly total: MonthFigures;
  readonly instruments: readonly (MonthFigures & {
    readonly name: string;
    readonly site: string;
    readonly pid: string;
    /** State of each day of the month, from the first on. */
    readonly days: readonly ReportedDay[];
  })[];
  /** By date, then in the order of the settings. Days that are not over are left out. */
  readonly incomplete: readonly IncompleteDay[];
  /** Dates of `incomplete`, counted. */
  readonly incompleteDays: number;
  /** Events that hold up data, oldest first. */
  readonly outages: readonly StationEvent[];
}

/** Derives the report of a month. Pure. */
export function monthlyReport(facts: MonthFacts): MonthlyReport {
  const { month, nowMs, asOfMs, portal, files, digest, leftOut } = facts;
  const today = todayUtc(nowMs);
  const over = facts.days.filter(({ date }) => date < today);
  const incomplete = over.flatMap((day): IncompleteDay[] => {
    const instrument = facts.instruments.find(({ name }) => name === day.instrument);
    const reasons = instrument === undefined ? [] : reasonsOf(day, instrument, facts.events, nowMs);
    return reasons.length === 0 ? [] : [{ date: day.date, instrument: day.instrument, reasons }];
  });
  const incompleteDays = new Set(incomplete.map(({ date }) => date)).size;
  const total = figuresOf(facts.days);
  const state = stateOf(month, today, total.measured, incompleteDays);
  return {
    month,
    state,
    sentence: sentenceOf(month, today, total.measured, incomplete),
    madeAtMs: nowMs,
    asOfMs,
    portal,
    sites: [...new Set(facts.instruments.flatMap((one) => one.sites))],
    total,
    instruments: facts.instruments.map(({ name, sites, pids }) => {
      const [site, pid] = [sites.join(", "), pids.join(", ")];
      const own = facts.days.filter(({ instrument }) => instrument === name);
      return { name, site, pid, ...figuresOf(own), days: statesOf(month, today, own, name, incomplete) };
    }),
    incomplete: incomplete.toSorted((one, other) =>
      one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
    ),
    incompleteDays,
    outages: facts.events
      .filter(({ kind }) => outageKinds.includes(kind))
      .toSorted((one, other) => one.fromMs - other.fromMs || one.seq - other.seq),
    files,
    digest,
    leftOut,
  };
}

function stateOf(
  month: string,
  today: string,
  measured: number,
  incompleteDays: number,
): MonthlyReport["state"] {
  if (daysOfMonth(month).to >= today) return "running";
  if (incompleteDays > 0) return "incomplete";
  return measured === 0 ? "empty" : "complete";
}

function sentenceOf(
  month: string,
  today: string,
  measured: number,
  incomplete: readonly IncompleteDay[],
): string {
  const { from, to } = daysOfMonth(month);
  const isOver = to < today;
  const days = datesBetween(from, isOver ? to : addDays(today, -1)).length;
  const inWords = monthInWords(month);
  if (!isOver && days === 0) return `${inWords} is not over yet; it begins today.`;
  return `${completeness(inWords, isOver, measured, incomplete, days)}.`;
}

/** Days that no list tells of are not complete, but nothing is known to be missing on them. */
function completeness(
  month: string,
  isOver: boolean,
  measured: number,
  incomplete: readonly IncompleteDay[],
  days: number,
): string {
  const [all, known] = [incomplete, incomplete.filter(isKnown)].map(
    (some) => new Set(some.map(({ date }) => date)).size,
  ) as [number, number];
  if (all === 0)
    return `${month} is${isOver ? "" : " not over yet; so far it is"} ${measured === 0 ? "without data: no file was measured here" : "complete"}`;
  const unknown = all - known;
  if (known === 0)
    return `${month} is${isOver ? "" : " not over yet; so far it is"} not known yet: ${counted(unknown, "day is", "days are")} not yet checked against the portal`;
  const extent =
    known === days
      ? `${month} is${isOver ? "" : " not over yet; so far it is"} complete on none of its ${counted(days, "day")}`
      : `${month} is${isOver ? "" : " not over yet; so far it is"} complete but for ${counted(known, "day")}`;
  return unknown === 0
    ? extent
    : `${extent}; ${counted(unknown, "more is", "more are")} not yet checked against the portal`;
}

function isKnown({ reasons }: IncompleteDay): boolean {
  return reasons.some((reason) => reason !== notChecked);
}

function figuresOf(days: readonly CoverageDay[]): MonthFigures {
  const withFiles = days.filter(({ measured }) => measured > 0);
  const sum = (count: (day: CoverageDay) => number) => withFiles.reduce((all, day) => all + count(day), 0);
  const isListed = withFiles.every(({ processed }) => processed !== null);
  const measured = sum((day) => day.measured);
  const accepted = sum((day) => Math.min(day.accepted ?? 0, day.measured));
  const processed = isListed ? sum((day) => day.processed ?? 0) : null;
  const published = withFiles.filter((day) => day.published.length > 0).length;
  const isPublished = published > 0 || withFiles.some(({ gaps }) => gaps.includes("published"));
  const daysPublished = isListed && isPublished ? published : null;
  return {
    measured,
    accepted,
    processed,
    notUsable: isListed ? sum((day) => day.invalid ?? 0) : null,
    daysMeasured: withFiles.length,
    daysPublished,
    share: {
      accepted: shareOf(accepted, measured),
      processed: shareOf(processed, measured),
      published: shareOf(daysPublished, withFiles.length),
    },
  };
}

function shareOf(part: number | null, all: number): number | null {
  return part === null || all === 0 ? null : part / all;
}

function statesOf(
  month: string,
  today: string,
  own: readonly CoverageDay[],
  name: string,
  incomplete: readonly IncompleteDay[],
): readonly ReportedDay[] {
  const { from, to } = daysOfMonth(month);
  const byDate = new Map(own.map((day) => [day.date, day]));
  const faulty = new Set(incomplete.filter(({ instrument }) => instrument === name).map(({ date }) => date));
  return datesBetween(from, to).map((date) => {
    if (date >= today) return "open";
    if (faulty.has(date)) return "incomplete";
    return (byDate.get(date)?.measured ?? 0) === 0 ? "empty" : "complete";
  });
}
