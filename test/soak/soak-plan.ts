import { type Random, seededRandom } from "#test/support/builders/seeded-random.ts";

/** Least and most milliseconds; the seed chooses between. */
export type Span = readonly [leastMs: number, mostMs: number];

/** Plan of a soak. Times in milliseconds. */
export interface SoakPlan {
  readonly seed: string;
  readonly durationMs: number;
  /** How much faster the instruments write than real ones. */
  readonly speed: number;
  /** Share of its real size that a file of more than 5 MB has. */
  readonly largeFileShare: number;
  /** A file that stands still for so long counts as finished; its instrument pauses for less. */
  readonly settleSeconds: number;
  readonly sampleEveryMs: number;
  /** From the start of a daemon; what it holds before that says nothing about leaks. */
  readonly warmUpMs: number;
  /** How much memory may grow beyond a tenth; bytes. */
  readonly memorySlackBytes: number;
  readonly descriptorSlack: number;
  readonly faultGap: Span;
  readonly faultLasts: Span;
  readonly rewriteGap: Span;
  /** When the daemon is killed, from the start; it is killed once more at the end. */
  readonly killsAtMs: readonly number[];
  /** The queue is empty within this after the last fault. */
  readonly drainWithinMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Five instruments at ten times their cadence for so many hours. */
export function longPlan(hours: number, seed: string): SoakPlan {
  const durationMs = hours * hourMs;
  return {
    seed,
    durationMs,
    speed: 10,
    largeFileShare: 0.1,
    settleSeconds: 6,
    sampleEveryMs: minuteMs,
    warmUpMs: 5 * minuteMs,
    memorySlackBytes: 10_000_000,
    descriptorSlack: 4,
    faultGap: [10_000, 50_000],
    faultLasts: [5_000, 40_000],
    rewriteGap: [20_000, 90_000],
    killsAtMs: rareKills(durationMs, seededRandom(`${seed}/kills`)),
    drainWithinMs: 40 * minuteMs,
  };
}

/** The same in about half a minute: faster instruments with smaller files, shorter faults. */
export function shortPlan(seed: string): SoakPlan {
  return {
    seed,
    durationMs: 14_000,
    speed: 200,
    largeFileShare: 0.005,
    settleSeconds: 1.5,
    sampleEveryMs: 500,
    warmUpMs: 2_000,
    // A young process grows, and forty files may be in flight at once: only many minutes tell leaks.
    memorySlackBytes: 150_000_000,
    descriptorSlack: 80,
    faultGap: [100, 300],
    faultLasts: [300, 1_000],
    rewriteGap: [300, 1_000],
    killsAtMs: [],
    drainWithinMs: 90_000,
  };
}

/** Once in the first tenth, then about every two hours: a life must be long enough to show what grows. */
function rareKills(durationMs: number, random: Random): number[] {
  const kills: number[] = [];
  for (
    let at = durationMs * (0.04 + random.next() * 0.06);
    at < durationMs;
    at += random.int(90, 150) * minuteMs
  )
    kills.push(at);
  return kills;
}
