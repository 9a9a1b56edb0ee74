import { useMemo } from "react";
import {
  useInstrumentRecords,
  useInstrumentTypes,
  useModels,
  useProducts,
  useSites,
} from "#renderer/store/use-catalogue.ts";
import { statusName } from "#renderer/text/portal-marks.ts";
import type { NameOf } from "./chips.ts";
import { type FilterField, fieldsOf, type Listing } from "./portal-filter.ts";

/** Gives the names that people use for the portal's ids in the filters of a list, as far as the catalogue is here. */
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
