import { fractionOf, type PlotFrame } from "./axes.ts";
import { type Canvas, dabLine, fillBox, inkShade, OWN_COLOUR_COUNT, OWN_INDEX } from "./canvas.ts";
import type { Flag, QuantityScale } from "./quantity.ts";
import { SKY_TOP_M, type Sky } from "./sky.ts";

/** From hour to hour of the day (0 to 24) in which the instrument measured. */
export type HourSpan = readonly [from: number, to: number];

/** The whole day. */
export const WHOLE_DAY: readonly HourSpan[] = [[0, 24]];

/** Whether an hour of the day lies in one of the spans. */
export function isMeasured(spans: readonly HourSpan[], hour: number): boolean {
  return spans.some(([from, to]) => hour >= from && hour < to);
}

/** Paints a field as colours between its cells; what is NaN stays paper. */
export function paintField(
  canvas: Canvas,
  frame: PlotFrame,
  sky: Sky,
  cells: Float32Array,
  scale: QuantityScale,
): void {
  eachPixel(canvas, frame, sky, (t, h) => {
    const value = between(sky, cells, t, h);
    if (Number.isNaN(value)) return null;
    const level = Math.round(fractionOf(scale, value) * (OWN_COLOUR_COUNT - 1));
    return OWN_INDEX + Math.min(OWN_COLOUR_COUNT - 1, Math.max(0, level));
  });
}

/** Paints classes cell by cell; `flags[i]` has the i-th own colour. */
export function paintFlags(
  canvas: Canvas,
  frame: PlotFrame,
  sky: Sky,
  codes: Int8Array,
  flags: readonly Flag[],
): void {
  const indexOf = new Map(flags.map((flag, i) => [flag.code, OWN_INDEX + i]));
  eachPixel(canvas, frame, sky, (t, h) => {
    const cell = Math.round(t) * sky.heightCount + Math.round(h);
    return indexOf.get(codes[cell] ?? 0) ?? null;
  });
}

/** Shades the hours in which nothing was measured. */
export function shadeGaps(canvas: Canvas, frame: PlotFrame, measured: readonly HourSpan[]): void {
  for (let x = 0; x < frame.width; x++) {
    if (isMeasured(measured, (x / frame.width) * 24)) continue;
    for (let y = 0; y < frame.height; y++) {
      const isStripe = (x + y) % 12 < 2;
      fillBox(canvas, frame.left + x, frame.top + y, 1, 1, inkShade(isStripe ? 0.27 : 0.07));
    }
  }
}

/** Draws a series as a smooth line of two pixels; NaN and unmeasured hours interrupt it. */
export function drawCurve(
  canvas: Canvas,
  frame: PlotFrame,
  sky: Sky,
  steps: Float32Array,
  scale: QuantityScale,
  measured: readonly HourSpan[],
): void {
  const yAt = (x: number) => {
    const t = clamp((x / frame.width) * sky.timeCount - 0.5, sky.timeCount - 1);
    const below = Math.floor(t);
    const first = steps[below] ?? Number.NaN;
    const second = steps[Math.min(below + 1, sky.timeCount - 1)] ?? Number.NaN;
    const value = first + (second - first) * (t - below);
    return frame.top + (1 - Math.min(1, Math.max(0, fractionOf(scale, value)))) * (frame.height - 1);
  };
  for (let x = 0; x < frame.width; x++) {
    if (!isMeasured(measured, (x / frame.width) * 24)) continue;
    const here = yAt(x);
    if (Number.isNaN(here)) continue;
    const slope = yAt(x + 0.5) - yAt(x - 0.5) || 0;
    const halfWidth = 1.1 * Math.sqrt(1 + slope * slope);
    for (let y = Math.floor(here - halfWidth - 1); y <= here + halfWidth + 1; y++) {
      const distance = Math.abs(y - here) - halfWidth;
      const isInside = y >= frame.top && y < frame.top + frame.height;
      if (isInside) dabLine(canvas, frame.left + x, y, Math.min(1, Math.max(0, 0.5 - distance)));
    }
  }
}

function eachPixel(
  canvas: Canvas,
  frame: PlotFrame,
  sky: Sky,
  indexAt: (t: number, h: number) => number | null,
): void {
  for (let y = 0; y < frame.height; y++) {
    const heightM = (1 - (y + 0.5) / frame.height) * SKY_TOP_M;
    const h = clamp((heightM / SKY_TOP_M) * sky.heightCount - 0.5, sky.heightCount - 1);
    const row = (frame.top + y) * canvas.width + frame.left;
    for (let x = 0; x < frame.width; x++) {
      const t = clamp(((x + 0.5) / frame.width) * sky.timeCount - 0.5, sky.timeCount - 1);
      const index = indexAt(t, h);
      if (index !== null) canvas.pixels[row + x] = index;
    }
  }
}

/** Bilinear among the neighbours that have a value; NaN where these weigh less than half. */
function between(sky: Sky, cells: Float32Array, t: number, h: number): number {
  const t0 = Math.floor(t);
  const h0 = Math.floor(h);
  let sum = 0;
  let weight = 0;
  for (let corner = 0; corner < 4; corner++) {
    const isLater = corner & 1;
    const isHigher = corner >> 1;
    const share = (isLater ? t - t0 : 1 - t + t0) * (isHigher ? h - h0 : 1 - h + h0);
    const value =
      cells[
        Math.min(t0 + isLater, sky.timeCount - 1) * sky.heightCount +
          Math.min(h0 + isHigher, sky.heightCount - 1)
      ];
    if (value === undefined || Number.isNaN(value)) continue;
    sum += share * value;
    weight += share;
  }
  return weight > 0.5 ? sum / weight : Number.NaN;
}

function clamp(x: number, max: number): number {
  return Math.min(max, Math.max(0, x));
}
