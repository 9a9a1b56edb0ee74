import type { FaultCounts } from "./fault-round.ts";
import type { Flatness } from "./flatness.ts";
import type { Sample } from "./samples.ts";
import type { SoakPlan } from "./soak-plan.ts";

/** Result of a soak. */
export interface SoakResult {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly node: string;
  readonly plan: SoakPlan;
  /** Until the faults ended. */
  readonly lastedMs: number;
  readonly endedBy: "time" | "request" | "trouble";
  /** Until the queue was empty; null when it never was. */
  readonly drainedAfterMs: number | null;
  readonly faults: FaultCounts;
  readonly rewritten: number;
  readonly written: { readonly files: number; readonly versions: number; readonly bytes: number };
  readonly delivered: number;
  readonly requests: {
    readonly byMethod: Readonly<Record<string, number>>;
    readonly byStatus: Readonly<Record<string, number>>;
    /** PUT requests beyond one for each content that the portal took, and most that the faults excuse. */
    readonly repeatedPuts: number;
    readonly mostRepeatedPuts: number;
  };
  readonly ledger: {
    readonly bytes: number;
    readonly uploads: number;
    readonly journalLines: number;
    /** Largest write-ahead log that was seen. */
    readonly largestWalBytes: number;
  };
  readonly logs: {
    readonly largestBytes: number;
    readonly limitBytes: number;
    readonly errors: readonly string[];
  };
  readonly flatness: readonly Flatness[];
  readonly samples: readonly Sample[];
  /** Broken promises, in words. */
  readonly violations: readonly string[];
}

/** Everything that was not as promised: violations, and what grew. */
export function complaintsOf(result: Omit<SoakResult, "violations">): readonly string[] {
  const { requests, logs, flatness, drainedAfterMs } = result;
  const found: string[] = [];
  if (drainedAfterMs === null) found.push("I7 the queue did not become empty by itself after the last fault");
  if (requests.repeatedPuts > requests.mostRepeatedPuts)
    found.push(`I4 ${requests.repeatedPuts} PUTs were repeated, of ${requests.mostRepeatedPuts} excused`);
  if (logs.largestBytes > logs.limitBytes)
    found.push(`the logs took ${logs.largestBytes} bytes, of ${logs.limitBytes} allowed`);
  for (const line of logs.errors) found.push(`the log holds an error: ${line}`);
  for (const { what, firstThird, lastThird, limit, isFlat } of flatness)
    if (isFlat === false)
      found.push(
        `${what}: ${Math.round(lastThird)} in the last third, ${Math.round(firstThird)} in the first, ${Math.round(limit)} allowed`,
      );
  return found;
}
