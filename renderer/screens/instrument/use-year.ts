import { useMemo } from "react";
import { todayUtc } from "#base/dates.ts";
import { useNow } from "#renderer/components/use-now.ts";
import { yearUntil } from "#renderer/model/year-model.ts";
import { useHostQuery } from "#renderer/store/host.tsx";

/** The days of a year as Coverage judges them, from the portal's lists as they are kept: the portal is not asked. */
export function useYear(instrument: string) {
  const today = todayUtc(useNow());
  const year = useMemo(() => yearUntil(today), [today]);
  const span = { from: year.dates[0] ?? today, to: today, instrument };
  const { data, error } = useHostQuery("coverage.days", span, { keepsPrevious: true });
  return { today, year, data, error };
}
