import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Month } from "#renderer/model/coverage-model.ts";
import styles from "./coverage.module.css";
import { type Colours, coloursOf, type DrawnDays } from "./coverage-draw.ts";

/** Look that a drawing takes from the screen: with other colours, or other dots a pixel, it is drawn again. */
export interface DrawingLook {
  readonly colours: Colours;
  readonly dotsPerPixel: number;
  /** It is being printed. */
  readonly isPaper: boolean;
}

/** So that a drawing is sharp on paper. */
const leastOnPaper = 2;

const lookNow = (): DrawingLook => ({
  colours: coloursOf(),
  dotsPerPixel: window.devicePixelRatio,
  isPaper: false,
});

/** How the page looks now, and while it is printed, on paper. */
export function useLook(): DrawingLook {
  const [look, setLook] = useState(lookNow);
  useEffect(() => {
    const zoomed = () => setLook((before) => (before.dotsPerPixel === devicePixelRatio ? before : lookNow()));
    const themed = new MutationObserver(() => setLook(lookNow()));
    themed.observe(document.documentElement, { attributeFilter: ["data-mantine-color-scheme"] });
    window.addEventListener("resize", zoomed);
    // The page is printed as it is after these events, but while they are handled the styles of the screen are in force.
    const printing = () =>
      flushSync(() =>
        setLook({
          colours: coloursOf("light"),
          dotsPerPixel: Math.max(leastOnPaper, window.devicePixelRatio),
          isPaper: true,
        }),
      );
    const printed = () => setLook(lookNow());
    const onPaper = window.matchMedia("print");
    const changed = () => (onPaper.matches ? printing() : printed());
    window.addEventListener("beforeprint", printing);
    window.addEventListener("afterprint", printed);
    onPaper.addEventListener("change", changed);
    return () => {
      themed.disconnect();
      window.removeEventListener("resize", zoomed);
      window.removeEventListener("beforeprint", printing);
      window.removeEventListener("afterprint", printed);
      onPaper.removeEventListener("change", changed);
    };
  }, []);
  return look;
}

/** Draws days on a canvas. */
export type Drawing = (context: CanvasRenderingContext2D, days: DrawnDays, colours: Colours) => void;

interface MonthDrawingProps {
  readonly month: Month;
  /** CSS pixels: of a day, and of the drawing. */
  readonly width: number;
  readonly height: number;
  readonly look: DrawingLook;
  /** Stands above it, at the edge while its days go by; null for none. */
  readonly name: string | null;
  readonly draw: Drawing;
}

/** A month, drawn once, that moves with what it lies in; for the eye alone. */
export const MonthDrawing = memo(function MonthDrawing(props: MonthDrawingProps) {
  const { month, width, height, look, name, draw } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const total = month.dates.length * width;
  useLayoutEffect(() => {
    const { current } = canvas;
    // Drawn by the processor: what is drawn once is not worth a surface of the graphics processor.
    const context = current?.getContext("2d", { willReadFrequently: true });
    if (current === null || context == null) return;
    const { colours, dotsPerPixel } = look;
    current.width = Math.round(total * dotsPerPixel);
    current.height = Math.round(height * dotsPerPixel);
    context.scale(dotsPerPixel, dotsPerPixel);
    draw(context, { dates: month.dates, left: 0, width }, colours);
  }, [month, width, total, height, look, draw]);
  const style = { left: month.first * width, width: total, height };
  return (
    <div className={styles.drawing} style={style} aria-hidden="true">
      <canvas ref={canvas} />
      {name === null ? null : <span>{name}</span>}
    </div>
  );
});
