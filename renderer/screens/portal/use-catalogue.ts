import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Output } from "#contract/methods.ts";
import { ask, useHostQuery, useTransport } from "#renderer/store/host.tsx";
import { statusName } from "#renderer/text/portal-marks.ts";
import type { NameOf } from "./filter/chips.ts";
import { type FilterField, fieldsOf, type Listing } from "./filter/portal-filter.ts";

/** What the portal knows changes seldom. */
const staleMs = 600_000;
const rare = { staleMs };

export const useSites = () => useHostQuery("portal.sites", {}, rare);
export const useProducts = () => useHostQuery("portal.productVariables", {}, rare);
export const useModels = () => useHostQuery("portal.models", {}, rare);
export const useInstrumentTypes = () => useHostQuery("portal.instrumentTypes", {}, rare);
export const useInstrumentRecords = (enabled = true) =>
  useHostQuery("portal.instrumentRecords", {}, { ...rare, enabled });

/** Ids of the sites for which this station delivers; undefined while not known. */
export function useOwnSites(): readonly string[] | undefined {
  const transport = useTransport();
  const { data, isError } = useQuery({
    queryKey: ["status", {}],
    queryFn: () => ask(transport, "status", {}),
    select: ownSites,
  });
  const text = data ?? (isError ? "" : undefined);
  return useMemo(() => (text === undefined ? undefined : text.split("\n").filter(Boolean)), [text]);
}

/** One text, so that a status that changes nothing about sites renders nothing again. */
function ownSites(status: Output<"status">): string {
  return [...new Set(status.instruments.map(({ site }) => site))].join("\n");
}

/** What people call the things behind the portal's ids in the filters of a list, as far as the catalogue is here. */
export function useNames(listing: Listing): NameOf {
  const { data: sites } = useSites();
  const { data: products } = useProducts();
  const { data: models } = useModels();
  const { data: types } = useInstrumentTypes();
  const { data: records } = useInstrumentRecords(fieldsOf[listing].includes("instrumentPid"));
  return useMemo(() => {
    const of = (list: readonly { readonly id: string; readonly humanReadableName: string }[] = []) =>
      new Map(list.map(({ id, humanReadableName }) => [id, humanReadableName]));
    const names: Partial<Record<FilterField, ReadonlyMap<string, string>>> = {
      site: of(sites),
      product: of(products),
      variable: of(products?.flatMap(({ variables }) => variables)),
      model: of(models),
      instrument: of(types),
      instrumentPid: new Map(records?.map(({ pid, name }) => [pid, name])),
    };
    return (field, id) => (field === "status" ? statusName(id) : (names[field]?.get(id) ?? id));
  }, [sites, products, models, types, records]);
}
