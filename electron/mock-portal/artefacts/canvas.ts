import { encode } from "fast-png";
import { blend, type Colour } from "./colours.ts";
import { eachTextPixel, LETTER } from "./glyphs.ts";

/** A drawing of indexed colours: 16 shades from paper to ink, 16 from paper to line, then the caller's own. */
export type Canvas = { width: number; height: number; pixels: Uint8Array; palette: Colour[] };

const PAPER: Colour = [255, 255, 255];
const INK: Colour = [38, 44, 56];
const LINE: Colour = [31, 96, 168];
const SHADE_COUNT = 16;

/** Palette index of full ink, and the first index that is the caller's; white is 0. */
export const INK_INDEX = SHADE_COUNT - 1;
export const OWN_INDEX = 2 * SHADE_COUNT;
/** How many colours of their own a caller may have. */
export const OWN_COLOUR_COUNT = 256 - OWN_INDEX;

/** White paper; `colours` (at most OWN_COLOUR_COUNT) begin at OWN_INDEX. */
export function blankCanvas(width: number, height: number, colours: readonly Colour[]): Canvas {
  const shadesOf = (full: Colour) =>
    Array.from({ length: SHADE_COUNT }, (_, i) => blend(PAPER, full, i / (SHADE_COUNT - 1)));
  const palette = [...shadesOf(INK), ...shadesOf(LINE), ...colours];
  return { width, height, pixels: new Uint8Array(width * height), palette };
}

/** Fills the pixels from (x, y); parts outside the canvas are left away. */
export function fillBox(
  canvas: Canvas,
  x: number,
  y: number,
  width: number,
  height: number,
  index: number,
): void {
  const right = Math.min(canvas.width, x + width);
  const bottom = Math.min(canvas.height, y + height);
  for (let row = Math.max(0, y); row < bottom; row++) {
    canvas.pixels.fill(index, row * canvas.width + Math.max(0, x), row * canvas.width + right);
  }
}

/** A shade of ink over whatever is there; `strength` 0 to 1. */
export function inkShade(strength: number): number {
  return Math.round(strength * (SHADE_COUNT - 1));
}

/** Text whose left, middle or right is at x and whose upper edge is at y. */
export function drawText(
  canvas: Canvas,
  text: string,
  x: number,
  y: number,
  align: "left" | "middle" | "right",
): void {
  const width = [...text].length * LETTER.advance - (LETTER.advance - LETTER.width);
  const left = Math.round(align === "left" ? x : align === "middle" ? x - width / 2 : x - width);
  eachTextPixel(text, (dx, dy) => {
    fillBox(canvas, left + dx, y + dy, 1, 1, INK_INDEX);
  });
}

/** Text that is read from below to above, centred on (x, y). */
export function drawUprightText(canvas: Canvas, text: string, x: number, y: number): void {
  const length = [...text].length * LETTER.advance - (LETTER.advance - LETTER.width);
  eachTextPixel(text, (dx, dy) => {
    fillBox(canvas, x - LETTER.height / 2 + dy, Math.round(y + length / 2) - dx, 1, 1, INK_INDEX);
  });
}

/** Darkens a pixel of paper towards the line colour; `strength` 0 to 1. Darker pixels stay. */
export function dabLine(canvas: Canvas, x: number, y: number, strength: number): void {
  if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) return;
  const at = y * canvas.width + x;
  const shade = SHADE_COUNT + Math.round(strength * (SHADE_COUNT - 1));
  const before = canvas.pixels[at] ?? 0;
  const isPaperOrLighter = before < SHADE_COUNT || (before < OWN_INDEX && before < shade);
  if (isPaperOrLighter && strength > 0.03) canvas.pixels[at] = shade;
}

/** The drawing as PNG; `title` goes into its text chunk. */
export function canvasPng(canvas: Canvas, title: string): Uint8Array {
  const { width, height, pixels } = canvas;
  const palette = canvas.palette.map((colour) => [...colour]);
  return encode({ width, height, data: pixels, depth: 8, channels: 1, palette, text: { Title: title } });
}
