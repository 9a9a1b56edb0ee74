import { addDays, todayUtc } from "#base/dates.ts";
import { rawListOf } from "#domain/portal-records.ts";
import type { Instrument } from "#domain/settings.ts";
import type { RecordsKeeper } from "#engine/ports/portal-lists.ts";
import type { WantedList } from "./list-plan.ts";

/** The portal is asked for so many days back, and no longer than data were measured here. */
const mostDays = 400;
/** And at least for so many, as far as `since` allows. */
export const leastDays = 62;

/** Lists to ask the portal for; instruments that share one are asked for once, from the earliest date of all. */
export async function wantedLists(
  instruments: readonly Instrument[],
  keeper: Pick<RecordsKeeper, "firstMeasured">,
  nowMs: number,
): Promise<readonly WantedList[]> {
  const today = todayUtc(nowMs);
  const [least, most] = [addDays(today, 1 - leastDays), addDays(today, 1 - mostDays)];
  const lists = new Map<string, WantedList>();
  for (const { name, site, kind, instrument, pid, since } of instruments) {
    const first = (await keeper.firstMeasured(name)) ?? today;
    const wanted = first < least ? first : least;
    const from = [since ?? most, wanted > most ? wanted : most].sort()[1] ?? least;
    const ofFiles = { kind: rawListOf(kind), site, instrument };
    // The portal makes no products of single instruments from model files.
    const ofProducts = { kind: "products", site, instrument: "" } as const;
    for (const list of kind === undefined ? [ofFiles, ofProducts] : [ofFiles]) {
      const key = [list.kind, site, list.instrument].join("|");
      const before = lists.get(key);
      const pids = [...new Set([...(before?.pids ?? []), pid])];
      lists.set(key, {
        ...list,
        pids,
        from: before === undefined || from < before.from ? from : before.from,
      });
    }
  }
  return [...lists.values()];
}
