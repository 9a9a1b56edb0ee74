import { type ReactNode, useState } from "react";
import { say } from "#base/say.ts";
import { PlotZoom } from "./plot-zoom.tsx";
import type { WallPlot } from "./wall.ts";

/** `zoom` (always the same function) shows the plot with this key in full, as `zoomed`; ← and → go through all plots. */
export function usePlotZoom(plots: readonly WallPlot[]): {
  readonly zoom: (s3key: string) => void;
  readonly zoomed: ReactNode;
} {
  const [s3key, zoom] = useState<string | null>(null);
  const at = plots.findIndex((one) => one.s3key === s3key);
  const plot = plots[at];
  const zoomed =
    plot === undefined ? null : (
      <PlotZoom
        plot={plot}
        place={say("{at} of {all}", { at: at + 1, all: plots.length })}
        onStep={(step) => zoom(plots[at + step]?.s3key ?? plot.s3key)}
        onClose={() => zoom(null)}
      />
    );
  return { zoom, zoomed };
}
