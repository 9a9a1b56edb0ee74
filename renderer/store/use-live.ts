import { createContext, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Live, LiveStore } from "./live.ts";

const LiveContext = createContext<LiveStore | null>(null);

export const LiveProvider = LiveContext.Provider;

/** A part of what changes many times a second; the component renders when that part changes. */
export function useLive<T>(select: (live: Live) => T): T {
  const store = useContext(LiveContext);
  if (store === null) throw new Error("no live store: the page is not inside LiveProvider");
  return useStore(store, select);
}

/** As `useLive`, looked at so often at most, milliseconds: for what costs much to draw and may come a little late. */
export function useLiveSlowly<T>(select: (live: Live) => T, restMs: number): T {
  const store = useContext(LiveContext);
  if (store === null) throw new Error("no live store: the page is not inside LiveProvider");
  const [value, setValue] = useState(() => select(store.getState()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected stays the same
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = store.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = null;
        setValue(select(store.getState()));
      }, restMs);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [store, restMs]);
  return value;
}
