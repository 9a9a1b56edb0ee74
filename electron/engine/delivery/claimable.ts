import { firstDayOf } from "#domain/precedence.ts";
import type { ClaimRequest, DateSpan } from "#engine/ports/ledger.ts";

/** Uploads that may be claimed now. */
export type Claimable = Pick<ClaimRequest, "instruments" | "addedOf" | "dates">;

/**
 * Uploads of the instruments with these names, on these dates (null: all). While a folder cannot be reached, only the added files
 * of its instrument: those are in the data folder.
 */
export function claimableOf(
  names: readonly string[],
  isUnreachable: (name: string) => boolean,
  dates: ClaimRequest["dates"],
): Claimable {
  return {
    instruments: names.filter((name) => !isUnreachable(name)),
    addedOf: names.filter(isUnreachable),
    dates,
  };
}

/** These dates (null: all) without the backlog: what was measured today or yesterday (UTC) may just be finished. */
export function withoutBacklog(dates: ClaimRequest["dates"], nowMs: number): readonly DateSpan[] {
  return datesFrom(dates, firstDayOf(1, nowMs));
}

/** These dates (null: all) from this day on. */
export function datesFrom(dates: ClaimRequest["dates"], first: string): readonly DateSpan[] {
  const spans = dates ?? [{ from: first, to: "9999-12-31" }];
  return spans.flatMap(({ from, to }) => (to < first ? [] : [{ from: from < first ? first : from, to }]));
}

/** True where the date is among those that may be claimed. */
export function isAmongDates(date: string, { dates }: Pick<Claimable, "dates">): boolean {
  return dates === null || dates.some(({ from, to }) => from <= date && date <= to);
}
