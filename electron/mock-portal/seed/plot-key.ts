import type { HourSpan } from "#mock-portal/artefacts/painting.ts";

/** Subject of a plot of the demo seed. */
export type PlotSubject = {
  siteId: string;
  date: string;
  variableId: string;
  /** For plots of model files. */
  modelId: string | null;
  versionNumber: number;
  measured: readonly HourSpan[];
};

const KEY =
  /^demo\/([a-z0-9-]+)\/(\d{4}-\d{2}-\d{2})\/([A-Za-z0-9_-]+)\/(?:([a-z0-9-]+)\.)?v(\d+)((?:_[\d.]+-[\d.]+)+)\.png$/;

/** The object name of a plot. It says all that is needed to draw the plot again. */
export function plotKey(subject: PlotSubject): string {
  const { siteId, date, variableId, modelId, versionNumber, measured } = subject;
  const model = modelId === null ? "" : `${modelId}.`;
  const spans = measured.map(([from, to]) => `_${from}-${to}`).join("");
  return `demo/${siteId}/${date}/${variableId}/${model}v${versionNumber}${spans}.png`;
}

/** Reads an object name back; null when it is not one of the demo seed's. */
export function plotSubject(key: string): PlotSubject | null {
  const [, siteId, date, variableId, modelId, version, spans] = KEY.exec(key) ?? [];
  if (siteId === undefined || date === undefined || variableId === undefined || spans === undefined)
    return null;
  const measured = spans
    .slice(1)
    .split("_")
    .map((span): HourSpan => {
      const [from, to] = span.split("-").map(Number);
      return [from ?? 0, to ?? 24];
    });
  return { siteId, date, variableId, modelId: modelId ?? null, versionNumber: Number(version), measured };
}
