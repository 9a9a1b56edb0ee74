import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { say } from "#base/say.ts";
import { portalText } from "#renderer/text/portal.ts";
import { cssOf } from "./colour-ramp.ts";
import { type ColourScale, cellsOf, type GridPlotShown, pixelsOf, scaleOf } from "./heat.ts";
import styles from "./plots.module.css";
import { axisTicksOf, axisTitle, placeText, valueText } from "./ticks.ts";

/** A variable with two dimensions as colours; hatched where the file has no value. */
export function HeatMap({ grid }: { readonly grid: GridPlotShown }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const cells = useMemo(() => cellsOf(grid), [grid]);
  const scale = useMemo(() => scaleOf(grid), [grid]);
  const { columns, rows, x, y } = grid;
  useEffect(() => {
    const drawing = canvas.current?.getContext("2d");
    if (drawing == null || columns === 0 || rows === 0) return;
    drawing.putImageData(new ImageData(pixelsOf(cells, columns, rows, scale), columns, rows), 0, 0);
  }, [cells, columns, rows, scale]);
  const point = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (value: number, count: number) =>
      Math.min(count - 1, Math.max(0, Math.floor(value * count)));
    const column = part((event.clientX - box.left) / box.width, columns);
    const row = rows - 1 - part((event.clientY - box.top) / box.height, rows);
    const value = cells[row * columns + column] ?? Number.NaN;
    setPointed(`${placeText(x, column)}, ${placeText(y, row)}: ${worded(value, grid)}`);
  };
  return (
    <figure className={styles.plot}>
      <div className={`${styles.heat} text-small`}>
        <div className={`${styles.yTitle} clips text-center muted`}>{axisTitle(y)}</div>
        <div className={`${styles.yTicks} holds`}>
          {axisTicksOf(y, 6).map(({ at, label }) => (
            <span key={label} style={{ bottom: `${at * 100}%` }}>
              {label}
            </span>
          ))}
        </div>
        <canvas
          ref={canvas}
          className={styles.canvas}
          width={Math.max(1, columns)}
          height={Math.max(1, rows)}
          role="img"
          aria-label={say("{longName} over {x} and {y}", {
            longName: grid.longName ?? grid.variable,
            x: axisTitle(x),
            y: axisTitle(y),
          })}
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
        />
        <Legend grid={grid} scale={scale} />
        <div className={`${styles.xTicks} holds`}>
          {axisTicksOf(x, 8).map(({ at, label }) => (
            <span key={at} style={{ left: `${at * 100}%` }}>
              {label}
            </span>
          ))}
        </div>
        <div className={`${styles.xTitle} muted text-center`}>{axisTitle(x)}</div>
      </div>
      <figcaption className={`${styles.read} muted numbers`}>{pointed ?? portalText.heatMapHelp}</figcaption>
    </figure>
  );
}

function worded(value: number, { classes, units }: GridPlotShown): string {
  const label = classes?.find((one) => one.value === Math.round(value))?.label;
  if (label !== undefined) return label;
  return Number.isNaN(value) ? say("no value") : `${valueText(value)}${units === null ? "" : ` ${units}`}`;
}

function Legend({ grid, scale }: { readonly grid: GridPlotShown; readonly scale: ColourScale }) {
  const { classes, range, units } = grid;
  if (classes !== null && classes.length > 0)
    return (
      <ul className={`${styles.classes} plain`} aria-label={say("Classes")}>
        {classes.map(({ value, label }, index) => {
          const colour = scale.colours[index];
          return (
            <li key={value} className="row starts" title={`${value}: ${label}`}>
              <span {...(colour === undefined ? {} : { style: { background: cssOf(colour) } })} />
              {label}
            </li>
          );
        })}
      </ul>
    );
  if (range === null) return <div className={`${styles.legend} numbers stack`}>{say("No values")}</div>;
  const stops = scale.colours.filter((_, index) => index % 15 === 0).map(cssOf);
  return (
    <div className={`${styles.legend} numbers stack`}>
      <span>{valueText(range.high)}</span>
      <span className={styles.ramp} style={{ background: `linear-gradient(to top, ${stops.join(", ")})` }} />
      <span>{valueText(range.low)}</span>
      {units === null || units === "1" ? null : <span className="muted">{units}</span>}
    </div>
  );
}
