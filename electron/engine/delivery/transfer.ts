import { type Cause, type Failure, needsYou } from "#domain/cause.ts";
import type { OpenAnswer, Outcome, Stage } from "#domain/outcome.ts";
import type { Metadata, RawFile } from "#domain/portal-records.ts";
import type { Precedence } from "#domain/precedence.ts";
import type { Portal, UploadBody } from "#engine/ports/portal.ts";
import type { AttemptResult } from "./attempt-result.ts";
import { contradictionFailure } from "./failures.ts";
import type { ReceivedFiles, ReceivedFilesReader } from "./received-files.ts";
import { ofSite } from "./record-lists.ts";

/** Results that only a transfer has, because the file itself decides what comes of them; the rest are results of the attempt. */
export type TransferResult =
  /**
   * The portal has the bytes that were read. `record`: what the portal named. Null: it answered the content itself, so
   * the announced record holds it.
   */
  | { readonly kind: "confirmed"; readonly how: "stored" | "replaced"; readonly record: RawFile | null }
  | { readonly kind: "confirmed"; readonly how: "known" | "twin"; readonly record: RawFile }
  /** The bytes that arrived do not match the checksum. */
  | { readonly kind: "hash-again"; readonly failure: Failure }
  /** Nothing more was asked: what would be announced may not be so any more. */
  | { readonly kind: "outdated" }
  | Stop
  | Extract<AttemptResult, { readonly kind: "retry" | "blocked" | "released" }>;

/** Every upload waits; with `doubt`, an answer at `stage` that may be meant for this one alone. */
export interface Stop extends Extract<AttemptResult, { readonly kind: "hold" }> {
  readonly stage?: Stage;
  readonly doubt?: OpenAnswer;
}

export interface TransferRequest {
  readonly metadata: Metadata;
  readonly body: UploadBody;
  /** No other content of this path was met before: a content that is "replaced" is somebody else's. */
  readonly isNew: boolean;
  readonly signal: AbortSignal;
  /** In the wait for bytes of the limit, now. */
  precedence(): Precedence;
  /** True when the settings were changed since `metadata` was made of them. */
  isOutdated(): boolean;
  /** The portal gave its verdict on this file: link and credentials hold. `refusal`: it refuses it. */
  onVerdict(stage: Stage, refusal: Failure | null): void;
  onAnnounced(): void;
  /** Nothing came back, and the portal is asked something else: if the link is dead, that takes as long again. */
  onSilence(failure: Failure): void;
  onSent(sentBytes: number): void;
}

/** True for an answer to what is in the settings: user, password, address, certificates, site, instrument. */
export function dependsOnSettings(result: TransferResult): boolean {
  return result.kind === "blocked" || (result.kind === "hold" && needsYou(result.failure.cause));
}

/** Announcements before a portal that keeps forgetting the metadata counts as troubled. */
const rounds = 3;

/**
 * Takes one file through both stages (docs/portal/api.md, "States and transitions": metadata before content).
 * Calls a file confirmed only on the portal's own word: its answer to the content, or a record that it named (ADR 12).
 * Announces nothing and looks nothing up once the settings have changed; content that was asked for is sent.
 */
export async function announceAndSend(
  portal: Portal,
  receivedFiles: ReceivedFilesReader,
  request: TransferRequest,
): Promise<TransferResult> {
  const { metadata, signal } = request;
  let forgotten: Failure | null = null;
  let isNowhere = false;
  for (let round = 0; round < rounds; round++) {
    if (request.isOutdated()) return { kind: "outdated" };
    const announced = await portal.announce(metadata, signal, request.precedence());
    if (announced.kind !== "received-before") receivedFiles.announced(metadata);
    if (isVerdict(announced)) request.onVerdict("announce", refusalIn(announced));
    if (announced.kind === "received-before") {
      if (request.isOutdated()) return { kind: "outdated" };
      const held = await receivedFiles.lookUp(metadata, signal);
      if (held.kind !== "none") return fromReceived(held);
      if (isNowhere) return retryTransfer(contradictionFailure(metadata));
      const ofAnyType = await askForSite(receivedFiles, request);
      if (ofAnyType !== null) return ofAnyType;
      // Another file may have taken the record between the 409 and the look-up: the portal has to say it again.
      isNowhere = true;
      continue;
    }
    if (announced.kind !== "accepted") return fromOutcome(announced, "announce");
    isNowhere = false;
    request.onAnnounced();
    const { checksum, kind } = metadata;
    const sent = await portal.send(
      checksum,
      request.body,
      signal,
      request.onSent,
      kind,
      request.precedence(),
    );
    if (isVerdict(sent)) request.onVerdict("send", refusalIn(sent));
    if (sent.kind === "delivered") return await fromContent(receivedFiles, request, sent.how);
    if (sent.kind === "unknown") {
      if (sent.failure.isSilence) request.onSilence(sent.failure);
      return await askAfterSilence(receivedFiles, request, sent.failure);
    }
    if (sent.kind !== "announce-again") return fromOutcome(sent, "send");
    forgotten = sent.failure;
  }
  return retryTransfer(forgotten ?? unexpected("announced three times"));
}

