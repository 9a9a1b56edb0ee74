import { createContext, useContext } from "react";
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
