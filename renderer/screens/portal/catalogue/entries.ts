import { useMemo } from "react";
import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import type { Column } from "#renderer/components/virtual-columns.ts";
import type {
  InstrumentRecordShown,
  InstrumentTypeShown,
  ModelShown,
} from "#renderer/screens/portal/details/catalogue-facts.tsx";
import type { HostError } from "#renderer/store/host.tsx";
import {
  useInstrumentRecords,
  useInstrumentTypes,
  useModels,
  useProducts,
} from "#renderer/store/use-catalogue.ts";

export const catalogueKinds = [
  { value: "products", label: say("Products") },
  { value: "types", label: say("Instrument types") },
  { value: "models", label: say("Models") },
  { value: "records", label: say("Instruments") },
] as const;

export type CatalogueKind = (typeof catalogueKinds)[number]["value"];

export type ProductWithVariables = Output<"portal.productVariables">[number];

/** Content of an entry of the catalogue. */
export type CatalogueThing =
  | { readonly kind: "products"; readonly product: ProductWithVariables }
  | { readonly kind: "types"; readonly type: InstrumentTypeShown }
  | { readonly kind: "models"; readonly model: ModelShown }
  | { readonly kind: "records"; readonly instrument: InstrumentRecordShown };

/** A line of a catalogue list. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  readonly cells: Readonly<Record<string, string>>;
  /** All its words in small letters, to be searched. */
  readonly text: string;
  readonly thing: CatalogueThing;
}

const column = (id: string, header: string, track: string): Column => ({ id, header, track, canSort: true });

export const columnsOf: Readonly<Record<CatalogueKind, readonly Column[]>> = {
  products: [
    column("name", say("Product"), "minmax(180px, 2fr)"),
    column("id", "ID", "minmax(120px, 1.4fr)"),
    column("type", say("Type"), "minmax(90px, 1fr)"),
    column("variables", say("Variables"), "minmax(80px, 3fr)"),
    column("state", say("State"), "110px"),
  ],
  types: [
    column("name", say("Instrument type"), "minmax(200px, 2fr)"),
    column("short", say("Short name"), "minmax(100px, 1fr)"),
    column("id", "ID", "minmax(120px, 1fr)"),
    column("type", say("Kind"), "minmax(100px, 1fr)"),
    column("tags", say("Tags"), "minmax(80px, 1fr)"),
  ],
  models: [
    column("name", say("Model"), "minmax(180px, 2fr)"),
    column("id", "ID", "minmax(120px, 1fr)"),
    column("order", say("Optimum order"), "120px"),
    column("source", say("Made from"), "minmax(90px, 1fr)"),
    column("forecast", say("Forecast"), "120px"),
  ],
  records: [
    column("name", say("Instrument"), "minmax(180px, 2fr)"),
    column("site", say("Site"), "minmax(90px, 1fr)"),
    column("id", say("Type ID"), "minmax(110px, 1fr)"),
    column("model", say("Model"), "minmax(100px, 1fr)"),
    column("serial", say("Serial number"), "110px"),
    column("pid", "PID", "minmax(200px, 2fr)"),
  ],
};

const entry = (id: string, cells: Readonly<Record<string, string>>, thing: CatalogueThing): Entry => ({
  id,
  name: cells.name ?? id,
  cells,
  text: Object.values(cells).join(" ").toLowerCase(),
  thing,
});

const hours = (value: number | null): string => (value === null ? "?" : `${value}`);

interface Entries {
  readonly entries: readonly Entry[] | undefined;
  readonly error: HostError | null;
  readonly isFetching: boolean;
  readonly askAgain: () => void;
  /** False where the portal does not have this list. */
  readonly isOffered: boolean;
}

/** The entries of one list of the catalogue. */
export function useEntries(kind: CatalogueKind): Entries {
  const products = useProducts();
  const types = useInstrumentTypes();
  const models = useModels();
  const records = useInstrumentRecords();
  const entries = useMemo(() => {
    switch (kind) {
      case "products":
        return products.data?.map(productEntry);
      case "types":
        return types.data?.map(typeEntry);
      case "models":
        return models.data?.map(modelEntry);
      case "records":
        return records.data?.map(recordEntry);
    }
  }, [kind, products.data, types.data, models.data, records.data]);
  const query = { products, types, models, records }[kind];
  return {
    entries,
    error: query.error,
    isFetching: query.isFetching,
    askAgain: () => void query.refetch(),
    isOffered: kind !== "records" || records.data !== null,
  };
}

function productEntry(product: ProductWithVariables): Entry {
  const cells = {
    name: product.humanReadableName,
    id: product.id,
    type: product.type.join(", "),
    variables: product.variables.map(({ humanReadableName }) => humanReadableName).join(", "),
    state: product.experimental ? "Experimental" : "",
  };
  return entry(product.id, cells, { kind: "products", product });
}

function typeEntry(type: InstrumentTypeShown): Entry {
  const cells = {
    name: type.humanReadableName,
    short: type.shortName,
    id: type.id,
    type: type.type,
    tags: type.allowedTags.join(", "),
  };
  return entry(type.id, cells, { kind: "types", type });
}

function modelEntry(model: ModelShown): Entry {
  const { forecastStart: from, forecastEnd: to } = model;
  const cells = {
    name: model.humanReadableName,
    id: model.id,
    order: String(model.optimumOrder),
    source: model.sourceModelId ?? "",
    forecast:
      from === null && to === null ? "" : say("{from} to {to} h", { from: hours(from), to: hours(to) }),
  };
  return entry(model.id, cells, { kind: "models", model });
}

function recordEntry(instrument: InstrumentRecordShown): Entry {
  const cells = {
    name: instrument.name,
    site: instrument.siteId ?? "",
    id: instrument.instrumentId ?? "",
    model: instrument.model ?? "",
    serial: instrument.serialNumber ?? "",
    pid: instrument.pid,
  };
  return entry(instrument.uuid, cells, { kind: "records", instrument });
}
