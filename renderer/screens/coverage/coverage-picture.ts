import { byInstrument, type CoverageDay, type LayerShare, layersOf } from "./coverage-model.ts";

const [rowHeight, columnWidth, nameWidth, headHeight, edge] = [36, 24, 190, 40, 16];

/** The grid as a picture, in the colours of the page. */
export async function coveragePng(
  instruments: readonly string[],
  dates: readonly string[],
  days: readonly CoverageDay[],
  title: string,
): Promise<Blob> {
  const colours = getComputedStyle(document.documentElement);
  const colour = (name: string) => colours.getPropertyValue(name).trim();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * (nameWidth + dates.length * columnWidth + 2 * edge);
  canvas.height = 2 * (headHeight + instruments.length * rowHeight + 2 * edge + 20);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw the picture.");
  context.scale(2, 2);
  context.fillStyle = colour("--sky-surface");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(edge, edge);
  context.fillStyle = colour("--sky-text");
  context.font = "600 14px system-ui, sans-serif";
  context.fillText(title, 0, 12);
  context.translate(0, 20);
  context.font = "12px system-ui, sans-serif";
  dates.forEach((date, index) => {
    const x = nameWidth + index * columnWidth;
    context.fillStyle = colour("--sky-muted");
    context.fillText(String(Number(date.slice(8))), x + 4, headHeight - 8);
    if (date.endsWith("-01") || index === 0) context.fillText(date.slice(0, 7), x + 4, headHeight - 24);
  });
  const found = byInstrument(days);
  instruments.forEach((instrument, row) => {
    const y = headHeight + row * rowHeight;
    context.fillStyle = colour("--sky-text");
    context.fillText(instrument, 0, y + 22, nameWidth - 12);
    dates.forEach((date, index) => {
      const day = found.get(instrument)?.get(date);
      if (day === undefined) return;
      for (const [at, layer] of layersOf(day).entries())
        drawBar(context, layer, nameWidth + index * columnWidth + 2 + at * 5, y + 6, colour);
    });
  });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("The picture is too large for this browser: choose fewer days.");
  return blob;
}

const [barWidth, barHeight] = [4, 24];

function drawBar(
  context: CanvasRenderingContext2D,
  { share, mark }: LayerShare,
  x: number,
  y: number,
  colour: (name: string) => string,
): void {
  const tone = {
    there: "--state-ok",
    late: "--state-wait",
    gap: "--state-problem",
    elsewhere: "--sky-line-strong",
    none: "--sky-line",
  }[mark];
  context.strokeStyle = colour(tone);
  context.setLineDash(mark === "late" ? [2, 1.5] : []);
  if (share < 1) context.strokeRect(x + 0.5, y + 0.5, barWidth - 1, barHeight - 1);
  context.fillStyle = colour(mark === "elsewhere" ? tone : "--state-ok");
  const full = barHeight * share;
  context.fillRect(x, y + barHeight - full, barWidth, full);
}
