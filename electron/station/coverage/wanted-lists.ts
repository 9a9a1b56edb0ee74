import { addDays, todayUtc } from "#base/dates.ts";
import { isSamePlace, listOfPlace } from "#domain/delivered-place.ts";
import { rawListOf } from "#domain/portal-records.ts";
import type { Instrument } from "#domain/settings.ts";
import type { ListName, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import type { WantedList } from "./list-plan.ts";

/** The portal is asked for so many days back, and no longer than data were measured here. */
const mostDays = 400;
/** And at least for so many, as far as `since` allows. */
export const leastDays = 62;

/**
 * Lists to ask the portal for; instruments that share one are asked for once, from the earliest date of all. Places under which files
 * were delivered while the settings named them are asked for as long as their dates are of interest.
 */
export async function wantedLists(
  instruments: readonly Instrument[],
  keeper: Pick<RecordsKeeper, "firstMeasured" | "deliveredPlaces">,
  nowMs: number,
): Promise<readonly WantedList[]> {
  const today = todayUtc(nowMs);
  const [least, most] = [addDays(today, 1 - leastDays), addDays(today, 1 - mostDays)];
  const lists = new Map<string, WantedList>();
  const want = (list: ListName, pid: string, { from, to }: Pick<WantedList, "from" | "to">) => {
    // The portal makes no products of single instruments from model files.
    const ofProducts = { kind: "products", site: list.site, instrument: "" } as const;
    for (const { kind, site, instrument } of list.kind === "model" ? [list] : [list, ofProducts]) {
      const key = [kind, site, instrument].join("|");
      const before = lists.get(key);
      const last = before === undefined ? to : before.to && to && (to > before.to ? to : before.to);
      lists.set(key, {
        kind,
        site,
        instrument,
        pids: [...new Set([...(before?.pids ?? []), pid])],
        from: before === undefined || from < before.from ? from : before.from,
        ...(last !== undefined && { to: last }),
      });
    }
  };
  for (const one of instruments) {
    const { name, site, kind, instrument, pid, since } = one;
    const first = (await keeper.firstMeasured(name)) ?? today;
    const wanted = first < least ? first : least;
    const earliest = [since ?? most, wanted > most ? wanted : most].sort()[1] ?? least;
    want({ kind: rawListOf(kind), site, instrument }, pid, { from: earliest });
    for (const { from, to, ...place } of await keeper.deliveredPlaces(name))
      if (!isSamePlace(place, one))
        want(listOfPlace(place), place.pid, { from: from > earliest ? from : earliest, to });
  }
  return [...lists.values()];
}
