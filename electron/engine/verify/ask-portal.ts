import { raceTimeout } from "#base/async.ts";
import type { RawFile } from "#domain/portal-records.ts";
import { type RecordIndex, recordIndex } from "#domain/receipt-verdict.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Portal, RawFileQuery } from "#engine/ports/portal.ts";

/** Records of one list. */
export interface Listed extends RecordIndex {
  /** Some records could not be read: what is not among the others may be one of them. */
  readonly isPartial: boolean;
}

/** Why a question got no answer that counts. */
export interface Unanswered {
  /** One sentence. */
  readonly unanswered: string;
  /** The portal refuses or cannot give such a list; a smaller one may do. */
  readonly maySplit: boolean;
}

/** The portal's read routes, within time-outs, as far as they tell what became of receipts. */
export interface PortalQuestions {
  list(query: RawFileQuery): Promise<Listed | Unanswered>;
  /** Null: the portal names no record of the checksum, or does not offer the route. */
  record(checksum: string): Promise<RawFile | Unanswered | null>;
}

/** A month of one instrument may take its time (docs/portal/observed.md §3); some lists hang. */
const listMs = 120_000;
const recordMs = 10_000;

/** Asks outside the uploads' connections. `clock` is that of the link. */
export function createQuestions(
  portal: Pick<Portal, "rawFiles" | "recordOf">,
  clock: Clock,
  signal: AbortSignal,
): PortalQuestions {
  const inTime = <T>(ms: number, work: (stop: AbortSignal) => Promise<T>) =>
    raceTimeout(work, { clock, ms, signal }, null);
  return {
    async list(query) {
      const outcome = await inTime(listMs, (stop) => portal.rawFiles(query, stop));
      if (outcome === null || outcome.kind === "abandoned") return unanswered(lateWords(listMs));
      if (outcome.kind === "refused")
        return { unanswered: `The portal refused the list: ${outcome.errors.join("; ")}.`, maySplit: true };
      if (outcome.kind === "failed") {
        const { cause, message, isSilence } = outcome.failure;
        return { unanswered: message, maySplit: cause === "portal-error" && isSilence !== true };
      }
      return { ...recordIndex(outcome.value), isPartial: (outcome.notes ?? []).length > 0 };
    },
    async record(checksum) {
      const outcome = await inTime(recordMs, (stop) => portal.recordOf(checksum, stop));
      if (outcome === null || outcome.kind !== "found") return unanswered(lateWords(recordMs));
      // Somebody else's record says nothing.
      return outcome.value?.checksum === checksum ? outcome.value : null;
    },
  };
}

function unanswered(message: string): Unanswered {
  return { unanswered: message, maySplit: false };
}

function lateWords(ms: number): string {
  return `The portal gave no answer within ${ms / 1000} s.`;
}
