import { raceTimeout } from "#base/async.ts";
import { absoluteDate } from "#base/text.ts";
import type { Failure } from "#domain/cause.ts";
import type { Metadata, RawFile } from "#domain/portal-records.ts";
import { isReceived } from "#domain/receipt-verdict.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Portal, ReadOutcome } from "#engine/ports/portal.ts";
import { createConnectionLimit } from "./connection-limit.ts";

/** The received files of one site, day and instrument, as the portal listed them once. */
export interface RecordList {
  /** Lists in the order in which they were asked for. */
  readonly number: number;
  readonly read: Promise<RecordsRead>;
  /** `read` has resolved. */
  readonly isRead: boolean;
  /** File names that were announced since it was asked for: what it shows under them has left the portal. */
  readonly announced: ReadonlySet<string>;
}

export type RecordsRead =
  | { readonly kind: "found"; readonly byChecksum: ReadonlyMap<string, readonly RawFile[]> }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Lists of received files (docs/portal/api.md, "Endpoints"), one request for all who want the same one. */
export interface RecordLists {
  /** Gives the list of the last minutes, or under way; null when none is kept. It tells what to ask for, never what is so now. */
  cached(metadata: Metadata): RecordList | null;
  /** The number of the last list that was asked for. */
  mark(): number;
  /** A list that was asked for after `mark`, and within the last minute. An urgent one waits for no other, and longer for its answer. */
  askedAfter(mark: number, metadata: Metadata, isUrgent: boolean): RecordList;
  /** True for five minutes after a list that failed or did not come in time: only urgent ones are asked for. */
  areFailing(): boolean;
  announced(metadata: Metadata): void;
  /** Forgets what was listed, as it says nothing any more: the settings may name another portal. */
  forget(): void;
}

interface Kept extends RecordList {
  isRead: boolean;
  readonly announced: Set<string>;
  /** Monotonic. */
  readonly askedAtMs: number;
}

/** A list that nobody has to have is waited for so long. */
export const courtesyMs = 10_000;
/** And so long where nothing else can tell what became of a content. */
export const urgentMs = 30_000;
/** An answer to a question that was asked longer ago is not of now. */
const nowMs = 60_000;
const freshForMs = 600_000;
const failedForMs = 300_000;
const keptLists = 64;
/** Lists under way at the same time that nobody has to have; the others would keep pages and look-ups waiting. */
const courtesiesAtOnce = 2;
const never = new AbortController().signal;

/** Lists that were read are kept for ten minutes. */
export function createRecordLists(portal: Portal, clock: Clock): RecordLists {
  const lists = new Map<string, Kept>();
  const courtesies = createConnectionLimit(() => courtesiesAtOnce);
  let asked = 0;
  let failsUntil = Number.NEGATIVE_INFINITY;
  const areFailing = (): boolean => clock.monotonicMs() < failsUntil;

  const ask = async (metadata: Metadata, ms: number): Promise<RecordsRead> => {
    const { site, measurementDate: date, instrument, kind } = metadata;
    const outcome = await raceTimeout(
      (stop) => portal.rawFiles({ site, date, instrument, ...(kind === undefined ? {} : { kind }) }, stop),
      { clock, ms },
      null,
    );
    if (outcome?.kind !== "found") {
      failsUntil = clock.monotonicMs() + failedForMs;
      return { kind: "failed", failure: failureOf(outcome, metadata, ms) };
    }
    const received = outcome.value.filter(isReceived);
    return { kind: "found", byChecksum: Map.groupBy(received, ({ checksum }) => checksum) };
  };

  const askInTurn = async (metadata: Metadata): Promise<RecordsRead> => {
    const end = await courtesies.take(0, never);
    try {
      return areFailing()
        ? { kind: "failed", failure: failureOf(null, metadata, courtesyMs) }
        : await ask(metadata, courtesyMs);
    } finally {
      end?.();
    }
  };

  const start = (metadata: Metadata, isUrgent: boolean): Kept => {
    const key = keyOf(metadata);
    const read = isUrgent ? ask(metadata, urgentMs) : askInTurn(metadata);
    const askedAtMs = clock.monotonicMs();
    const list: Kept = { number: ++asked, read, isRead: false, announced: new Set(), askedAtMs };
    lists.delete(key);
    lists.set(key, list);
    for (const oldest of lists.keys()) {
      if (lists.size <= keptLists) break;
      lists.delete(oldest);
    }
    const drop = (): void => {
      if (lists.get(key) === list) lists.delete(key);
    };
    read.then(({ kind }) => {
      list.isRead = true;
      if (kind === "failed") drop();
    }, drop);
    return list;
  };

  return {
    cached(metadata) {
      const list = lists.get(keyOf(metadata));
      return list !== undefined && list.askedAtMs > clock.monotonicMs() - freshForMs ? list : null;
    },
    mark: () => asked,
    askedAfter(mark, metadata, isUrgent) {
      const list = lists.get(keyOf(metadata));
      const isNow = (one: Kept) => one.number > mark && one.askedAtMs >= clock.monotonicMs() - nowMs;
      return list !== undefined && isNow(list) ? list : start(metadata, isUrgent);
    },
    areFailing,
    announced(metadata) {
      for (const one of [metadata, ofSite(metadata)]) lists.get(keyOf(one))?.announced.add(metadata.filename);
    },
    forget() {
      lists.clear();
      failsUntil = Number.NEGATIVE_INFINITY;
    },
  };
}

/** For the list of a whole site, which needs no filter: the portal may keep files of a device under another type. */
export function ofSite(metadata: Metadata): Metadata {
  return { ...metadata, instrument: "" };
}

function keyOf({ kind, site, measurementDate, instrument }: Metadata): string {
  return [kind, site, measurementDate, instrument].join("|");
}

/** `outcome` null: nothing came within `ms`. */
function failureOf(
  outcome: Exclude<ReadOutcome<never>, { kind: "found" }> | null,
  metadata: Metadata,
  ms: number,
): Failure {
  if (outcome === null) return lateFailure(metadata, ms);
  if (outcome.kind === "failed") return outcome.failure;
  const portalMessage = outcome.kind === "refused" ? outcome.errors.join("; ") : null;
  return { cause: "portal-error", message: `${notListed(metadata)}.`, portalMessage };
}

/** No list came within `ms`. */
export function lateFailure(metadata: Metadata, ms: number): Failure {
  const message = `${notListed(metadata)} within ${ms / 1000} s.`;
  return { cause: "portal-error", message, portalMessage: null };
}

function notListed({ site, measurementDate }: Metadata): string {
  return `The portal did not list its raw files of ${site} on ${absoluteDate(measurementDate)}`;
}
