import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type MapBox, mapHeight, mapWidth, movedMap, showing, wholeMap, zoomed } from "./map-box.ts";

export interface MapView {
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly box: MapBox;
  /** CSS pixels of a unit of the drawing while it is whole. */
  readonly unit: number;
  readonly zoom: (factor: number) => void;
  readonly reset: () => void;
  /** For the drawing: it is dragged by them. */
  readonly onPointerDown: (event: PointerEvent<SVGSVGElement>) => void;
}

const wheelStep = 1.0015;

/** The part of a map that is shown: the wheel zooms, dragging moves. It follows `point`, and is whole again with another `base`. */
export function useMapBox(base: object, point: readonly [number, number] | null): MapView {
  const svg = useRef<SVGSVGElement>(null);
  const [unit, setUnit] = useState(1);
  const [box, setBox] = useState(wholeMap);
  const [seen, setSeen] = useState(base);
  if (seen !== base) {
    setSeen(base);
    setBox(wholeMap);
  }
  const [x, y] = point ?? [null, null];
  useEffect(() => {
    if (x !== null && y !== null) setBox((now) => showing(now, x, y));
  }, [x, y]);
  useEffect(() => {
    const drawing = svg.current;
    if (drawing === null) return;
    const wheel = (event: WheelEvent) => {
      const matrix = drawing.getScreenCTM();
      if (matrix === null) return;
      event.preventDefault();
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      setBox((now) => zoomed(now, wheelStep ** -event.deltaY, [at.x, at.y]));
    };
    // React's own listener could not keep the page from scrolling.
    drawing.addEventListener("wheel", wheel, { passive: false });
    const sizes = new ResizeObserver(() =>
      setUnit(Math.min(drawing.clientWidth / mapWidth, drawing.clientHeight / mapHeight) || 1),
    );
    sizes.observe(drawing);
    return () => {
      drawing.removeEventListener("wheel", wheel);
      sizes.disconnect();
    };
  }, []);
  return {
    svg,
    box,
    unit,
    zoom: (factor) =>
      setBox((now) => zoomed(now, factor, [now.x + mapWidth / now.k / 2, now.y + mapHeight / now.k / 2])),
    reset: () => setBox(wholeMap),
    onPointerDown(event) {
      const scale = svg.current?.getScreenCTM()?.a ?? 1;
      let [lastX, lastY] = [event.clientX, event.clientY];
      const move = (next: globalThis.PointerEvent) => {
        const [right, down] = [(lastX - next.clientX) / scale, (lastY - next.clientY) / scale];
        [lastX, lastY] = [next.clientX, next.clientY];
        setBox((now) => movedMap(now, right, down));
      };
      const end = () => {
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", end);
        removeEventListener("pointercancel", end);
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", end);
      addEventListener("pointercancel", end);
    },
  };
}
