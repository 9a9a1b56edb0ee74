import { give, refuse } from "#api/dispatch.ts";
import type { Reply } from "#contract/reply.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";

/** What a read of the portal gave, as a reply. */
export function portalReply<T>(outcome: ReadOutcome<T>): Reply<T> {
  switch (outcome.kind) {
    case "found":
      return outcome.notes === undefined
        ? give(outcome.value)
        : { ok: true, value: outcome.value, notes: outcome.notes };
    case "refused": {
      const said =
        outcome.errors.length === 0
          ? `status ${outcome.status}`
          : outcome.errors.join("; ").replace(/\.$/, "");
      return refuse("portal-refused", `The portal answered: ${said}.`);
    }
    case "failed":
      return refuse("portal-trouble", outcome.failure.message);
    case "abandoned":
      return refuse("abandoned", "The request was cancelled before the portal answered.");
  }
}
