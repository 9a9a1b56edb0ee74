import type { CoverageDayShown } from "#contract/coverage.ts";
import type { StatusShown } from "#contract/status.ts";

/** The newest day of which the portal has products of an instrument. */
export interface NewestDay {
  readonly site: string;
  readonly date: string;
  /** Files of its products. */
  readonly uuids: readonly string[];
}

/**
 * Whether the portal may be asked for what is only nice to see: files that are on their way go first, and a pause, quiet
 * hours and trouble of the portal hold for pictures, too.
 */
export function mayLookAtPortal({ tray, holds }: Pick<StatusShown, "tray" | "holds">): boolean {
  return tray !== "sending" && holds.length === 0;
}

/** Until then, by UTC, the plots of a day show little: the day before says more. */
const todayFromHour = 12;

/** The newest day of each instrument that is worth a look, by its name. `days`: by instrument, oldest date first. */
export function newestDays(
  days: readonly Pick<CoverageDayShown, "instrument" | "date" | "published">[],
  { instruments, now }: NewestDaysOf,
): ReadonlyMap<string, NewestDay> {
  const sites = new Map(instruments.map(({ name, site }) => [name, site]));
  const isEarly = new Date(now).getUTCHours() < todayFromHour;
  const newest = new Map<string, NewestDay>();
  for (const { instrument, date, published } of days) {
    const site = sites.get(instrument);
    if (site === undefined || published.length === 0) continue;
    if (isEarly && now.startsWith(date) && newest.has(instrument)) continue;
    newest.set(instrument, { site, date, uuids: published.map(({ uuid }) => uuid) });
  }
  return newest;
}

type NewestDaysOf = Pick<StatusShown, "now"> & {
  readonly instruments: readonly Pick<StatusShown["instruments"][number], "name" | "site">[];
};
