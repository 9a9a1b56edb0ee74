import { type RefObject, useEffect, useRef, useState } from "react";

/** Pictures so far outside of the window are fetched ahead, and let go beyond it. */
const ahead = "600px";

/** `scrollMargin`: a window's margin does not reach into what scrolls inside of it. */
type WatchOptions = IntersectionObserverInit & { readonly scrollMargin: string };

/** Whether an element is in view or nearly so: `margin` is a length of CSS. */
export function useNear<E extends Element>(margin = ahead): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const options: WatchOptions = { rootMargin: margin, scrollMargin: margin };
    const told = (entries: readonly IntersectionObserverEntry[]) =>
      setIsNear(entries.at(-1)?.isIntersecting ?? false);
    const watch = new IntersectionObserver(told, options);
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [margin]);
  return [element, isNear];
}

/** A part that is scrolled past asks for nothing. */
const restMs = 300;

/** True from when something that is in view has rested there while it is `isAllowed`, until it leaves the view. */
export function useRested(isNear: boolean, isAllowed = true): boolean {
  const [isRested, setIsRested] = useState(false);
  useEffect(() => {
    if (!isNear) setIsRested(false);
    if (!isNear || !isAllowed) return;
    const timer = setTimeout(() => setIsRested(true), restMs);
    return () => clearTimeout(timer);
  }, [isNear, isAllowed]);
  return isRested;
}
