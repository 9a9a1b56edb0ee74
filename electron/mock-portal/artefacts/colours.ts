/** Red, green, blue; 0 to 255 each. */
export type Colour = readonly [number, number, number];

/** Names of the colour maps; all but `diverging` grow evenly in lightness. */
export type ColourMap = "viridis" | "diverging" | "rain" | "thermal";

const ANCHORS: Record<ColourMap, readonly Colour[]> = {
  viridis: [
    [68, 1, 84],
    [71, 44, 122],
    [59, 81, 139],
    [44, 113, 142],
    [33, 144, 141],
    [39, 173, 129],
    [92, 200, 99],
    [170, 220, 50],
    [253, 231, 37],
  ],
  diverging: [
    [18, 62, 122],
    [62, 134, 188],
    [160, 203, 226],
    [240, 240, 238],
    [246, 178, 138],
    [209, 84, 72],
    [120, 12, 40],
  ],
  rain: [
    [224, 240, 247],
    [158, 204, 226],
    [88, 156, 205],
    [45, 98, 170],
    [46, 42, 112],
  ],
  thermal: [
    [22, 18, 58],
    [78, 28, 109],
    [143, 42, 99],
    [205, 70, 70],
    [240, 122, 44],
    [250, 186, 76],
    [252, 246, 190],
  ],
};

/** `count` colours, evenly spaced along a colour map. */
export function shades(map: ColourMap, count: number): Colour[] {
  const anchors = ANCHORS[map];
  return Array.from({ length: count }, (_, i) => {
    const position = (i / Math.max(1, count - 1)) * (anchors.length - 1);
    const below = Math.min(anchors.length - 2, Math.floor(position));
    return blend(anchors[below] ?? [0, 0, 0], anchors[below + 1] ?? [0, 0, 0], position - below);
  });
}

/** Straight mixture of two colours: the first at 0, the second at 1. */
export function blend(from: Colour, to: Colour, fraction: number): Colour {
  const channel = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * fraction);
  return [channel(0), channel(1), channel(2)];
}
