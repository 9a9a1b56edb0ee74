import { say } from "#base/say.ts";
import { absoluteMoment } from "#base/text.ts";
import type { GridPlotShown } from "./heat.ts";

type Axis = GridPlotShown["x"];

/** A mark on an axis: where, as a part of its length, and what it says. */
export interface AxisTick {
  readonly at: number;
  readonly label: string;
}

const minuteMs = 60_000;
const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14_400, 43_200].map(
  (minutes) => minutes * minuteMs,
);

/** Round values along an axis, at most about `most`; each cell of the axis is equally wide. */
export function axisTicksOf(axis: Axis, most: number): AxisTick[] {
  const values = axis.values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const first = values[0];
  const last = values.at(-1);
  if (first === undefined || last === undefined) return [];
  const [low, high] = [Math.min(first.value, last.value), Math.max(first.value, last.value)];
  const step = axis.kind === "time" ? timeStep(high - low, most) : roundStep(high - low, most);
  if (!(step > 0)) return [{ at: 0.5, label: tickText(first.value, axis.kind, step) }];
  const ticks: AxisTick[] = [];
  for (let nth = Math.ceil(low / step - 1e-9); nth * step <= high + step * 1e-9; nth += 1) {
    const value = nth * step;
    ticks.push({
      at: (placeOf(value, values) + 0.5) / axis.values.length,
      label: tickText(value, axis.kind, step),
    });
  }
  return ticks;
}

/** A value as a hover says it. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return say("no value");
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(3);
  return String(Number(value.toPrecision(6)));
}

/** A place on an axis as a hover says it: with unit, or a moment. */
export function placeText(axis: Axis, index: number): string {
  const value = axis.values[index];
  if (value === undefined || value === null) return say("{name} missing", { name: axis.name });
  if (axis.kind === "time") return absoluteMoment(value, "second");
  const unit = axis.units === null ? "" : ` ${axis.units}`;
  return `${axis.name} ${valueText(value)}${unit}`;
}

function placeOf(
  value: number,
  values: readonly { readonly value: number; readonly index: number }[],
): number {
  for (let at = 1; at < values.length; at += 1) {
    const one = values[at - 1];
    const other = values[at];
    if (one === undefined || other === undefined) break;
    const isBetween = (value - one.value) * (value - other.value) <= 0;
    if (!isBetween) continue;
    const span = other.value - one.value;
    return one.index + (span === 0 ? 0 : ((value - one.value) / span) * (other.index - one.index));
  }
  return values[0]?.index ?? 0;
}

function timeStep(span: number, most: number): number {
  return (
    timeSteps.find((step) => span / step <= most) ??
    Math.max(1, Math.ceil(span / most / 86_400_000)) * 86_400_000
  );
}

function roundStep(span: number, most: number): number {
  if (!(span > 0)) return 0;
  const raw = span / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const part = raw / power;
  return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

function tickText(value: number, kind: Axis["kind"], step: number): string {
  if (kind !== "time") return String(Number(value.toPrecision(8)));
  const text = new Date(value).toISOString();
  return step >= 86_400_000 ? text.slice(5, 10) : text.slice(11, 16);
}

/** Gives the title of an axis: its name for people and its unit. */
export function axisTitle({ name, longName, units, kind }: Axis): string {
  const words = longName ?? name;
  if (kind === "time") return `${words} (UTC)`;
  return units === null || units === "1" ? words : `${words} (${units})`;
}
