import { addDays } from "#base/dates.ts";
import { coverageLayers } from "#domain/coverage.ts";
import { tokenColours } from "#renderer/components/token-colours.ts";
import { type LayerShare, layersOf, type ShownDay } from "#renderer/model/coverage-model.ts";
import { shortDate } from "#renderer/model/coverage-words.ts";
import type { InstrumentDay } from "./grid-row.tsx";
import { type StationBand, type StationDays, stationBands } from "./station-days.ts";

/**
 * CSS pixels; `head` and `station` are the lines above the instruments. Widths of a day: `slim` has no room for a number of
 * its own, `numbered` and more has; from `wide` on, its bars stand apart.
 */
export const sizes = {
  head: 36,
  station: 30,
  row: 28,
  slim: 15,
  numbered: 18,
  wide: 26,
  widest: 36,
} as const;
const [barTop, barHeight] = [9, 16];
const [trackTop, trackHeight] = [9, 10];
/** A band is seen however short it was. */
const leastBand = 3;

/** Colours of a theme, or of the page as it looks now. */
export type Colours = (token: string) => string;

export function coloursOf(theme?: "light"): Colours {
  const shown = tokenColours(document.documentElement, theme);
  const known = new Map<string, string>();
  return (token) => {
    const colour = known.get(token) ?? shown(`--${token}`);
    known.set(token, colour);
    return colour;
  };
}

/** Days that are drawn, oldest first, and where the first of them begins. */
export interface DrawnDays {
  readonly dates: readonly string[];
  /** Pixels; may lie before the edge. */
  readonly left: number;
  /** Pixels of one day. */
  readonly width: number;
}

/** The days of the month; of slim columns each Monday. */
export function drawDates(
  context: CanvasRenderingContext2D,
  { dates, left, width }: DrawnDays,
  colours: Colours,
): void {
  context.textAlign = "center";
  context.font = "12px system-ui, sans-serif";
  context.fillStyle = colours("sky-muted");
  for (const [index, date] of dates.entries()) {
    const isShown = width >= sizes.numbered || new Date(`${date}T00:00:00Z`).getUTCDay() === 1;
    if (isShown) context.fillText(shortDate(date).day, left + (index + 0.5) * width, 28);
  }
  context.textAlign = "left";
}

/** The line of the station: quiet while it worked; full while the portal was away, hatched while it did not run, hollow while paused. */
export function drawStation(
  context: CanvasRenderingContext2D,
  station: StationDays,
  { dates, left, width }: DrawnDays,
  y: number,
  colours: Colours,
): void {
  // A day more on either side, so that what goes on beyond the edge has no end there.
  const first = addDays(dates[0] ?? "", -1);
  const last = addDays(dates.at(-1) ?? "", 1);
  const { known, bands } = stationBands(station, first, last);
  const xOf = (part: number) => left + (part * (dates.length + 2) - 1) * width;
  const top = y + trackTop;
  context.save();
  context.beginPath();
  context.rect(left, y, dates.length * width, sizes.station);
  context.clip();
  context.fillStyle = colours("sky-line");
  context.fillRect(xOf(known.from), top + trackHeight / 2 - 1, xOf(known.to) - xOf(known.from), 2);
  for (const band of bands) {
    const x = Math.round(xOf(band.from));
    drawBand(context, band.look, x, top, Math.max(leastBand, Math.round(xOf(band.to)) - x), colours);
  }
  context.restore();
}

function drawBand(
  context: CanvasRenderingContext2D,
  look: StationBand["look"],
  x: number,
  y: number,
  width: number,
  colours: Colours,
): void {
  const colour = colours(look === "stopped" ? "state-idle" : "state-wait");
  context.fillStyle = look === "away" ? colour : colours("sky-surface");
  context.fillRect(x, y, width, trackHeight);
  if (look === "away") return;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash([]);
  context.strokeRect(x + 0.5, y + 0.5, width - 1, trackHeight - 1);
  if (look === "paused") return;
  context.save();
  context.beginPath();
  context.rect(x, y, width, trackHeight);
  context.clip();
  context.beginPath();
  for (let at = x - trackHeight; at < x + width; at += 4) {
    context.moveTo(at, y + trackHeight);
    context.lineTo(at + trackHeight, y);
  }
  context.stroke();
  context.restore();
}

/** The days of all instruments, a row each. */
export function drawInstruments(
  context: CanvasRenderingContext2D,
  instruments: readonly string[],
  dayOf: (place: InstrumentDay) => ShownDay | undefined,
  { dates, left, width }: DrawnDays,
  y: number,
  colours: Colours,
): void {
  for (const [row, instrument] of instruments.entries()) {
    const top = y + row * sizes.row;
    context.fillStyle = colours("sky-line");
    context.fillRect(left, top, dates.length * width, 1);
    for (const [column, date] of dates.entries()) {
      const day = dayOf({ instrument, date });
      if (day !== undefined) drawDay(context, day, left + column * width, top, width, colours);
    }
  }
}

/** Four bars: full is there, hollow is missing, dashed is not yet due; a triangle says that something is overdue. */
function drawDay(
  context: CanvasRenderingContext2D,
  day: ShownDay,
  x: number,
  y: number,
  width: number,
  colours: Colours,
): void {
  const isSlim = width < sizes.wide;
  // Slim bars touch, so that a day stays one thing among its neighbours.
  const pitch = Math.floor((width - (isSlim ? 3 : 4)) / coverageLayers.length);
  const left = x + Math.floor((width - pitch * coverageLayers.length) / 2);
  if (day.state === "unknown" && day.measured === 0) {
    context.fillStyle = colours("sky-line-strong");
    context.fillRect(x + Math.floor(width / 2) - 1, y + barTop + barHeight / 2 - 1, 3, 3);
    return;
  }
  // Calm where nothing is to be done, so that the eye finds the other days.
  context.globalAlpha = day.state === "complete" ? 0.5 : 1;
  if (isSlim && isWhole(day)) {
    context.fillStyle = colours("state-ok");
    context.fillRect(left, y + barTop, pitch * coverageLayers.length, barHeight);
  } else
    layersOf(day).forEach((layer, index) => {
      drawBar(context, layer, day, left + index * pitch, y + barTop, pitch - (isSlim ? 0 : 1), colours);
    });
  context.globalAlpha = 1;
  if (day.state === "gap") drawTriangle(context, x + width / 2, y + 2, colours);
}

/** True where all four bars are full: the usual day, drawn at once. */
function isWhole({ state, measured, accepted, processed, published }: ShownDay): boolean {
  return (
    state === "complete" &&
    measured > 0 &&
    accepted === measured &&
    processed === measured &&
    published.length > 0
  );
}

function drawBar(
  context: CanvasRenderingContext2D,
  { share, mark }: LayerShare,
  { state }: ShownDay,
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
  const full = Math.max(1, Math.round(barHeight * share));
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
