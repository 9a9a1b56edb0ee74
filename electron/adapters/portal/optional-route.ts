import type { Failure } from "#domain/cause.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";

const dayMs = 86_400_000;

/**
 * A route that a portal need not have (docs/portal/observed.md §5): what is answered in its place, or no answer in time, means
 * that it is not offered, which is remembered for a day. `nowMs` epoch milliseconds. Troubles of the way to the portal say
 * nothing of the route.
 */
export function createOptionalRoute(nowMs: () => number) {
  let missingSince = Number.NEGATIVE_INFINITY;
  return async <T>(read: () => Promise<ReadOutcome<T>>): Promise<ReadOutcome<T | null>> => {
    if (Math.abs(nowMs() - missingSince) < dayMs) return { kind: "found", value: null };
    const outcome = await read();
    if (outcome.kind === "refused" && outcome.status === 404) {
      missingSince = nowMs();
      return { kind: "found", value: null };
    }
    const note = whyNot(outcome);
    if (note === null) return outcome;
    missingSince = nowMs();
    return { kind: "found", value: null, notes: [note] };
  };
}

/** What is wrong with the route itself, in a sentence; null when nothing is. */
function whyNot(outcome: ReadOutcome<unknown>): string | null {
  if (outcome.kind === "refused")
    return `The portal does not offer this list: ${outcome.errors.join("; ") || `status ${outcome.status}`}.`;
  if (outcome.kind !== "failed" || !isOfRoute(outcome.failure)) return null;
  return outcome.failure.message;
}

/** A web page in its place is a log-in page as well, for every route: that is no fault of this one. */
function isOfRoute({ cause, isSilence }: Failure): boolean {
  return cause === "portal-error" || isSilence === true;
}
