import { useMemo } from "react";
import { addDays } from "#base/dates.ts";
import type { StatusShown } from "#contract/status.ts";
import { mayLookAtPortal, type NewestDay, newestDays } from "#renderer/model/newest-plots.ts";
import { useHostQuery } from "#renderer/store/host.tsx";

/** A plot that is older says nothing of how the instrument is. */
const shownDays = 8;
const staleMs = 60_000;

export interface NewestDays {
  /** By the name of the instrument. */
  readonly days: ReadonlyMap<string, NewestDay>;
  /** The portal may be asked for their plots now. */
  readonly isAsked: boolean;
}

/** The newest days with products, from the portal's lists as they are kept: the portal is not asked. */
export function useNewestDays(status: StatusShown): NewestDays {
  const isAsked = mayLookAtPortal(status);
  const to = status.now.slice(0, 10);
  const span = { from: addDays(to, 1 - shownDays), to, instrument: null };
  const { data } = useHostQuery("coverage.days", span, { enabled: isAsked, keepsPrevious: true, staleMs });
  const days = useMemo(() => newestDays(data?.days ?? [], status), [data, status]);
  return { days, isAsked };
}
