import type { z } from "zod";
import type { Catalogue } from "#mock-portal/store/catalogue.ts";
import type {
  ModelUpload,
  StoredInstrumentRecord,
  StoredInstrumentType,
  StoredModelFile,
  StoredPlotImage,
  StoredProduct,
  StoredProductFile,
  StoredSite,
  StoredUpload,
  StoredVariable,
} from "#mock-portal/store/records.ts";
import type * as resources from "./resources.ts";

type SourceOfPlots = StoredProductFile | StoredModelFile;

type Shape<Name extends keyof typeof resources> = z.output<(typeof resources)[Name]>;

/**
 * Turns stored records into the resources of docs/portal/api.md. `baseUrl` is where this portal is reached, without a slash.
 * A reference that leads nowhere is a bug and throws.
 */
export function presenter(catalogue: Catalogue, baseUrl: string) {
  const site = (id: string): StoredSite => found(catalogue.sites.get(id), "site", id);
  const product = (id: string): StoredProduct => found(catalogue.products.get(id), "product", id);
  const model = (id: string) => found(catalogue.models.get(id), "model", id);
  const record = (uuid: string): StoredInstrumentRecord =>
    found(catalogue.instrumentRecords.get(uuid), "instrument record", uuid);
  const instrumentOf = (uuid: string | null) => (uuid === null ? null : instrumentRecord(record(uuid)));

  const fileFields = (stored: SourceOfPlots) => {
    const { siteId, productId, isCurrent: _, size, ...own } = stored;
    return {
      ...own,
      size: String(size),
      site: embeddedSite(site(siteId)),
      product: product(productId),
      downloadUrl: `${baseUrl}/api/download/product/${stored.uuid}/${encodeURIComponent(stored.filename)}`,
    };
  };
  const listedFile = (stored: StoredProductFile): Shape<"listedFile"> => {
    const shown = { ...stored, ...fileFields(stored) };
    const { software: _, sourceFileIds: __, instrumentUuid, ...fields } = shown;
    return { ...withoutReferences(fields), instrument: instrumentOf(instrumentUuid) };
  };
  const file = (stored: StoredProductFile): Shape<"file"> => ({
    ...listedFile(stored),
    software: stored.software,
    sourceFileIds: stored.sourceFileIds,
  });
  const modelFile = (stored: StoredModelFile): Shape<"modelFile"> => {
    const { modelId, ...fields } = { ...stored, ...fileFields(stored) };
    return { ...withoutReferences(fields), model: model(modelId) };
  };
  const rawFields = (stored: StoredUpload | ModelUpload) => ({
    size: String(stored.size),
    s3key: `${stored.siteId}/${stored.uuid}/${stored.filename}`,
    site: site(stored.siteId),
    downloadUrl: `${baseUrl}/api/download/raw/${stored.uuid}/${encodeURIComponent(stored.filename)}`,
  });
  const upload = (stored: StoredUpload): Shape<"upload"> => {
    const info = record(stored.instrumentInfoUuid);
    const type = found(catalogue.instruments.get(stored.instrumentId), "instrument", stored.instrumentId);
    return {
      ...stored,
      ...rawFields(stored),
      instrument: shownInstrument(type),
      instrumentInfo: { ...instrumentRecord(info), instrumentId: info.instrumentId },
    };
  };
  const modelUpload = (stored: ModelUpload): Shape<"modelUpload"> => ({
    ...stored,
    ...rawFields(stored),
    model: model(stored.modelId),
  });
  const visualizationFields = (source: SourceOfPlots) => ({
    sourceFileId: source.uuid,
    productHumanReadable: product(source.productId).humanReadableName,
    locationHumanReadable: site(source.siteId).humanReadableName,
    volatile: source.volatile,
    legacy: source.legacy,
  });
  const inOrder = (plots: StoredPlotImage[]) =>
    plots
      .map(({ s3key, variableId, dimensions }) => {
        const variable = found(catalogue.variables.get(variableId), "variable", variableId);
        const { productId: _, ...productVariable } = variable;
        return { s3key, productVariable, dimensions };
      })
      .sort((one, other) => one.productVariable.order - other.productVariable.order);
  const visualization = (source: SourceOfPlots, plots: StoredPlotImage[]): Shape<"visualization"> => ({
    ...visualizationFields(source),
    visualizations: inOrder(plots).map(({ s3key, productVariable: variable, dimensions }) => {
      const { infraName: _, ...productVariable } = variable;
      return { s3key, productVariable, dimensions };
    }),
  });
  const listedVisualization = (
    source: SourceOfPlots,
    plots: StoredPlotImage[],
  ): Shape<"listedVisualization"> => ({
    ...visualizationFields(source),
    visualizations: inOrder(plots),
    experimental: product(source.productId).experimental,
    source: "instrumentUuid" in source ? instrumentOf(source.instrumentUuid) : null,
  });
  return {
    site: (stored: StoredSite): Shape<"site"> => stored,
    listedProduct: shownProduct,
    productVariables: shownVariables,
    listedFile,
    file,
    modelFile,
    upload,
    modelUpload,
    visualization,
    listedVisualization,
  };
}

/** The product list shows `experimental` as a string (docs/portal/api.md, "Product"). */
export function shownProduct(product: StoredProduct): Shape<"listedProduct"> {
  return { ...product, experimental: product.experimental ? "true" : "false" };
}

/** A product with its variables, whose order the list shows as a numeric string and without `infraName`. */
export function shownVariables(
  product: StoredProduct,
  variables: StoredVariable[],
): Shape<"productVariables"> {
  return {
    ...product,
    variables: variables.map(({ id, humanReadableName, order }) => ({
      id,
      humanReadableName,
      order: String(order),
    })),
  };
}

/** An instrument type as served: what processing makes of it stays inside. */
export function shownInstrument({
  derivedProducts: _,
  ...served
}: StoredInstrumentType): Shape<"instrument"> {
  return served;
}

/** An instrument record as embedded in files and visualizations. */
export function instrumentRecord(record: StoredInstrumentRecord) {
  const { siteId: _, instrumentId: __, ...served } = record;
  return served;
}

function embeddedSite({ description: _, ...served }: StoredSite) {
  return served;
}

function withoutReferences<T extends { siteId: string; productId: string; isCurrent: boolean }>(record: T) {
  const { siteId: _, productId: __, isCurrent: ___, ...own } = record;
  return own;
}

function found<T>(value: T | undefined, kind: string, id: string): T {
  if (value === undefined)
    throw new Error(`The mock portal refers to ${kind} ${id}, which it does not hold.`);
  return value;
}
