import type { Failure } from "./cause.ts";
import type { ContentFinding } from "./content/verdict.ts";
import type { FileMark, KeptMark } from "./file-version.ts";

/** A claim on the upload is open. */
export const inFlightStates = ["hashing", "announcing", "sending"] as const;

/** The last attempt failed: `waiting` is tried again by itself, `blocked` needs a person. */
export const failedStates = ["waiting", "blocked"] as const;

export type FailedState = (typeof failedStates)[number];

/** The file is not on the portal and still has to get there. A cancelled one was given up by a person. */
export const unsentStates = ["queued", ...inFlightStates, ...failedStates] as const;

/** Come to their end. */
export const terminalStates = ["delivered", "superseded"] as const;

/** Every state, in the order of an upload's way. */
export const uploadStates = [...unsentStates, ...terminalStates, "cancelled"] as const;

export type UploadState = (typeof uploadStates)[number];

/** Order in which uploads are claimed: debts first, then today's files, changed ones, backfill. */
export const lanes = ["debt", "fresh", "changed", "backfill"] as const;

export type Lane = (typeof lanes)[number];

/**
 * `stored`: sent, first time. `replaced`: sent, replaces an older content. `known`: the portal held these bytes under this
 * name before. `twin`: the portal holds these bytes under another name.
 */
export const receiptKinds = ["stored", "replaced", "known", "twin"] as const;

export type ReceiptKind = (typeof receiptKinds)[number];

/**
 * Why a file that was to be sent again is not in the queue. `gone`: from its folder; `changed`: it is another file by now;
 * `leftOut`: by the settings; `unknown`: it was never found here.
 */
export const notQueuedReasons = ["gone", "changed", "leftOut", "unknown"] as const;

export type NotQueuedReason = (typeof notQueuedReasons)[number];

/**
 * Confirmation of the portal. Comes with `delivered` and only with it. `stored` and `replaced` rest on the portal's
 * answer to the content, or, where that was lost, on a record; `known` and `twin` on a record that it named (ADR 12).
 */
export interface Receipt {
  readonly kind: ReceiptKind;
  /** MD5 that the portal confirmed, 32 lower-case hexadecimal characters. */
  readonly checksum: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds, UTC. */
  readonly confirmedAtMs: number;
  /**
   * Name of the portal's record where it was looked up. Null where the answer to the content was the proof: the record
   * is the announced one, of the file's own name. Null as well in nameless twins of before ADR 12.
   */
  readonly recordFilename: string | null;
  /** Uuid of that record; null where it was not looked up, and in receipts of before ADR 12. */
  readonly recordUuid: string | null;
  /** Address of the portal that confirmed it, as in the settings; null in receipts of earlier versions. */
  readonly portal: string | null;
}

