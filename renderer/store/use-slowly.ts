import { useEffect, useRef, useState } from "react";

/** A value that is shown for so many milliseconds at least before the next takes its place: for words that change often. */
export function useSlowly<T>(value: T, restMs: number): T {
  const [shown, setShown] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (Object.is(shown, value)) return;
    const change = () => {
      changedAt.current = performance.now();
      setShown(value);
    };
    const timer = setTimeout(change, Math.max(0, changedAt.current + restMs - performance.now()));
    return () => clearTimeout(timer);
  }, [value, shown, restMs]);
  return shown;
}
