import { dateText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { compareNames } from "#renderer/model/name-order.ts";

export type VisualizationShown = Output<"portal.visualization">;
type Item = VisualizationShown["visualizations"][number];

/** A picture with what is known of it. */
export interface WallPlot {
  readonly s3key: string;
  /** Uuid of the file that it shows. */
  readonly fileUuid: string;
  /** Null where not known. */
  readonly date: string | null;
  readonly site: string;
  readonly product: string;
  readonly variable: string;
  readonly variableId: string;
  /** Instrument or model that it comes from; empty where not stated. */
  readonly source: string;
  readonly marks: readonly ("volatile" | "legacy" | "experimental")[];
  /** Pixels; null where not stated. */
  readonly dimensions: Item["dimensions"];
}

/**
 * The pictures of several files, by day (newest first), site, product, and the portal's own order of variables.
 * `day` is the day of all of them where it is known, else `dateOf` tells it by the file's uuid.
 */
export function plotsOf(
  visualizations: readonly VisualizationShown[],
  day: string | null,
  dateOf: (fileUuid: string) => string | undefined,
): WallPlot[] {
  const plots = visualizations.flatMap((visualization) => {
    const { sourceFileId, productHumanReadable, locationHumanReadable } = visualization;
    const shared = {
      fileUuid: sourceFileId,
      date: day ?? dateOf(sourceFileId) ?? null,
      site: locationHumanReadable,
      product: productHumanReadable,
      source: sourceOf(visualization),
      marks: marksOf(visualization),
    };
    return visualization.visualizations
      .toSorted((one, other) => one.productVariable.order - other.productVariable.order)
      .map(({ s3key, productVariable, dimensions }) => ({
        ...shared,
        s3key,
        variable: productVariable.humanReadableName,
        variableId: productVariable.id,
        dimensions,
      }));
  });
  // Stable, so that variables stay in the portal's order.
  return plots.sort(
    (one, other) =>
      (other.date ?? "").localeCompare(one.date ?? "") ||
      compareNames(one.site, other.site) ||
      compareNames(one.product, other.product) ||
      compareNames(one.source, other.source),
  );
}

/** Gives the content of a picture in words, for those who do not see it. */
export function plotWords({ product, variable, site, date, source }: WallPlot, nowMs = Date.now()): string {
  const from = source === "" ? "" : `, ${source}`;
  return `${product}: ${variable}${from}, ${site}${date === null ? "" : `, ${dateText(date, nowMs)}`}`;
}

/** The address of the file that it shows. */
export function fileRoute({ fileUuid, date }: Pick<WallPlot, "fileUuid" | "date">): string {
  return `/data/files?open=${fileUuid}${date === null ? "" : `&date=${date}`}`;
}

/** Place of the picture behind a frame, in parts of the frame. */
export interface Crop {
  /** Width by height of the frame. */
  readonly aspect: number;
  /** Percent of the frame. */
  readonly widthPercent: number;
  readonly heightPercent: number;
  readonly leftPercent: number;
  readonly topPercent: number;
}

/**
 * Cuts a picture to its plot area by the margins that the portal states; null where it states none, or where they leave
 * nothing.
 */
export function cropOf(dimensions: WallPlot["dimensions"]): Crop | null {
  if (dimensions === null) return null;
  const { width, height, marginTop, marginRight, marginBottom, marginLeft } = dimensions;
  const across = width - marginLeft - marginRight;
  const down = height - marginTop - marginBottom;
  const isWithin = Math.min(marginTop, marginRight, marginBottom, marginLeft) >= 0;
  if (!isWithin || across <= 0 || down <= 0) return null;
  return {
    aspect: across / down,
    widthPercent: (width / across) * 100,
    heightPercent: (height / down) * 100,
    leftPercent: (-marginLeft / across) * 100,
    topPercent: (-marginTop / down) * 100,
  };
}

function sourceOf({ source }: VisualizationShown): string {
  if (source === null) return "";
  return source.kind === "instrument" ? source.instrument.name : source.model.humanReadableName;
}

function marksOf({ volatile, legacy, experimental }: VisualizationShown): WallPlot["marks"] {
  return [
    ...(volatile ? (["volatile"] as const) : []),
    ...(legacy ? (["legacy"] as const) : []),
    ...(experimental === true ? (["experimental"] as const) : []),
  ];
}