/** A file version on its way to the portal: a row of the ledger. Its mark is of the file as it was read last. */
export interface Upload extends KeptMark {
  /** UUID v7. */
  readonly id: string;
  /** Name of the configured instrument. */
  readonly instrument: string;
  /** Relative to the instrument's folder, `/` between parts, as read from disk. */
  readonly relPath: string;
  /** Bytes. */
  readonly size: number;
  /** Modification time, microseconds since the epoch. */
  readonly mtimeUs: number;
  /** UTC date of the first data point, `YYYY-MM-DD`. */
  readonly measurementDate: string;
  /** MD5, once hashed. */
  readonly checksum: string | null;
  /** Identity of the portal's record (`recordKey`), once hashed. */
  readonly recordKey: string | null;
  readonly state: UploadState;
  readonly failure: Failure | null;
  /** Epoch milliseconds before which it is not claimed; null outside `waiting`. */
  readonly notBeforeMs: number | null;
  /** Attempts that failed. */
  readonly attempts: number;
  readonly lane: Lane;
  /** The metadata was accepted and the content may not have followed: a debt. */
  readonly isAnnounced: boolean;
  /** Ask the portal for the record before announcing (first rescan, rebuilt ledger, backfill). */
  readonly checkFirst: boolean;
  readonly receipt: Receipt | null;
  /** Finding against its content, as far as it was checked; null where there is none. */
  readonly content: ContentFinding | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Event of an upload. The ledger applies it and writes the journal line in one transaction. */
export type UploadEvent =
  | { readonly type: "claimed" }
  | {
      readonly type: "hashed";
      readonly checksum: string;
      readonly recordKey: string;
      /** Mark of the file that was read; null where a later change might leave it as it is. */
      readonly mark: FileMark | null;
      /** Left out: nothing speaks against it, or it was not looked at. */
      readonly content?: ContentFinding | null;
    }
  | { readonly type: "announced" }
  | { readonly type: "confirmed"; readonly receipt: Receipt }
  /**
   * `isFree`: it costs no attempt, as nobody can tell yet whose fault it is. `isUnannounced`: nothing was asked of the
   * portal, so that its record holds what it held.
   */
  | {
      readonly type: "failed-passing";
      readonly failure: Failure;
      readonly notBeforeMs: number;
      readonly isFree?: true;
      readonly isUnannounced?: true;
    }
  | { readonly type: "failed-final"; readonly failure: Failure }
  /** Given back without blame: crash found at start, pause, hold, shutdown. Costs no attempt. */
  | { readonly type: "released"; readonly reason: string }
  | { readonly type: "due" }
  /** `sendAnyway`: a person wants it sent, whatever speaks against its content. */
  | { readonly type: "retried"; readonly sendAnyway?: true }
  | { readonly type: "changed" }
  | { readonly type: "cancelled" }
  /** The portal's record that held its bytes, under this name or, of a twin, another, may have another content now. */
  | { readonly type: "displaced" }
  /** The portal's record of it was looked up after the delivery: the receipt, completed, or that of a withdrawn one. */
  | { readonly type: "record-found"; readonly receipt: Receipt }
  /** The portal no longer holds what it had confirmed: it is sent again. */
  | { readonly type: "lost"; readonly failure: Failure; readonly notBeforeMs: number }
  /** The receipt no longer holds, and only a person can say what is to be done. */
  | { readonly type: "revoked"; readonly failure: Failure }
  /** Its instrument is no longer in the settings: nothing sends it until a person decides. Costs no attempt. */
  | { readonly type: "orphaned"; readonly failure: Failure };

export type UploadEventType = UploadEvent["type"];

const onGoing = { released: "queued", changed: "superseded", cancelled: "cancelled" } as const;
const failing = { "failed-passing": "waiting", "failed-final": "blocked" } as const;

const table: Readonly<Record<UploadState, Partial<Record<UploadEventType, UploadState>>>> = {
  queued: { claimed: "hashing", changed: "superseded", cancelled: "cancelled", orphaned: "blocked" },
  hashing: { hashed: "announcing", ...failing, ...onGoing },
  announcing: { announced: "sending", confirmed: "delivered", ...failing, ...onGoing },
  sending: { confirmed: "delivered", ...failing, ...onGoing },
  waiting: {
    due: "queued",
    retried: "queued",
    changed: "superseded",
    cancelled: "cancelled",
    orphaned: "blocked",
  },
  blocked: { retried: "queued", changed: "superseded", cancelled: "cancelled", "record-found": "delivered" },
  cancelled: { retried: "queued", changed: "superseded" },
  delivered: { displaced: "superseded", "record-found": "delivered", lost: "waiting", revoked: "blocked" },
  superseded: {},
};

/**
 * The state after an event, or null where the event does not apply. Pure and
 * total.
 */
export function nextState(state: UploadState, event: UploadEventType): UploadState | null {
  return table[state][event] ?? null;
}

/** True where a retry puts it back into the queue. */
export function canRetry(state: UploadState): boolean {
  return nextState(state, "retried") !== null;
}

/** True where there is something to give up. */
export function canCancel(state: UploadState): boolean {
  return nextState(state, "cancelled") !== null;
}

/** True while a claim on the upload is open. */
export function isInFlight(state: UploadState): boolean {
  return isOneOf(state, inFlightStates);
}

/** True while the file still has to reach the portal. */
export function isUnsent(state: UploadState): boolean {
  return isOneOf(state, unsentStates);
}

/** True for states that carry a failure. */
export function isFailed(state: UploadState): state is FailedState {
  return isOneOf(state, failedStates);
}

/** True for states in which the file is not read again unless a person says so, or it changes. */
export function isAtRest(state: UploadState): boolean {
  return state === "delivered" || state === "blocked" || state === "cancelled";
}

/** True for states of uploads that have come to their end. */
export function isTerminal(state: UploadState): boolean {
  return isOneOf(state, terminalStates);
}

function isOneOf(state: UploadState, states: readonly UploadState[]): boolean {
  return states.includes(state);
}

/** How many uploads are in any of these states. */
export function totalOf(
  totals: Readonly<Record<UploadState, number>>,
  states: readonly UploadState[],
): number {
  return states.reduce((sum, state) => sum + totals[state], 0);
}

/** True for a delivered upload whose bytes the portal has under another name only. */
export function isDuplicate({ state, receipt }: Pick<Upload, "state" | "receipt">): boolean {
  return state === "delivered" && receipt?.kind === "twin";
}
