import { type CoverageDay, type LayerShare, layersOf } from "./coverage-model.ts";
import { shortDate } from "./coverage-words.ts";

/** CSS pixels. */
export const sizes = { head: 36, row: 44, wide: 26, slim: 15 } as const;
const [barTop, barHeight] = [14, 20];

/** Colours of the page as it looks now. */
export type Colours = (token: string) => string;

export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (token) => {
    const colour = known.get(token) ?? style.getPropertyValue(`--${token}`).trim();
    known.set(token, colour);
    return colour;
  };
}

/** The day of the month, and the month where it begins; slim columns show each Monday. */
export function drawDate(
  context: CanvasRenderingContext2D,
  date: string,
  x: number,
  width: number,
  colours: Colours,
) {
  const { day, month } = shortDate(date);
  const isMonday = new Date(`${date}T00:00:00Z`).getUTCDay() === 1;
  context.textAlign = "center";
  const middle = x + width / 2;
  if (day === "1") {
    context.font = "600 12px system-ui, sans-serif";
    context.fillStyle = colours("sky-text");
    context.fillText(month, middle, 12);
  }
  if (width < sizes.wide && !isMonday) return;
  context.font = "12px system-ui, sans-serif";
  context.fillStyle = colours("sky-muted");
  context.fillText(day, middle, 28);
}

/** Four bars: full is there, hollow is missing, dashed is not yet due; a triangle says that something is overdue. */
export function drawDay(
  context: CanvasRenderingContext2D,
  day: CoverageDay,
  x: number,
  y: number,
  width: number,
  colours: Colours,
): void {
  const layers = layersOf(day);
  const pitch = Math.floor((width - 2) / layers.length);
  const left = x + (width - pitch * layers.length) / 2;
  if (day.state === "unknown" && day.measured === 0) {
    context.fillStyle = colours("sky-line-strong");
    context.fillRect(x + width / 2 - 1, y + barTop + barHeight / 2 - 1, 3, 3);
    return;
  }
  // Calm where nothing is to be done, so that the eye finds the other days.
  context.globalAlpha = day.state === "complete" ? 0.5 : 1;
  layers.forEach((layer, index) => {
    drawBar(context, layer, day, left + index * pitch, y + barTop, pitch - 1, colours);
  });
  context.globalAlpha = 1;
  if (day.state === "gap") drawTriangle(context, x + width / 2, y + 5, colours);
}

function drawBar(
  context: CanvasRenderingContext2D,
  { share, mark }: LayerShare,
  { state }: CoverageDay,
  x: number,
  y: number,
  width: number,
  colours: Colours,
): void {
  if (share < 1 && mark !== "none") {
    context.fillStyle = colours("tone-problem-ground");
    if (mark === "gap") context.fillRect(x, y, width, barHeight);
    context.strokeStyle = colours(mark === "gap" ? "state-problem" : "state-wait");
    context.setLineDash(mark === "late" ? [2, 1.5] : []);
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, width - 1, barHeight - 1);
  }
  if (share === 0) return;
  const isKnown = state !== "unknown";
  context.fillStyle = colours(mark === "elsewhere" ? "sky-line-strong" : isKnown ? "state-ok" : "state-over");
  const full = barHeight * share;
  context.fillRect(x, y + barHeight - full, width, full);
}

function drawTriangle(context: CanvasRenderingContext2D, x: number, y: number, colours: Colours): void {
  context.fillStyle = colours("state-problem");
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 3.5, y + 6);
  context.lineTo(x - 3.5, y + 6);
  context.fill();
}
