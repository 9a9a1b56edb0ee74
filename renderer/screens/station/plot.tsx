import "#renderer/language.ts";
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import styles from "./station.module.css";

/** Colours that a plot may take, by their meaning. */
export type PlotTone = "busy" | "wait" | "soft" | "muted" | "line";

const tokens: Readonly<Record<PlotTone, string>> = {
  busy: "--state-busy",
  wait: "--state-wait",
  soft: "--sky-accent-soft",
  muted: "--sky-muted",
  line: "--sky-line",
};

interface PlotProps {
  readonly data: uPlot.AlignedData;
  /** Pixels; the width is that of its place. */
  readonly height: number;
  /** What it shows, for readers by ear. */
  readonly label: string;
  readonly optionsOf: (colour: (tone: PlotTone) => string) => Omit<uPlot.Options, "width" | "height">;
}

/** A canvas plot that follows the width of its place and the theme. */
export function Plot({ data, height, label, optionsOf }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef({ data, optionsOf });
  latest.current = { data, optionsOf };
  const scheme = useComputedColorScheme();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme
  useEffect(() => {
    const target = place.current;
    if (target === null) return;
    const look = getComputedStyle(target);
    const options = latest.current.optionsOf((tone) => look.getPropertyValue(tokens[tone]).trim());
    const drawn = new uPlot(
      { ...options, width: Math.max(1, target.clientWidth), height },
      latest.current.data,
      target,
    );
    plot.current = drawn;
    const watch = new ResizeObserver(() => drawn.setSize({ width: Math.max(1, target.clientWidth), height }));
    watch.observe(target);
    return () => {
      watch.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [scheme, height]);

  const written = JSON.stringify(data);
  useEffect(() => {
    plot.current?.setData(JSON.parse(written) as uPlot.AlignedData);
  }, [written]);

  return <div ref={place} className={styles.plot} style={{ height }} role="img" aria-label={label} />;
}
