import { compareNames } from "#renderer/model/name-order.ts";
import {
  type ModelFileShown,
  type ProductFileShown,
  type RawFileShown,
  rawInstrumentName,
} from "#renderer/screens/portal/list/rows.ts";

/** A file on the way from raw data to a product. */
export type OriginFile =
  | { readonly kind: "product"; readonly file: ProductFileShown }
  | { readonly kind: "model"; readonly file: ModelFileShown };

/** Origin of a product, as far as the portal tells. */
export interface Origin {
  /** Raw files at the beginning of the way, in the order of their names. */
  readonly raws: readonly RawFileShown[];
  /** Files that lie between, step by step; the last step is what the product itself was made of. */
  readonly steps: readonly (readonly OriginFile[])[];
  /** Ids that none of the lists of this day has. */
  readonly unlisted: readonly string[];
}

/** Lists of the product's site and day. */
export interface OriginLists {
  readonly products: readonly ProductFileShown[];
  readonly models: readonly ModelFileShown[];
  readonly raws: readonly RawFileShown[];
  /** The file with its sources, which lists may leave out; null where it cannot be had. */
  readonly wholeOf: (uuid: string) => Promise<ProductFileShown | null>;
}

/** Raw, measurement, categorised, derived: a portal that names more steps than this goes round in a circle. */
const mostSteps = 6;

/** Follows a product back to its raw files; each file is asked for once. */
export async function traceOrigin(
  { uuid, sourceFileIds }: Pick<ProductFileShown, "uuid" | "sourceFileIds">,
  { products, models, raws, wholeOf }: OriginLists,
): Promise<Origin> {
  const seen = new Set([uuid]);
  const found: RawFileShown[] = [];
  const unlisted: string[] = [];
  const steps: OriginFile[][] = [];
  let ids: readonly string[] = sourceFileIds;
  for (let step = 0; step < mostSteps && ids.length > 0; step += 1) {
    const here: OriginFile[] = [];
    const asked: Promise<ProductFileShown | null>[] = [];
    for (const id of ids) {
      if (seen.has(id)) continue;
      seen.add(id);
      const raw = raws.find((one) => one.uuid === id);
      const model = models.find((one) => one.uuid === id);
      const product = products.find((one) => one.uuid === id);
      if (raw !== undefined) found.push(raw);
      else if (model !== undefined) here.push({ kind: "model", file: model });
      else if (product === undefined) unlisted.push(id);
      else {
        here.push({ kind: "product", file: product });
        asked.push(wholeOf(id));
      }
    }
    if (here.length > 0) steps.unshift(here);
    ids = (await Promise.all(asked)).flatMap((whole) => whole?.sourceFileIds ?? []);
  }
  found.sort((one, other) => compareNames(one.filename, other.filename));
  return { raws: found, steps, unlisted };
}

/** Raw files of one instrument. */
export interface RawGroup {
  readonly key: string;
  readonly name: string;
  /** Null where the portal does not tell. */
  readonly pid: string | null;
  readonly files: readonly RawFileShown[];
}

/** Raw files by instrument, in the order of their names. */
export function rawsByInstrument(raws: readonly RawFileShown[]): RawGroup[] {
  const groups = Map.groupBy(raws, ({ instrumentPid, instrumentId }) => instrumentPid ?? instrumentId ?? "");
  return [...groups]
    .map(([key, files]) => ({
      key,
      name: files[0] === undefined ? "" : rawInstrumentName(files[0]),
      pid: files[0]?.instrumentPid ?? null,
      files,
    }))
    .toSorted((one, other) => compareNames(one.name, other.name));
}
