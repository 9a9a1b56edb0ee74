import { type Cause, type Failure, needsYou } from "#domain/cause.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Metadata, RawFile } from "#domain/portal-records.ts";
import type { Portal, UploadBody } from "#engine/ports/portal.ts";
import { contradictionFailure } from "./failures.ts";
import type { ReceivedFiles, ReceivedFilesReader } from "./received-files.ts";

/** What the talk with the portal about one file came to. */
export type ExchangeEnd =
  /** `record`: what the portal named. Null: it answered the content itself, so the announced record holds it. */
  | { readonly kind: "confirmed"; readonly how: "stored" | "replaced"; readonly record: RawFile | null }
  | { readonly kind: "confirmed"; readonly how: "known" | "twin"; readonly record: RawFile }
  | { readonly kind: "hash-again"; readonly failure: Failure }
  | { readonly kind: "passing"; readonly failure: Failure; readonly retryAfterMs: number | null }
  | { readonly kind: "final"; readonly failure: Failure }
  | { readonly kind: "hold"; readonly failure: Failure; readonly retryAfterMs: number | null }
  /** Nothing more was asked: what would be announced may not be so any more. */
  | { readonly kind: "outdated" }
  | { readonly kind: "abandoned" };

/** True for an answer to what is in the settings: user, password, address, certificates, site, instrument. */
export function dependsOnSettings(end: ExchangeEnd): boolean {
  return end.kind === "final" || (end.kind === "hold" && needsYou(end.failure.cause));
}

export interface Exchange {
  readonly metadata: Metadata;
  readonly body: UploadBody;
  /** No other content of this path was met before: a content that is "replaced" is somebody else's. */
  readonly isNew: boolean;
  readonly signal: AbortSignal;
  /** True when the settings were changed since `metadata` was made of them. */
  isOutdated(): boolean;
  /** The portal took an announcement or knew it: link and credentials hold. */
  onVerdict(): void;
  onAnnounced(): void;
  /** Nothing came back, and the portal is asked something else: if the link is dead, that takes as long again. */
  onSilence(failure: Failure): void;
  onSent(sentBytes: number): void;
}

/** Announcements before a portal that keeps forgetting the metadata counts as troubled. */
const rounds = 3;

/**
 * Carries one file through both stages (docs/portal/api.md, "States and transitions": metadata before content).
 * Calls a file confirmed only on the portal's own word: its answer to the content, or a record that it named (ADR 12).
 * Announces nothing and looks nothing up once the settings have changed; content that was asked for is sent.
 */
export async function exchange(
  portal: Portal,
  receivedFiles: ReceivedFilesReader,
  one: Exchange,
): Promise<ExchangeEnd> {
  let forgotten: Failure | null = null;
  let isNowhere = false;
  for (let round = 0; round < rounds; round++) {
    if (one.isOutdated()) return { kind: "outdated" };
    const announced = await portal.announce(one.metadata, one.signal);
    if (announced.kind !== "received-before") receivedFiles.announced(one.metadata);
    if (announced.kind === "accepted" || announced.kind === "received-before") one.onVerdict();
    if (announced.kind === "received-before") {
      if (one.isOutdated()) return { kind: "outdated" };
      const held = await receivedFiles.lookUp(one.metadata, one.signal);
      if (held.kind !== "none") return fromReceived(held);
      // Another file may have taken the record between the 409 and the look-up: the portal has to say it again.
      if (isNowhere) return passing(contradictionFailure(one.metadata));
      isNowhere = true;
      continue;
    }
    if (announced.kind !== "accepted") return fromOutcome(announced);
    isNowhere = false;
    one.onAnnounced();
    const sent = await portal.send(one.metadata.checksum, one.body, one.signal, one.onSent);
    if (sent.kind === "delivered") return await fromContent(receivedFiles, one, sent.how);
    if (sent.kind === "unknown") {
      if (sent.failure.isSilence) one.onSilence(sent.failure);
      return await askAfterSilence(receivedFiles, one, sent.failure);
    }
    if (sent.kind !== "announce-again") return fromOutcome(sent);
    forgotten = sent.failure;
  }
  return passing(forgotten ?? unexpected("announced three times"));
}

/**
 * The answer to the content is the portal's word about the announced record, and costs no other question. One is asked
 * where the content of a file that was never met took the place of another: somebody else may have announced the same
 * bytes under another name meanwhile, which takes the announcement away (docs/portal/observed.md §1).
 */
async function fromContent(
  receivedFiles: ReceivedFilesReader,
  one: Exchange,
  how: "stored" | "replaced",
): Promise<ExchangeEnd> {
  if (how === "stored" || !one.isNew) return { kind: "confirmed", how, record: null };
  const held = await receivedFiles.lookUp(one.metadata, one.signal);
  if (held.kind === "abandoned" || held.kind === "twin") return fromReceived(held);
  return { kind: "confirmed", how, record: held.kind === "known" ? held.record : null };
}

/** The answer to the content was lost: only the portal's record tells whether it arrived. */
async function askAfterSilence(
  receivedFiles: ReceivedFilesReader,
  one: Exchange,
  silence: Failure,
): Promise<ExchangeEnd> {
  const held = await receivedFiles.lookUp(one.metadata, one.signal);
  if (held.kind === "known") return { kind: "confirmed", how: "stored", record: held.record };
  if (held.kind === "abandoned" || (held.kind === "failed" && ofTheLink.has(held.failure.cause)))
    return fromReceived(held);
  // Also where the look-up failed: that follows from the silence, which stays the reason.
  return passing(silence);
}

function fromReceived(held: Exclude<ReceivedFiles, { kind: "none" }>): ExchangeEnd {
  switch (held.kind) {
    case "known":
    case "twin":
      return { kind: "confirmed", how: held.kind, record: held.record };
    case "failed":
      return failedLookUp(held.failure);
    case "abandoned":
      return held;
  }
}

/** What keeps an upload from the portal as well. Whatever else a read route answers says nothing of the upload routes. */
const ofTheLink: ReadonlySet<Cause> = new Set(["unreachable", "tls", "settings", "throttled", "maintenance"]);

function failedLookUp(failure: Failure): ExchangeEnd {
  if (ofTheLink.has(failure.cause)) return { kind: "hold", failure, retryAfterMs: null };
  const message = `Skyferry could not ask the portal what it has received. ${failure.message}`;
  return passing({ cause: "portal-error", message, portalMessage: failure.portalMessage });
}

function passing(failure: Failure): ExchangeEnd {
  return { kind: "passing", failure, retryAfterMs: null };
}

function fromOutcome(outcome: Outcome): ExchangeEnd {
  switch (outcome.kind) {
    case "hold":
      return outcome;
    case "retry":
      return { kind: "passing", failure: outcome.failure, retryAfterMs: outcome.retryAfterMs };
    case "unknown":
    case "announce-again":
      return { kind: "passing", failure: outcome.failure, retryAfterMs: null };
    case "hash-again":
      return outcome;
    case "block":
      return { kind: "final", failure: outcome.failure };
    case "abandoned":
      return outcome;
    default:
      return { kind: "passing", failure: unexpected(outcome.kind), retryAfterMs: null };
  }
}

function unexpected(what: string): Failure {
  return {
    cause: "portal-error",
    message: `The portal's answer does not match the request (${what}). Skyferry retries automatically.`,
    portalMessage: null,
  };
}
