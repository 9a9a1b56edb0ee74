import { type Canvas, drawText, drawUprightText, fillBox, INK_INDEX, inkShade } from "./canvas.ts";
import { LETTER } from "./glyphs.ts";
import type { QuantityScale } from "./quantity.ts";
import { SKY_TOP_M } from "./sky.ts";

/** The rectangle inside the axes, in pixels. */
export type PlotFrame = { left: number; top: number; width: number; height: number };

const TICK = 6;
const GAP = 6;

/** Lines around the frame. */
export function drawFrame(canvas: Canvas, frame: PlotFrame): void {
  const { left, top, width, height } = frame;
  fillBox(canvas, left - 1, top - 1, width + 2, 1, INK_INDEX);
  fillBox(canvas, left - 1, top + height, width + 2, 1, INK_INDEX);
  fillBox(canvas, left - 1, top - 1, 1, height + 2, INK_INDEX);
  fillBox(canvas, left + width, top - 1, 1, height + 2, INK_INDEX);
}

/** Hours of the day below the frame, every three hours. */
export function drawTimeAxis(canvas: Canvas, frame: PlotFrame): void {
  const bottom = frame.top + frame.height;
  for (let hour = 0; hour <= 24; hour += 3) {
    const x = frame.left + Math.round((hour / 24) * frame.width);
    fillBox(canvas, x, bottom, 1, TICK, INK_INDEX);
    drawText(canvas, `${String(hour).padStart(2, "0")}:00`, x, bottom + TICK + GAP, "middle");
  }
  drawText(
    canvas,
    "Time (UTC)",
    frame.left + frame.width / 2,
    bottom + TICK + GAP + 2 * LETTER.height,
    "middle",
  );
}

/** Height in kilometres on the left of the frame. */
export function drawHeightAxis(canvas: Canvas, frame: PlotFrame): void {
  const kilometres = Array.from({ length: SKY_TOP_M / 2000 + 1 }, (_, i) => 2 * i);
  drawLeftAxis(
    canvas,
    frame,
    "Height (km)",
    kilometres.map((km) => ({ label: String(km), fraction: (1000 * km) / SKY_TOP_M })),
  );
}

/** A scale on the left of the frame with faint lines through it. */
export function drawValueAxis(canvas: Canvas, frame: PlotFrame, scale: QuantityScale, units: string): void {
  const ticks = ticksOf(scale);
  for (const { fraction } of ticks) {
    fillBox(canvas, frame.left, yAt(frame, fraction), frame.width, 1, inkShade(0.14));
  }
  drawLeftAxis(canvas, frame, units === "1" ? "" : units, ticks);
}

/** Labels on the right of a colour bar that is as high as the frame. */
export function drawBarLabels(
  canvas: Canvas,
  frame: PlotFrame,
  scale: QuantityScale,
  barRight: number,
): void {
  for (const { label, fraction } of ticksOf(scale)) {
    const y = yAt(frame, fraction);
    fillBox(canvas, barRight, y, TICK - 2, 1, INK_INDEX);
    drawText(canvas, label, barRight + TICK + 2, y - LETTER.height / 2, "left");
  }
}

/** Gives the place of a value on a scale: 0 at its lower end, 1 at its upper end. */
export function fractionOf(scale: QuantityScale, value: number): number {
  const [low, high, here] = scale.isLog
    ? [Math.log10(scale.min), Math.log10(scale.max), Math.log10(Math.max(value, scale.min / 1e3))]
    : [scale.min, scale.max, value];
  return (here - low) / (high - low);
}

type Tick = { label: string; fraction: number };

function ticksOf(scale: QuantityScale): Tick[] {
  const values = scale.isLog ? wholePowers(scale) : roundSteps(scale);
  return values.map((value) => ({ label: labelOf(value, scale.isLog), fraction: fractionOf(scale, value) }));
}

function wholePowers(scale: QuantityScale): number[] {
  const first = Math.ceil(Math.log10(scale.min) - 1e-9);
  const last = Math.floor(Math.log10(scale.max) + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
}

function roundSteps(scale: QuantityScale): number[] {
  const rough = (scale.max - scale.min) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.99) ?? 10);
  const first = Math.ceil(scale.min / step - 1e-9);
  const last = Math.floor(scale.max / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

function labelOf(value: number, isLog: boolean): string {
  if (isLog || (value !== 0 && Math.abs(value) < 1e-3))
    return value.toExponential(0 + (isLog ? 0 : 1)).replace(".0e", "e");
  return String(Number(value.toPrecision(4)));
}

function yAt(frame: PlotFrame, fraction: number): number {
  return frame.top + Math.round((1 - fraction) * (frame.height - 1));
}

function drawLeftAxis(canvas: Canvas, frame: PlotFrame, title: string, ticks: readonly Tick[]): void {
  for (const { label, fraction } of ticks) {
    const y = yAt(frame, fraction);
    fillBox(canvas, frame.left - TICK, y, TICK, 1, INK_INDEX);
    drawText(canvas, label, frame.left - TICK - GAP, y - LETTER.height / 2, "right");
  }
  drawUprightText(canvas, title, LETTER.height, frame.top + frame.height / 2);
}
