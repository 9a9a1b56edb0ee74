import { useCallback, useEffect, useRef, useState } from "react";

/** After the last move over the list, milliseconds. */
const stillMs = 5_000;

/**
 * True while somebody points at a list or goes through it by keys: nothing in it may change its place then. Put
 * `handlers` on the element around the list.
 */
export function useStillness() {
  const [isStill, setIsStill] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    setIsStill(false);
  }, []);
  const hold = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsStill(false), stillMs);
    setIsStill(true);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isStill,
    handlers: {
      onPointerMove: hold,
      onPointerDown: hold,
      onWheel: hold,
      onKeyDown: hold,
      onPointerLeave: release,
    },
  };
}
