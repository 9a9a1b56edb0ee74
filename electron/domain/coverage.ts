import { addDays, startOfDayMs } from "#base/dates.ts";
import type { DayCounts, DayFacts } from "./day-facts.ts";
import type { Deadlines } from "./settings.ts";

/** Layers that the data go through, in this order. */
export const coverageLayers = ["measured", "accepted", "processed", "published"] as const;

export type CoverageLayer = (typeof coverageLayers)[number];

/**
 * `complete`: nothing is missing. `pending`: something is, and not yet overdue. `gap`: something is overdue. `empty`:
 * nothing was measured here, and nothing was to be. `unknown`: the portal was not asked yet.
 */
export const dayStates = ["complete", "pending", "gap", "empty", "unknown"] as const;

export type DayState = (typeof dayStates)[number];

/** Counts that the portal's lists tell; its receipts tell `accepted`, too. */
type PortalCounts = "accepted" | "processed" | "invalid" | "otherContent" | "onlyOnPortal";

/**
 * Coverage of an instrument on one UTC measurement date. The portal's counts are null until its list of that month was
 * read, or, for `accepted`, until it confirmed a file.
 */
export interface CoverageDay
  extends Omit<DayCounts, PortalCounts>,
    Readonly<Record<PortalCounts, number | null>> {
  readonly instrument: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly state: DayState;
  /** When the first of what is missing becomes, or became, overdue; null where nothing is awaited. */
  readonly dueAtMs: number | null;
  /** Layers in which something is overdue. */
  readonly gaps: readonly CoverageLayer[];
}

/** Facts about an instrument besides its days. */
export interface DayContext {
  readonly instrument: string;
  /** `YYYY-MM-DD`; null where all is sent. */
  readonly since: string | null;
  /** Earliest measurement date of what it wrote here, without what a person added; null before the first file. */
  readonly firstWritten: string | null;
  /** Whether the cadence expects a file on this date. */
  expects(date: string): boolean;
  /** Milliseconds that usually lie between two hours with files; 0 where it writes hour after hour. */
  readonly usualMs: number;
  /** Products with this instrument as their source were seen. */
  readonly publishes: boolean;
  readonly deadlines: Deadlines;
  /** When the portal's newest list of the instrument was read; null where it never was. */
  readonly listedAtMs: number | null;
  /** Whether the month of a date was listed. */
  isListed(date: string): boolean;
  readonly nowMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A moment by which a layer has to be there, and the moment of which it is known that it is not. */
interface Due {
  readonly layer: CoverageLayer;
  readonly dueAtMs: number;
  readonly knownAtMs: number;
}

/**
 * Judges one day. Facts that only the portal's list can tell are judged at the time of that list. So while the portal is
 * silent, nothing becomes overdue but what was not sent.
 */
export function judgeDay(date: string, facts: DayFacts, context: DayContext): CoverageDay {
  const { measured, accepted, unlisted, processed, invalid, otherContent, onlyOnPortal, published } = facts;
  const listed = (count: number): number | null => (context.isListed(date) ? count : null);
  const dues = facts.measured === 0 ? dueOfNothing(date, facts, context) : duesOf(date, facts, context);
  const overdue = dues.filter(({ dueAtMs, knownAtMs }) => dueAtMs <= knownAtMs);
  const gaps = coverageLayers.filter((layer) => overdue.some((due) => due.layer === layer));
  const counted = gaps.length > 0 ? overdue : dues;
  const dueAtMs = counted.length === 0 ? null : Math.min(...counted.map((due) => due.dueAtMs));
  const state = stateOf(date, facts, context, gaps.length > 0, dues.length > 0);
  return {
    instrument: context.instrument,
    date,
    measured,
    accepted: accepted > 0 ? accepted : listed(accepted),
    unlisted,
    processed: listed(processed),
    invalid: listed(invalid),
    otherContent: listed(otherContent),
    onlyOnPortal: listed(onlyOnPortal),
    published,
    state,
    dueAtMs,
    gaps,
  };
}

function stateOf(
  date: string,
  { measured, accepted }: DayFacts,
  { since, isListed, nowMs }: DayContext,
  hasGap: boolean,
  isAwaited: boolean,
): DayState {
  if (hasGap) return "gap";
  if (measured === 0 && since !== null && date < since) return "empty";
  // The portal's lists will tell the rest about files that it has confirmed.
  if (!isListed(date)) return accepted > 0 ? "pending" : "unknown";
  if (measured === 0) return isAwaited ? "pending" : "empty";
  // Until the day is over nobody knows whether this is all of it.
  return isAwaited || startOfDayMs(date) + dayMs > nowMs ? "pending" : "complete";
}

/** Files were expected and none came. Another PC may have measured them: then it is nothing to be red about. */
function dueOfNothing(
  date: string,
  { onlyOnPortal }: DayFacts,
  { since, firstWritten, expects, usualMs, deadlines, nowMs }: DayContext,
): readonly Due[] {
  const isBefore = firstWritten === null || date < firstWritten || (since !== null && date < since);
  if (isBefore || !expects(date) || onlyOnPortal > 0) return [];
  // A file that is written once a day may come long after the day.
  const dueAtMs = startOfDayMs(addDays(date, 1)) + Math.max(deadlines.acceptedHours * hourMs, usualMs);
  return [{ layer: "measured", dueAtMs, knownAtMs: nowMs }];
}

function duesOf(date: string, facts: DayFacts, context: DayContext): readonly Due[] {
  const { deadlines, publishes, nowMs } = context;
  const dues: Due[] = [];
  const add = (layer: CoverageLayer, fromMs: number | null, allowedMs: number, knownAtMs: number): void => {
    if (fromMs !== null) dues.push({ layer, dueAtMs: fromMs + allowedMs, knownAtMs });
  };
  const { acceptedHours, processedHours, publishedDays } = deadlines;
  add("accepted", facts.unsentSinceMs, acceptedHours * hourMs, nowMs);
  // Lists come month by month: that of another month says nothing of this day.
  const listedAtMs = context.isListed(date) ? context.listedAtMs : null;
  if (listedAtMs === null) return dues;
  add("accepted", facts.unlistedSinceMs, acceptedHours * hourMs, listedAtMs);
  add("processed", facts.unprocessedSinceMs, processedHours * hourMs, listedAtMs);
  if (publishes && facts.published.length === 0)
    add("published", facts.processedAtMs, publishedDays * dayMs, listedAtMs);
  return dues;
}
