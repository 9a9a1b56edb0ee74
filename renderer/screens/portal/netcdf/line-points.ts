import type { LinePlotShown } from "./heat.ts";

/** The points of a line by rising x, as a plot wants them; points without a place are left out. */
export function pointsOf({ x, y }: Pick<LinePlotShown, "x" | "y">): [number[], (number | null)[]] {
  const points = x.values.flatMap((value, index) =>
    value === null ? [] : [{ x: value, y: y[index] ?? null }],
  );
  const isRising = points.every((point, index) => index === 0 || point.x >= (points[index - 1]?.x ?? 0));
  if (!isRising) points.sort((one, other) => one.x - other.x);
  return [points.map((point) => point.x), points.map((point) => point.y)];
}
