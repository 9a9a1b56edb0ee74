import type { Cause, Failure } from "#domain/cause.ts";
import { type BackOffLimits, backOffMs } from "#domain/retry.ts";
import type { Receipt, Upload, UploadEvent } from "#domain/upload.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { DueClock } from "./due-clock.ts";

/** How one attempt on an upload ended. The ledger has it before anyone else hears of it. */
export type AttemptResult =
  /** The portal has the bytes, and the file still holds them. */
  | { readonly kind: "delivered"; readonly receipt: Receipt }
  /**
   * This file, later. `isOutage`: the portal or the link may be at fault, so that several in a row are an outage.
   * `isUnannounced`: nothing was asked of the portal, which still has what it had.
   */
  | {
      readonly kind: "retry";
      readonly failure: Failure;
      readonly retryAfterMs: number | null;
      readonly isOutage: boolean;
      readonly isUnannounced?: true;
    }
  /** This file, a moment later and without blame: nobody can tell yet whether it or everything is stopped. */
  | { readonly kind: "rests"; readonly failure: Failure; readonly waitMs: number }
  /** This file, when a person has acted. */
  | { readonly kind: "blocked"; readonly failure: Failure }
  /** Every upload waits; the hold was raised when the portal answered. */
  | { readonly kind: "hold"; readonly failure: Failure; readonly retryAfterMs: number | null }
  /** The path holds another version, or the settings give it another date or leave it out: it has to be scanned again. */
  | { readonly kind: "changed"; readonly by: "file" | "settings" }
  /** Given back without blame. Null: the claim was lost meanwhile, and the ledger is left as it is. */
  | { readonly kind: "released"; readonly reason: string | null };

/** An attempt that has ended. */
export interface AttemptEnd {
  readonly upload: Upload;
  readonly result: AttemptResult;
}

/** True where the file failed, for now or until a person acts. */
export function hasFailed(
  result: AttemptResult,
): result is Extract<AttemptResult, { kind: "retry" | "blocked" }> {
  return result.kind === "retry" || result.kind === "blocked";
}

/** This file, later; neither the portal nor the link is to blame. */
export function retryFile(failure: Failure): Extract<AttemptResult, { kind: "retry" }> {
  return { kind: "retry", failure, retryAfterMs: null, isOutage: false };
}

/** The claim is given back; `reason` is for the journal. */
export function released(reason: string | null): AttemptResult {
  return { kind: "released", reason };
}

/** Failures that only the portal's operators can set right are tried about once an hour in the end. */
const hourMs = 3_600_000;

function limitsOf(cause: Cause, retryAfterMs: number | null): BackOffLimits {
  if (cause === "portal-contradiction") return { retryAfterMs, capMs: hourMs };
  return { retryAfterMs: cause === "stopped-long" ? hourMs : retryAfterMs };
}

const leftOut = "the settings now give it another date, or exclude it";

/**
 * Writes what an attempt came to; nothing else does. Gives the result as it counts: `released` where the claim on what
 * is delivered was lost meanwhile. `isFree`: the portal is held, and a failure costs no attempt. Rejects with LedgerError as the ledger does.
 */
export async function recordResult(
  upload: Upload,
  result: AttemptResult,
  parts: { readonly ledger: Ledger; readonly clock: Clock; readonly due: DueClock },
  isFree = false,
): Promise<AttemptResult> {
  const { ledger, clock, due } = parts;
  const apply = (event: UploadEvent) => ledger.apply(upload.id, event, clock.nowMs());
  switch (result.kind) {
    case "delivered":
      if ((await apply({ type: "confirmed", receipt: result.receipt })) === null) return released(null);
      break;
    case "retry": {
      const { failure, retryAfterMs, isUnannounced } = result;
      const waitMs = backOffMs(upload.attempts + 1, clock.random(), limitsOf(failure.cause, retryAfterMs));
      const asked = isUnannounced ? { isUnannounced } : {};
      const free = isFree ? ({ isFree: true } as const) : {};
      await apply({ type: "failed-passing", failure, notBeforeMs: due.nowMs() + waitMs, ...free, ...asked });
      break;
    }
    case "rests": {
      const notBeforeMs = due.nowMs() + result.waitMs;
      await apply({ type: "failed-passing", failure: result.failure, notBeforeMs, isFree: true });
      break;
    }
    case "blocked":
      await apply({ type: "failed-final", failure: result.failure });
      break;
    case "hold":
      await apply({ type: "released", reason: result.failure.message });
      break;
    case "changed": {
      // Both at once: given back alone, it could be claimed again in between.
      const release = result.by === "settings" ? apply({ type: "released", reason: leftOut }) : null;
      await Promise.all([release, apply({ type: "changed" })]);
      break;
    }
    case "released":
      if (result.reason !== null) await apply({ type: "released", reason: result.reason });
  }
  return result;
}
