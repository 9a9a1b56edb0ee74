import { useHostQuery } from "./host.tsx";

/** Lists of the portal in which ids have names for people. */
type NamedList = "portal.sites" | "portal.instrumentTypes" | "portal.models" | "portal.products";

/** They change seldom. */
const staleMs = 600_000;

/** What people call the things behind ids of the portal; the id itself where the portal does not tell. */
export function usePortalNames(list: NamedList): (id: string) => string {
  const { data } = useHostQuery(list, {}, { staleMs });
  return (id) => data?.find((one) => one.id === id)?.humanReadableName ?? id;
}

/** The same of one of them. */
export function usePortalName(list: NamedList, id: string): string {
  return usePortalNames(list)(id);
}

/** The same of what an instrument or model of the settings is. */
export function useTypeName({
  kind,
  instrument,
}: {
  readonly kind: "instrument" | "model";
  readonly instrument: string;
}): string {
  return usePortalName(kind === "model" ? "portal.models" : "portal.instrumentTypes", instrument);
}
