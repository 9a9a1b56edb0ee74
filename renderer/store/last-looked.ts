import { useCallback, useEffect, useState } from "react";
import { keepText, keptText } from "./kept-text.ts";

/** When somebody was here, as this browser remembers it; epoch milliseconds. */
export interface LastLooked {
  readonly lookedMs: number;
  /** Since when they were away, until they have taken note of what happened then; null when they were not. */
  readonly awayMs: number | null;
}

/** Who was away for less has seen it. */
const awayAfterMs = 2 * 3_600_000;
/** Between two notes of somebody who is here. */
const noteEveryMs = 60_000;
const storageKey = "skyferry.lastLooked";

/** Somebody is here now. */
export function lookedNow(kept: LastLooked | null, nowMs: number): LastLooked {
  if (kept === null) return { lookedMs: nowMs, awayMs: null };
  const lookedMs = Math.min(kept.lookedMs, nowMs);
  return { lookedMs: nowMs, awayMs: kept.awayMs ?? (nowMs - lookedMs >= awayAfterMs ? lookedMs : null) };
}

/** Reads what was kept; null for anything else. */
export function readLooked(text: string | null): LastLooked | null {
  try {
    const { lookedMs, awayMs } = JSON.parse(text ?? "null") ?? {};
    if (!Number.isFinite(lookedMs)) return null;
    return { lookedMs, awayMs: Number.isFinite(awayMs) ? Math.min(awayMs, lookedMs) : null };
  } catch {
    return null;
  }
}

/**
 * Since when the person who is here was away, epoch milliseconds; null where they were here lately, came for the first
 * time, or have taken note of it. A page that is open is no person: only what a person does counts.
 */
export function useAwaySince(): readonly [awayMs: number | null, takeNote: () => void] {
  const [looked, setLooked] = useState(kept);
  useEffect(() => {
    let notedMs = Number.NEGATIVE_INFINITY;
    const look = () => {
      const nowMs = Date.now();
      if (document.visibilityState !== "visible" || Math.abs(nowMs - notedMs) < noteEveryMs) return;
      notedMs = nowMs;
      const next = lookedNow(kept(), nowMs);
      keep(next);
      setLooked(next);
    };
    look();
    const signs = ["pointermove", "pointerdown", "keydown", "focus", "visibilitychange"] as const;
    for (const sign of signs) addEventListener(sign, look, { capture: true, passive: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, look, { capture: true });
    };
  }, []);
  const takeNote = useCallback(() => {
    const next = { lookedMs: Date.now(), awayMs: null };
    keep(next);
    setLooked(next);
  }, []);
  return [looked?.awayMs ?? null, takeNote];
}

function kept(): LastLooked | null {
  return readLooked(keptText(storageKey));
}

/** A page that may keep nothing never tells of what somebody missed; the log tells it as well. */
function keep(looked: LastLooked): void {
  keepText(storageKey, JSON.stringify(looked));
}
