import type { Output } from "#contract/methods.ts";
import type { RecordKey } from "#renderer/screens/portal/filter/api-query.ts";
import type { Mark } from "#renderer/text/portal-marks.ts";

export type ProductFileShown = Output<"portal.file">;
export type ModelFileShown = Output<"portal.modelFiles">[number];
export type RawFileShown = Output<"portal.rawFiles">[number];
export type RawModelFileShown = Output<"portal.rawModelFiles">[number];

/** A record of the portal with the kind of its list. */
export type PortalRecord =
  | { readonly kind: "product"; readonly file: ProductFileShown }
  | { readonly kind: "model"; readonly file: ModelFileShown }
  | { readonly kind: "raw"; readonly file: RawFileShown }
  | { readonly kind: "raw-model"; readonly file: RawModelFileShown };

/** A line of a result table, whatever it lists. */
export interface ResultRow extends RecordKey {
  readonly siteName: string;
  /** Product, model or instrument, as people call it. */
  readonly what: string;
  /** Bytes. */
  readonly size: number;
  /** 0 to 1; null where not stated. */
  readonly coverage: number | null;
  /** The portal's `errorLevel`; null where not stated or no such thing. */
  readonly quality: string | null;
  readonly marks: readonly Mark[];
  readonly version: string;
  /** Status of a raw file; empty for others. */
  readonly status: string;
  readonly updatedAt: string;
  readonly record: PortalRecord;
}

/** Gives the name that people use for the instrument of a raw file, or its type; empty where the portal does not tell. */
export function rawInstrumentName({ instrumentRecord, instrumentType, instrumentId }: RawFileShown): string {
  return instrumentRecord?.name ?? instrumentType?.humanReadableName ?? instrumentId ?? "";
}

/** A table's line of a record. */
export function rowOf(record: PortalRecord): ResultRow {
  const { kind, file } = record;
  const shared = {
    kind,
    uuid: file.uuid,
    date: file.measurementDate,
    filename: file.filename,
    size: file.size,
    updatedAt: file.updatedAt,
    record,
  };
  switch (kind) {
    case "raw":
      return {
        ...shared,
        ...rawParts(file),
        what: rawInstrumentName(file),
        modelId: null,
      };
    case "raw-model":
      return {
        ...shared,
        ...rawParts(file),
        what: file.model?.humanReadableName ?? file.modelId,
        modelId: file.modelId,
      };
    default: {
      const model = kind === "model" ? file.model : null;
      return {
        ...shared,
        siteId: file.site.id,
        siteName: file.site.humanReadableName,
        what: model?.humanReadableName ?? file.product.humanReadableName,
        coverage: file.coverage,
        quality: file.errorLevel,
        marks: marksOf(file),
        version: file.version,
        status: "",
        modelId: model?.id ?? null,
      };
    }
  }
}

function rawParts(file: Pick<RawFileShown, "siteId" | "site" | "status">) {
  return {
    siteId: file.siteId,
    siteName: file.site?.humanReadableName ?? file.siteId,
    coverage: null,
    quality: null,
    marks: [],
    version: "",
    status: file.status,
  };
}

function marksOf(file: ProductFileShown | ModelFileShown): Mark[] {
  const marks: Mark[] = [];
  if (file.tombstoneReason !== null) marks.push("withdrawn");
  if (file.volatile) marks.push("volatile");
  if (file.legacy) marks.push("legacy");
  if (file.product.experimental) marks.push("experimental");
  return marks;
}
