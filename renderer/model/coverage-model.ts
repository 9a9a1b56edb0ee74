import type { Output } from "#contract/methods.ts";
import { type CoverageLayer, coverageLayers } from "#domain/coverage.ts";

export type ShownDay = Output<"coverage.days">["days"][number];

/** How far a layer of a day has come. */
export interface LayerShare {
  readonly layer: CoverageLayer;
  /** 0 to 1, of what was measured. */
  readonly share: number;
  /**
   * `there`: all of it; `late`: not yet due; `gap`: overdue; `elsewhere`: on the portal alone, so measured elsewhere;
   * `none`: nothing is awaited, or nothing is known.
   */
  readonly mark: "there" | "late" | "gap" | "elsewhere" | "none";
}

/** The four bars of a day. */
export function layersOf(day: ShownDay): readonly LayerShare[] {
  return coverageLayers.map((layer) => {
    const share = shareOf(layer, day);
    if (day.gaps.includes(layer)) return { layer, share, mark: "gap" };
    if (day.measured === 0 && (day.onlyOnPortal ?? 0) > 0)
      return { layer, share, mark: share === 1 ? "elsewhere" : "none" };
    if (share === 1) return { layer, share, mark: day.measured === 0 ? "elsewhere" : "there" };
    const isAwaited = day.state === "pending" || day.state === "gap";
    return { layer, share, mark: isAwaited && isReached(layer, day) ? "late" : "none" };
  });
}

function shareOf(layer: CoverageLayer, day: ShownDay): number {
  const { measured, published } = day;
  const [accepted, processed, onlyOnPortal] = [day.accepted ?? 0, day.processed ?? 0, day.onlyOnPortal ?? 0];
  switch (layer) {
    case "measured":
      return measured > 0 ? 1 : 0;
    case "accepted":
      return measured > 0 ? accepted / measured : onlyOnPortal > 0 ? 1 : 0;
    case "processed":
      return measured > 0 ? processed / measured : 0;
    case "published":
      return published.length > 0 ? 1 : 0;
  }
}

/** A layer is awaited once something came into the one before it. */
function isReached(layer: CoverageLayer, { measured, accepted, processed }: ShownDay): boolean {
  if (layer === "published") return (processed ?? 0) > 0;
  if (layer === "processed") return (accepted ?? 0) > 0;
  return layer === "measured" || measured > 0;
}

/** The days of one month, as far as they are shown. */
export interface Month {
  /** Column of its first day. */
  readonly first: number;
  /** Oldest first. */
  readonly dates: readonly string[];
}

/** The months of these dates, oldest first. */
export function monthsOf(dates: readonly string[]): readonly Month[] {
  const starts = [...dates.keys()].filter((index) => index === 0 || dates[index]?.endsWith("-01"));
  return starts.map((first, index) => ({ first, dates: dates.slice(first, starts[index + 1]) }));
}

/** How much of what is due by now is there. */
export interface DueShare {
  readonly complete: number;
  /** Days that are complete or late: what is under way, empty or not known does not count. */
  readonly due: number;
  /** Rounded down, so that 100 is all of them; null where nothing is due. */
  readonly percent: number | null;
}

export function dueShareOf(days: readonly Pick<ShownDay, "state">[]): DueShare {
  const complete = days.filter(({ state }) => state === "complete").length;
  const due = complete + days.filter(({ state }) => state === "gap").length;
  return { complete, due, percent: due === 0 ? null : Math.floor((100 * complete) / due) };
}

/** True where neither a receipt nor a list tells what became of files that were measured. */
export function isUnread({ state, measured }: Pick<ShownDay, "state" | "measured">): boolean {
  return state === "unknown" && measured > 0;
}

/** Days by instrument and date. */
export function daysByInstrument(
  days: readonly ShownDay[],
): ReadonlyMap<string, ReadonlyMap<string, ShownDay>> {
  const found = new Map<string, Map<string, ShownDay>>();
  for (const day of days) {
    const own = found.get(day.instrument) ?? new Map<string, ShownDay>();
    found.set(day.instrument, own.set(day.date, day));
  }
  return found;
}
