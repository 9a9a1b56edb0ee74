/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/**
 * A ramp from dark blue through green to light yellow in which equal steps look equally large: its lightness rises by the
 * same amount from colour to colour (OKLCH).
 */
export function colourRamp(steps: number): Rgb[] {
  return Array.from({ length: steps }, (_, step) => {
    const part = steps === 1 ? 0 : step / (steps - 1);
    const hue = 285 - 185 * part;
    // Less colour at both ends, where the screen has less to give.
    const chroma = 0.06 + 0.09 * Math.sin(Math.PI * (0.12 + 0.76 * part));
    return inGamut(0.26 + 0.68 * part, chroma, hue);
  });
}

/** Colours for classes: neighbours differ in hue and in lightness. */
export function classColours(count: number): Rgb[] {
  return Array.from({ length: count }, (_, at) => {
    const hue = (at * 137.5 + 250) % 360;
    return inGamut(at % 2 === 0 ? 0.62 : 0.8, 0.12, hue);
  });
}

export function cssOf([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** The colour with as much chroma as the screen can show. */
function inGamut(lightness: number, chroma: number, hueDegrees: number): Rgb {
  for (let left = chroma; left > 0; left -= 0.005) {
    const linear = linearOf(lightness, left, hueDegrees);
    if (linear.every((part) => part >= -0.0005 && part <= 1.0005)) return bytesOf(linear);
  }
  return bytesOf(linearOf(lightness, 0, hueDegrees));
}

/** OKLCH to linear sRGB. */
function linearOf(lightness: number, chroma: number, hueDegrees: number): readonly number[] {
  const hue = (hueDegrees * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function bytesOf(linear: readonly number[]): Rgb {
  const [red = 0, green = 0, blue = 0] = linear.map((part) => {
    const inside = Math.min(1, Math.max(0, part));
    const shown = inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
    return Math.round(shown * 255);
  });
  return [red, green, blue];
}
