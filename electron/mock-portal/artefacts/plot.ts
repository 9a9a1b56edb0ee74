import {
  drawBarLabels,
  drawFrame,
  drawHeightAxis,
  drawTimeAxis,
  drawValueAxis,
  fractionOf,
  type PlotFrame,
} from "./axes.ts";
import {
  blankCanvas,
  type Canvas,
  canvasPng,
  drawText,
  fillBox,
  INK_INDEX,
  OWN_COLOUR_COUNT,
  OWN_INDEX,
} from "./canvas.ts";
import { shades } from "./colours.ts";
import { LETTER } from "./glyphs.ts";
import { drawCurve, type HourSpan, isMeasured, paintField, paintFlags, shadeGaps } from "./painting.ts";
import type { Flag, Quantity, QuantityScale } from "./quantity.ts";
import type { Sky, SkyGrid } from "./sky.ts";

/** Pixels of every plot (docs/portal/api.md, "VisualizationItem", `dimensions`). */
export const PLOT_DIMENSIONS = {
  width: 960,
  height: 400,
  marginTop: 40,
  marginRight: 180,
  marginBottom: 64,
  marginLeft: 90,
} as const;

/** The grid that plots are drawn from: five minutes by 125 m. */
export const PLOT_GRID: SkyGrid = { timeCount: 288, heightCount: 96 };

const BAR_GAP = 14;
const BAR_WIDTH = 20;

/** A quick-look image (PNG) of one variable: time-height field, classes or curve, with axes and colour bar. */
export function plotPng(plot: {
  sky: Sky;
  quantity: Quantity;
  /** Shown above the axes, at most 72 letters. */
  title: string;
  /** Hours of the day with measurements; the rest is hatched. */
  measured: readonly HourSpan[];
}): Uint8Array {
  const { sky, quantity, title, measured } = plot;
  const { width, height, marginTop, marginRight, marginBottom, marginLeft } = PLOT_DIMENSIONS;
  const colours =
    quantity.kind === "flags"
      ? quantity.flags.map(({ rgb }) => rgb)
      : shades(quantity.scale.map, OWN_COLOUR_COUNT);
  const canvas = blankCanvas(width, height, colours);
  const frame: PlotFrame = {
    left: marginLeft,
    top: marginTop,
    width: width - marginLeft - marginRight,
    height: height - marginTop - marginBottom,
  };
  if (quantity.kind === "profile") {
    paintField(canvas, frame, sky, quantity.cells(sky), quantity.scale);
    drawColourBar(canvas, frame, quantity.scale, quantity.units);
    drawHeightAxis(canvas, frame);
  } else if (quantity.kind === "flags") {
    paintFlags(canvas, frame, sky, quantity.codes(sky), quantity.flags);
    drawLegend(canvas, frame, quantity.flags);
    drawHeightAxis(canvas, frame);
  } else {
    const steps = quantity.steps(sky);
    const scale = fittedScale(quantity.scale, sky, steps, measured);
    drawValueAxis(canvas, frame, scale, quantity.units);
    drawCurve(canvas, frame, sky, steps, scale, measured);
  }
  shadeGaps(canvas, frame, measured);
  drawFrame(canvas, frame);
  drawTimeAxis(canvas, frame);
  drawText(canvas, title, marginLeft, (marginTop - LETTER.height) / 2, "left");
  return canvasPng(canvas, title);
}

function drawColourBar(canvas: Canvas, frame: PlotFrame, scale: QuantityScale, units: string): void {
  const left = frame.left + frame.width + BAR_GAP;
  for (let y = 0; y < frame.height; y++) {
    const level = Math.round((1 - y / (frame.height - 1)) * (OWN_COLOUR_COUNT - 1));
    fillBox(canvas, left, frame.top + y, BAR_WIDTH, 1, OWN_INDEX + level);
  }
  drawFrame(canvas, { left, top: frame.top, width: BAR_WIDTH, height: frame.height });
  drawBarLabels(canvas, frame, scale, left + BAR_WIDTH);
  if (units !== "1") drawText(canvas, units, left, frame.top + frame.height + 3 * LETTER.height, "left");
}

function drawLegend(canvas: Canvas, frame: PlotFrame, flags: readonly Flag[]): void {
  const left = frame.left + frame.width + BAR_GAP;
  const pitch = Math.min(28, Math.floor(frame.height / flags.length));
  flags.forEach((flag, i) => {
    const y = frame.top + i * pitch;
    fillBox(canvas, left - 1, y - 1, LETTER.height + 4, LETTER.height + 4, INK_INDEX);
    fillBox(canvas, left, y, LETTER.height + 2, LETTER.height + 2, OWN_INDEX + i);
    drawText(canvas, flag.name, left + LETTER.height + 10, y + 1, "left");
  });
}

/** The scale of a curve, narrowed or widened to what was measured, so that the day's course is seen. */
function fittedScale(
  scale: QuantityScale,
  sky: Sky,
  steps: Float32Array,
  measured: readonly HourSpan[],
): QuantityScale {
  if (scale.isLog) return scale;
  const seen = [...steps].filter(
    (value, t) => !Number.isNaN(value) && isMeasured(measured, sky.hours[t] ?? 0),
  );
  if (seen.length === 0) return scale;
  const low = Math.min(...seen);
  const high = Math.max(...seen);
  const room = Math.max((high - low) * 0.12, (scale.max - scale.min) * 0.02);
  const isFromZero = fractionOf(scale, low) >= 0 && scale.min === 0 && low < (scale.max - scale.min) * 0.25;
  return { ...scale, min: isFromZero ? 0 : low - room, max: high + room };
}
