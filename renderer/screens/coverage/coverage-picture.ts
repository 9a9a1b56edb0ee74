import { say } from "#base/say.ts";
import { monthsOf, type ShownDay } from "#renderer/model/coverage-model.ts";
import { monthWords } from "#renderer/model/coverage-words.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import { coloursOf, drawDates, drawInstruments, drawStation, sizes } from "./coverage-draw.ts";
import type { InstrumentDay } from "./grid-row.tsx";
import type { StationDays } from "./station-days.ts";

const [nameWidth, edge, titleHeight] = [190, 16, 28];
const headHeight = sizes.head + sizes.station;
/** So that it is sharp on paper, too. */
const scale = 2;

/** The grid as a picture, in the colours of the page. */
export async function coveragePng(
  instruments: readonly string[],
  dates: readonly string[],
  dayOf: (place: InstrumentDay) => ShownDay | undefined,
  station: StationDays,
  title: string,
): Promise<Blob> {
  const colours = coloursOf();
  const canvas = document.createElement("canvas");
  canvas.width = scale * (nameWidth + dates.length * sizes.wide + 2 * edge);
  canvas.height = scale * (titleHeight + headHeight + instruments.length * sizes.row + 2 * edge);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error(say("This browser cannot draw the picture."));
  context.scale(scale, scale);
  context.fillStyle = colours("sky-surface");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(edge, edge);
  context.fillStyle = colours("sky-text");
  context.font = "600 14px system-ui, sans-serif";
  context.fillText(title, 0, 12);
  context.translate(0, titleHeight);
  const days = { dates, left: nameWidth, width: sizes.wide };
  drawDates(context, days, colours);
  context.font = "600 12px system-ui, sans-serif";
  context.fillStyle = colours("sky-text");
  for (const month of monthsOf(dates)) {
    const words = monthWords(month.dates[0] ?? "", month.dates.length * sizes.wide);
    context.fillText(words, nameWidth + month.first * sizes.wide + 3, 12);
  }
  drawStation(context, station, days, sizes.head, colours);
  context.font = "13px system-ui, sans-serif";
  context.fillStyle = colours("sky-muted");
  context.fillText(coverageText.station, 0, sizes.head + 19, nameWidth - 12);
  drawInstruments(context, instruments, dayOf, days, headHeight, colours);
  for (const [row, instrument] of instruments.entries()) {
    const y = headHeight + row * sizes.row;
    context.fillStyle = colours("sky-text");
    context.font = "13px system-ui, sans-serif";
    context.fillText(instrument, 0, y + 20, nameWidth - 12);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error(say("The picture is too large for this browser: choose fewer days."));
  return blob;
}
