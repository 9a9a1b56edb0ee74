import { runsOf } from "#base/date-runs.ts";
import { datesBetween } from "#base/dates.ts";
import { type DayFacts, factsOf } from "#domain/day-facts.ts";
import type { CoverageSource, RecordsKeeper } from "#engine/ports/portal-lists.ts";

/** Facts of days, kept: they cost a look at each file, and change with a journal line or a list. */
export interface KnownDays {
  /** Drops the days that changed since the last look. */
  catchUp(): Promise<void>;
  /** Both dates included, oldest first. */
  between(
    source: CoverageSource,
    from: string,
    to: string,
  ): Promise<readonly { readonly date: string; readonly facts: DayFacts }[]>;
  /** Drops all days of the instrument with this name. */
  forget(name: string): void;
}

const noFacts = factsOf({ files: [], onlyOnPortal: [] }, []);

export function createKnownDays(
  keeper: Pick<RecordsKeeper, "changedDays" | "dayFacts">,
  sources: () => readonly CoverageSource[],
): KnownDays {
  const known = new Map<string, Map<string, DayFacts>>();
  let seq: number | null = null;
  let settingsSeen = "";
  return {
    async catchUp() {
      const settings = JSON.stringify(sources());
      if (settings !== settingsSeen) known.clear();
      settingsSeen = settings;
      const { seq: newest, days } = await keeper.changedDays(seq ?? Number.MAX_SAFE_INTEGER);
      if (days === null) known.clear();
      const sameInstrument = new Map(sources().map((source) => [source.name, source.sameInstrument]));
      for (const [instrument, date] of days ?? [])
        for (const name of [instrument, ...(sameInstrument.get(instrument) ?? [])])
          known.get(name)?.delete(date);
      seq = newest;
    },
    async between(source, from, to) {
      const own = known.get(source.name) ?? new Map<string, DayFacts>();
      known.set(source.name, own);
      const dates = datesBetween(from, to);
      for (const [first, last] of runsOf(dates.filter((date) => !own.has(date)))) {
        const found = new Map(await keeper.dayFacts(source, first, last));
        for (const date of datesBetween(first, last)) own.set(date, found.get(date) ?? noFacts);
      }
      return dates.map((date) => ({ date, facts: own.get(date) ?? noFacts }));
    },
    forget: (name) => void known.delete(name),
  };
}
