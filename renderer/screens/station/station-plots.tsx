import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import "#renderer/language.ts";
import { bytesText } from "#base/text.ts";
import { Plot, type PlotTone } from "./plot.tsx";

interface SparklineProps {
  /** Files an hour, the running hour last. */
  readonly hourly: readonly number[];
  readonly tone: PlotTone;
  /** What it shows, for readers by ear. */
  readonly label: string;
}

/** Files an hour as bars, without axes. */
export function Sparkline({ hourly, tone, label }: SparklineProps) {
  return (
    <Plot
      label={label}
      height={44}
      data={[hourly.map((_, index) => index), [...hourly]]}
      optionsOf={(colour) => ({
        cursor: { show: false },
        legend: { show: false },
        padding: [2, 0, 0, 0],
        scales: {
          x: { time: false, range: (_, least, most) => [least - 0.5, most + 0.5] },
          y: { range: (_, _least, most) => [0, Math.max(1, most)] },
        },
        axes: [{ show: false }, { show: false }],
        series: [
          {},
          { fill: colour(tone), stroke: colour(tone), width: 0, paths: bars(), points: { show: false } },
        ],
      })}
    />
  );
}

interface ThroughputPlotProps {
  /** Begin of each hour, seconds since the epoch. */
  readonly hours: readonly number[];
  readonly bytes: readonly number[];
  readonly label: string;
  /** The hour under the pointer; null where there is none. */
  readonly onHour: (index: number | null) => void;
}

const hourSeconds = 3_600;

/** Bytes that the portal confirmed, by hour, as an area with one step an hour. */
export function ThroughputPlot({ hours, bytes, label, onHour }: ThroughputPlotProps) {
  return (
    <Plot
      label={label}
      height={160}
      // The running hour has its step, too: its end comes after it.
      data={[
        [...hours, (hours.at(-1) ?? 0) + hourSeconds],
        [...bytes, bytes.at(-1) ?? 0],
      ]}
      optionsOf={(colour) => {
        const axis: uPlot.Axis = {
          stroke: colour("muted"),
          font: "12px system-ui, sans-serif",
          grid: { stroke: colour("line"), width: 1 },
          ticks: { show: false },
        };
        return {
          legend: { show: false },
          cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
          padding: [8, 20, 0, 0],
          // Never so fine that its marks were parts of a byte.
          scales: { y: { range: (_, _least, most) => [0, Math.max(1_000, most * 1.1)] } },
          axes: [
            {
              ...axis,
              size: 24,
              grid: { show: false },
              values: (_, splits) => splits.map((at) => new Date(at * 1_000).toISOString().slice(11, 16)),
            },
            { ...axis, size: 64, values: (_, splits) => splits.map(roundBytesText) },
          ],
          series: [
            {},
            {
              stroke: colour("busy"),
              fill: colour("soft"),
              width: 2,
              paths: steps(),
              points: { show: false },
            },
          ],
          hooks: { setCursor: [(plot) => onHour(hourUnder(plot))] },
        };
      }}
    />
  );
}

/** Number of the step under the pointer; null where the pointer is elsewhere. */
function hourUnder({ cursor, data: [times], posToVal }: uPlot): number | null {
  if (cursor.left === undefined || cursor.left < 0) return null;
  const hour = Math.floor((posToVal(cursor.left, "x") - (times[0] ?? 0)) / hourSeconds);
  return Math.min(Math.max(0, hour), Math.max(0, times.length - 2));
}

/** As bytes are written everywhere, without a zero behind the point: `60 MB`. */
function roundBytesText(bytes: number): string {
  return bytesText(bytes).replace(".0 ", " ");
}

/** Bars that fill most of their place, at least two pixels wide. */
function bars(): uPlot.Series.PathBuilder {
  const { bars: build } = uPlot.paths;
  if (build === undefined) throw new Error("uPlot was built without bars");
  return build({ size: [0.7, 100, 2] });
}

/** Each value holds until the next one. */
function steps(): uPlot.Series.PathBuilder {
  const { stepped: build } = uPlot.paths;
  if (build === undefined) throw new Error("uPlot was built without steps");
  return build({ align: 1 });
}
