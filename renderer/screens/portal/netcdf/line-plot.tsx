import { say } from "#base/say.ts";
import { absoluteMoment } from "#base/text.ts";
import { tokenColours } from "#renderer/components/token-colours.ts";
import { portalText } from "#renderer/text/portal.ts";
import "uplot/dist/uPlot.min.css";
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import type { LinePlotShown } from "./heat.ts";
import { pointsOf } from "./line-points.ts";
import styles from "./plots.module.css";
import { axisTitle, valueText } from "./ticks.ts";

/** A variable with one dimension as a line; classes as steps. */
export function LinePlotView({ line }: { readonly line: LinePlotShown }) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme("light");
  const [pointed, setPointed] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colours
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const plot = new uPlot(optionsOf(line, element, setPointed), pointsOf(line), element);
    const watch = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [line, scheme]);
  return (
    <figure className={styles.plot}>
      <div
        ref={place}
        className={styles.line}
        role="img"
        aria-label={say("{longName} over {x}", {
          longName: line.longName ?? line.variable,
          x: axisTitle(line.x),
        })}
      />
      <figcaption className={`${styles.read} muted numbers`}>{pointed ?? portalText.linePlotHelp}</figcaption>
    </figure>
  );
}

function optionsOf(
  line: LinePlotShown,
  element: HTMLElement,
  tell: (words: string | null) => void,
): uPlot.Options {
  const of = tokenColours(element);
  const isTime = line.x.kind === "time";
  const units = line.units === null || line.units === "1" ? "" : ` (${line.units})`;
  const axis: uPlot.Axis = {
    stroke: of("--sky-muted"),
    grid: { stroke: of("--sky-line"), width: 1 },
    ticks: { stroke: of("--sky-line"), width: 1 },
    font: "12px system-ui, sans-serif",
    labelFont: "12px system-ui, sans-serif",
    labelSize: 20,
  };
  const stepped = line.classes === null ? null : (uPlot.paths.stepped?.({ align: 1 }) ?? null);
  return {
    width: Math.max(200, element.clientWidth),
    height: element.clientHeight,
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), "Etc/UTC"),
    legend: { show: false },
    cursor: { y: false, drag: { x: true, y: false } },
    scales: { x: { time: isTime } },
    axes: [
      { ...axis, label: axisTitle(line.x), ...(isTime ? { values: clockOfTicks } : {}) },
      {
        ...axis,
        label: `${line.longName ?? line.variable}${units}`,
        size: 64,
        values: (_, values) => values.map(valueText),
      },
    ],
    series: [
      {},
      {
        stroke: of("--sky-accent"),
        width: 1.4,
        spanGaps: false,
        points: { show: line.y.length <= 60 },
        ...(stepped === null ? {} : { paths: stepped }),
      },
    ],
    hooks: {
      setCursor: [
        (plot) => {
          const at = plot.cursor.idx;
          tell(at == null ? null : pointWords(line, plot.data[0][at], plot.data[1]?.[at]));
        },
      ],
    },
  };
}

const clockOfTicks: uPlot.Axis.DynamicValues = (_, values) =>
  values.map((value) => {
    const text = new Date(value).toISOString();
    return text.slice(11, 16) === "00:00" ? text.slice(5, 10) : text.slice(11, 16);
  });

function pointWords(line: LinePlotShown, x: number | undefined, y: number | null | undefined): string | null {
  if (x === undefined) return null;
  const place =
    line.x.kind === "time"
      ? absoluteMoment(x, "second")
      : `${line.x.name} ${valueText(x)}${line.x.units === null ? "" : ` ${line.x.units}`}`;
  if (y === null || y === undefined) return say("{place}: no value", { place });
  const label = line.classes?.find(({ value }) => value === y)?.label;
  return `${place}: ${label ?? `${valueText(y)}${line.units === null ? "" : ` ${line.units}`}`}`;
}
