/** Red, green, blue; 0 to 255 each. */
export type Colour = readonly [number, number, number];

/** Names of the colour maps; all but `diverging` grow evenly in lightness. */
export type ColourMap = "viridis" | "diverging" | "rain" | "thermal";

/** Colours at even distances, `rrggbb`. */
const ANCHORS: Record<ColourMap, string> = {
  viridis: "440154 472c7a 3b518b 2c718e 21908d 27ad81 5cc863 aadc32 fde725",
  diverging: "123e7a 3e86bc a0cbe2 f0f0ee f6b28a d15448 780c28",
  rain: "e0f0f7 9ecce2 589ccd 2d62aa 2e2a70",
  thermal: "16123a 4e1c6d 8f2a63 cd4646 f07a2c faba4c fcf6be",
};

/** `count` colours, evenly spaced along a colour map. */
export function shades(map: ColourMap, count: number): Colour[] {
  const anchors = ANCHORS[map].split(" ").map((hex): Colour => {
    const rgb = Number.parseInt(hex, 16);
    return [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
  });
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