/** The portal has the bytes, and its list by type names no record of them: it may be one of another type. Null: it is not. */
async function askForSite(
  receivedFiles: ReceivedFilesReader,
  { metadata, signal, isOutdated }: TransferRequest,
): Promise<TransferResult | null> {
  if (isOutdated()) return { kind: "outdated" };
  if (metadata.kind === "model") return null;
  const held = await receivedFiles.lookUp(ofSite(metadata), signal);
  // A portal that cannot give such a list contradicts itself all the same.
  return held.kind === "none" || held.kind === "failed" ? null : fromReceived(held);
}

/**
 * The answer to the content is the portal's word about the announced record, and costs no other question. A question is asked
 * where the content of a file that was never met took the place of another: somebody else may have announced the same
 * bytes under another name meanwhile, which takes the announcement away (docs/portal/observed.md §1).
 */
async function fromContent(
  receivedFiles: ReceivedFilesReader,
  { metadata, isNew, signal }: TransferRequest,
  how: "stored" | "replaced",
): Promise<TransferResult> {
  if (how === "stored" || !isNew) return { kind: "confirmed", how, record: null };
  const held = await receivedFiles.lookUp(metadata, signal);
  if (held.kind === "abandoned" || held.kind === "twin") return fromReceived(held);
  return { kind: "confirmed", how, record: held.kind === "known" ? held.record : null };
}

/** The answer to the content was lost: only the portal's record tells whether it arrived. */
async function askAfterSilence(
  receivedFiles: ReceivedFilesReader,
  { metadata, signal }: TransferRequest,
  silence: Failure,
): Promise<TransferResult> {
  const held = await receivedFiles.lookUp(metadata, signal);
  if (held.kind === "known") return { kind: "confirmed", how: "stored", record: held.record };
  if (held.kind === "abandoned" || (held.kind === "failed" && ofTheLink.has(held.failure.cause)))
    return fromReceived(held);
  // Also where the look-up failed: that follows from the silence, which stays the reason.
  return retryTransfer(silence);
}

function fromReceived(held: Exclude<ReceivedFiles, { kind: "none" }>): TransferResult {
  switch (held.kind) {
    case "known":
    case "twin":
      return { kind: "confirmed", how: held.kind, record: held.record };
    case "failed":
      return failedLookUp(held.failure);
    case "abandoned":
      return abandoned;
  }
}

/** Causes that keep an upload from the portal as well. Answers of a read route say nothing of the upload routes. */
const ofTheLink: ReadonlySet<Cause> = new Set(["unreachable", "tls", "settings"]);
/** Causes that are the lists' alone: the file that asked waits, and it is no sign of an outage. */
const ofTheLists: ReadonlySet<Cause> = new Set(["throttled", "maintenance", "not-the-portal"]);

function failedLookUp(failure: Failure): TransferResult {
  if (ofTheLink.has(failure.cause)) return { kind: "hold", failure, retryAfterMs: null };
  const message = `Skyferry could not ask the portal what it has received. ${failure.message}`;
  const waits: Failure = { cause: "portal-error", message, portalMessage: failure.portalMessage };
  return ofTheLists.has(failure.cause)
    ? { kind: "retry", failure: waits, retryAfterMs: null, isOutage: false }
    : retryTransfer(waits);
}

/** Causes that may be this file's alone: a connection without progress, or an answer that contradicts itself. */
const ofThisFile: ReadonlySet<Cause> = new Set(["no-progress", "portal-contradiction"]);

function retryTransfer(failure: Failure, retryAfterMs: number | null = null): TransferResult {
  return { kind: "retry", failure, retryAfterMs, isOutage: !ofThisFile.has(failure.cause) };
}

const abandoned: TransferResult = { kind: "released", reason: "stopped while sending" };

/** Taken, refused as this file, or asked for again: words that only the portal itself says. */
function isVerdict(outcome: Outcome): boolean {
  if (outcome.kind === "hash-again") return outcome.failure.portalMessage !== null;
  if (outcome.kind === "block") return outcome.failure.cause !== "too-large";
  return ["accepted", "delivered", "received-before", "announce-again"].includes(outcome.kind);
}

function refusalIn(outcome: Outcome): Failure | null {
  return outcome.kind === "block" ? outcome.failure : null;
}

function fromOutcome(outcome: Outcome, stage: Stage): TransferResult {
  switch (outcome.kind) {
    case "hold":
      return { ...outcome, stage };
    case "hash-again":
      return outcome;
    case "retry":
      return retryTransfer(outcome.failure, outcome.retryAfterMs);
    case "unknown":
    case "announce-again":
      return retryTransfer(outcome.failure);
    case "block":
      return { kind: "blocked", failure: outcome.failure };
    case "abandoned":
      return abandoned;
    default:
      return retryTransfer(unexpected(outcome.kind));
  }
}

function unexpected(what: string): Failure {
  return {
    cause: "portal-error",
    message: `The portal's answer does not match the request (${what}). Skyferry retries automatically.`,
    portalMessage: null,
  };
}
