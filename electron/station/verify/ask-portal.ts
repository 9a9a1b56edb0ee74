import { raceTimeout } from "#base/async.ts";
import { isoTime } from "#base/text.ts";
import { rawListOf } from "#domain/portal-records.ts";
import { type RecordIndex, recordIndex, type SeenRecord } from "#domain/receipt-verdict.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Portal, RawFileQuery, ReadOutcome } from "#engine/ports/portal.ts";
import type { PortalLists } from "#engine/ports/portal-lists.ts";

/** Records of one list. */
export interface Listed extends RecordIndex {
  /** Some records could not be read: what is not among the others may be one of them. */
  readonly isPartial: boolean;
}

/** Why a question got no answer that counts. */
export interface Unanswered {
  /** The reason, in one sentence. */
  readonly unanswered: string;
  /** The portal refuses or cannot give such a list; a smaller one may do. */
  readonly maySplit: boolean;
}

/** The portal's read routes, within time-outs, as far as they tell what became of receipts. */
export interface PortalQuestions {
  list(query: RawFileQuery): Promise<Listed | Unanswered>;
  /** Null: the portal names no record of the checksum, or does not offer the route. */
  record(checksum: string): Promise<SeenRecord | Unanswered | null>;
}

/** A month of one instrument may take its time (docs/portal/observed.md §3); some lists hang. */
const listMs = 120_000;
const recordMs = 10_000;

interface Portals {
  readonly clock: Clock;
  /** That of the link; left out: `clock`. */
  readonly linkClock?: Clock;
  readonly portal: Pick<Portal, "rawFiles" | "recordOf">;
  readonly lists?: Pick<PortalLists, "listRawFiles">;
}

/** Asks outside the uploads' connections. */
export function createQuestions(
  { clock, linkClock = clock, portal, lists }: Portals,
  signal: AbortSignal,
): PortalQuestions {
  const inTime = <T>(ms: number, work: (stop: AbortSignal) => Promise<T>) =>
    raceTimeout(work, { clock: linkClock, ms, signal }, null);
  const read = (query: RawFileQuery, stop: AbortSignal) =>
    query.date === undefined && lists !== undefined
      ? readAsItComes(lists, query, stop)
      : readWhole(portal, query, stop);
  return {
    async list(query) {
      const outcome = await inTime(listMs, (stop) => read(query, stop));
      if (outcome === null || outcome.kind === "abandoned") return unanswered(lateWords(listMs));
      if (outcome.kind === "refused")
        return { unanswered: `The portal refused the list: ${outcome.errors.join("; ")}.`, maySplit: true };
      if (outcome.kind === "found") return outcome.value;
      const { cause, message, isSilence } = outcome.failure;
      return { unanswered: message, maySplit: cause === "portal-error" && isSilence !== true };
    },
    async record(checksum) {
      const outcome = await inTime(recordMs, (stop) => portal.recordOf(checksum, stop));
      if (outcome === null || outcome.kind !== "found") return unanswered(lateWords(recordMs));
      // Somebody else's record says nothing.
      return outcome.value?.checksum === checksum ? outcome.value : null;
    },
  };
}

async function readWhole(
  portal: Pick<Portal, "rawFiles">,
  query: RawFileQuery,
  stop: AbortSignal,
): Promise<ReadOutcome<Listed>> {
  const outcome = await portal.rawFiles(query, stop);
  if (outcome.kind !== "found") return outcome;
  const isPartial = (outcome.notes ?? []).length > 0;
  return { kind: "found", value: { ...recordIndex(outcome.value), isPartial } };
}

/** A month of a fast instrument is more than memory should hold. */
async function readAsItComes(
  lists: Pick<PortalLists, "listRawFiles">,
  { kind, site, instrument, pids = [], dateFrom = "", dateTo = "" }: RawFileQuery,
  stop: AbortSignal,
): Promise<ReadOutcome<Listed>> {
  const records: SeenRecord[] = [];
  let withoutChecksum = 0;
  const list = { kind: rawListOf(kind), site, instrument, pids };
  const outcome = await lists.listRawFiles(list, { dateFrom, dateTo }, stop, async (some) => {
    for (const { checksum, updatedAtMs, ...record } of some) {
      const updatedAt = updatedAtMs === 0 ? "" : isoTime(updatedAtMs);
      if (checksum === null) withoutChecksum += 1;
      else records.push({ ...record, checksum, updatedAt });
    }
  });
  if (outcome.kind !== "found") return outcome;
  const isPartial = outcome.value.leftOut + withoutChecksum > 0;
  return { kind: "found", value: { ...recordIndex(records), isPartial } };
}

function unanswered(message: string): Unanswered {
  return { unanswered: message, maySplit: false };
}

function lateWords(ms: number): string {
  return `The portal gave no answer within ${ms / 1000} s.`;
}
