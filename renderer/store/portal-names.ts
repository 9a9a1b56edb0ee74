import { useHostQuery } from "./host.tsx";

/** Lists of the portal in which ids have names for people. */
type NamedList = "portal.sites" | "portal.instrumentTypes" | "portal.models" | "portal.products";

/** They change seldom. */
const staleMs = 600_000;

/** Gives the names that people use for ids of the portal: null while it is asked, the id itself where it does not tell. */
export function usePortalNames(list: NamedList): (id: string) => string | null {
  const { data, isPending } = useHostQuery(list, {}, { staleMs });
  return (id) => (isPending ? null : (data?.find((one) => one.id === id)?.humanReadableName ?? id));
}

/** The same of one of them. */
export function usePortalName(list: NamedList, id: string): string | null {
  return usePortalNames(list)(id);
}

/** The same of what an instrument or model of the settings is. */
export function useTypeName({
  kind,
  instrument,
}: {
  readonly kind: "instrument" | "model";
  readonly instrument: string;
}): string | null {
  return usePortalName(kind === "model" ? "portal.models" : "portal.instrumentTypes", instrument);
}

/** The same without its maker, `CL61 ceilometer`, where the portal has such a name. */
export function useShortTypeNames(): (id: string) => string | null {
  const { data } = useHostQuery("portal.instrumentTypes", {}, { staleMs });
  const named = usePortalNames("portal.instrumentTypes");
  return (id) => data?.find((one) => one.id === id)?.shortName ?? named(id);
}
