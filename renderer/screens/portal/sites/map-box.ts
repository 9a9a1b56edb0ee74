/** Units of the drawing that the map is made in. */
export const mapWidth = 960;
export const mapHeight = 470;

/** The part of the map that is shown: its upper left corner, and how many times it is enlarged. */
export interface MapBox {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export const wholeMap: MapBox = { k: 1, x: 0, y: 0 };

/** Closer than this the coast of the bundled map has no shape any more. */
const mostTimes = 12;

/** Enlarged by a factor; the point under the pointer stays under it. */
export function zoomed({ k, x, y }: MapBox, factor: number, at: readonly [x: number, y: number]): MapBox {
  const next = Math.min(mostTimes, Math.max(1, k * factor));
  const stay = (from: number, point: number) => point - ((point - from) * k) / next;
  return within({ k: next, x: stay(x, at[0]), y: stay(y, at[1]) });
}

/** Moved by units of the drawing. */
export function movedMap({ k, x, y }: MapBox, right: number, down: number): MapBox {
  return within({ k, x: x + right, y: y + down });
}

/** The same, moved so that a point is in its middle where it is not shown. */
export function showing(box: MapBox, x: number, y: number): MapBox {
  if (holds(box, x, y)) return box;
  return within({ k: box.k, x: x - mapWidth / box.k / 2, y: y - mapHeight / box.k / 2 });
}

/** Whether a point is shown. */
export function holds({ k, x: left, y: top }: MapBox, x: number, y: number): boolean {
  return x >= left && x <= left + mapWidth / k && y >= top && y <= top + mapHeight / k;
}

function within({ k, x, y }: MapBox): MapBox {
  const kept = (value: number, size: number) => Math.min(size - size / k, Math.max(0, value));
  return { k, x: kept(x, mapWidth), y: kept(y, mapHeight) };
}
