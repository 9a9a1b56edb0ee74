const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The instruments' clock: it runs faster than the day, and never ahead of it. */
export interface SimulatedTime {
  /** Epoch milliseconds, a full hour; the instruments begin here. */
  readonly startMs: number;
  /** Milliseconds from the start of the run until the instruments' clock shows that moment. */
  untilMs(simulatedMs: number): number;
}

/** Puts the last midnight into the middle of the run where there is room, so that a day ends while it goes on. */
export function simulatedTime(nowMs: number, durationMs: number, speed: number): SimulatedTime {
  const lengthMs = durationMs * speed;
  const midnight = Math.floor(nowMs / dayMs) * dayMs;
  const wanted = Math.min(midnight - lengthMs / 2, nowMs - lengthMs);
  const startMs = Math.floor(wanted / hourMs) * hourMs;
  return { startMs, untilMs: (simulatedMs) => (simulatedMs - startMs) / speed };
}

/** UTC parts of a moment, two digits each but the year, and the date `YYYY-MM-DD`. */
export function utcParts(atMs: number) {
  const iso = new Date(atMs).toISOString();
  return {
    date: iso.slice(0, 10),
    yyyy: iso.slice(0, 4),
    yy: iso.slice(2, 4),
    mm: iso.slice(5, 7),
    dd: iso.slice(8, 10),
    HH: iso.slice(11, 13),
    MM: iso.slice(14, 16),
    SS: iso.slice(17, 19),
  };
}
