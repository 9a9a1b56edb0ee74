import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let nowMs = Date.now();

/** Gives all countdowns of the page the same clock, so that they move together. */
function follow(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

function read(): number {
  if (timer === null) nowMs = Date.now();
  return timer === null ? Math.floor(nowMs / 1_000) * 1_000 : nowMs;
}

/** Epoch milliseconds, renewed each second. */
export function useNow(): number {
  return useSyncExternalStore(follow, read);
}
