import { type Failure, isHoldCause, needsYou } from "../domain/failure.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { Metadata } from "../domain/portal-records.ts";
import type { Receipt } from "../domain/upload.ts";
import type { Portal, UploadBody } from "../portal-port.ts";
import type { CoverageReader } from "./coverage.ts";

/** What the talk with the portal about one file came to. */
export type ExchangeEnd =
  | { readonly kind: "confirmed"; readonly how: Receipt["kind"]; readonly recordFilename: string | null }
  | { readonly kind: "hash-again"; readonly failure: Failure }
  | { readonly kind: "passing"; readonly failure: Failure; readonly retryAfterMs: number | null }
  | { readonly kind: "final"; readonly failure: Failure }
  | { readonly kind: "hold"; readonly failure: Failure; readonly retryAfterMs: number | null }
  /** Nothing more was asked: what would be announced may not be so any more. */
  | { readonly kind: "outdated" }
  | { readonly kind: "abandoned" };

/** True for an answer to what stands in the settings: user, password, address, certificates, site, instrument. */
export function dependsOnSettings(end: ExchangeEnd): boolean {
  return end.kind === "final" || (end.kind === "hold" && needsYou(end.failure.cause));
}

export interface Exchange {
  readonly metadata: Metadata;
  readonly body: UploadBody;
  /** Ask what the portal holds before announcing. */
  readonly asksFirst: boolean;
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
 * Carries one file through both stages (portal-api.md, "States and transitions": metadata before content).
 * Calls a file confirmed only on the portal's own word: its answer to the content, or its record of it.
 * Announces nothing and looks nothing up once the settings have changed; content that was asked for is sent.
 */
export async function exchange(
  portal: Portal,
  coverage: CoverageReader,
  one: Exchange,
): Promise<ExchangeEnd> {
  if (one.asksFirst) {
    const held = await coverage.find(one.metadata, one.signal);
    if (held.kind === "known") return confirmed("known", held.record.filename);
    if (held.kind === "failed" && held.failure.isSilence) one.onSilence(held.failure);
    // A portal that answers and does not list says why when the file is announced.
    if (held.kind === "failed" && isHoldCause(held.failure.cause)) return failed(held.failure);
    if (held.kind === "abandoned") return held;
  }
  let forgotten: Failure | null = null;
  let isNowhere = false;
  for (let round = 0; round < rounds; round++) {
    if (one.isOutdated()) return { kind: "outdated" };
    const announced = await portal.announce(one.metadata, one.signal);
    if (announced.kind !== "received-before") coverage.announced(one.metadata);
    if (announced.kind === "accepted" || announced.kind === "received-before") one.onVerdict();
    if (announced.kind === "received-before") {
      if (isNowhere) return confirmed("twin", null);
      if (one.isOutdated()) return { kind: "outdated" };
      const held = await lookUp(coverage, one);
      if (held !== null) return held;
      isNowhere = true;
      continue;
    }
    if (announced.kind !== "accepted") return fromOutcome(announced);
    isNowhere = false;
    one.onAnnounced();
    const sent = await portal.send(one.metadata.checksum, one.body, one.signal, one.onSent);
    if (sent.kind === "delivered") return confirmed(sent.how, null);
    if (sent.kind === "unknown") {
      if (sent.failure.isSilence) one.onSilence(sent.failure);
      return await askAfterSilence(coverage, one, sent.failure);
    }
    if (sent.kind !== "announce-again") return fromOutcome(sent);
    forgotten = sent.failure;
  }
  const failure = forgotten ?? unexpected("announced three times");
  return { kind: "passing", failure, retryAfterMs: null };
}

/**
 * 409: the bytes are there; under which name decides between known and twin. Null where no record shows them: they
 * stand where this station cannot look, or their record was given other content since. The portal has to say it again.
 */
async function lookUp(coverage: CoverageReader, one: Exchange): Promise<ExchangeEnd | null> {
  const held = await coverage.findNow(one.metadata, one.signal);
  switch (held.kind) {
    case "known":
      return confirmed("known", held.record.filename);
    case "twin":
      return confirmed("twin", held.record.filename);
    case "none":
      return null;
    case "failed":
      return failed(held.failure);
    case "abandoned":
      return held;
  }
}

/** The answer to the content was lost: only the portal's record tells whether it arrived. */
async function askAfterSilence(
  coverage: CoverageReader,
  one: Exchange,
  silence: Failure,
): Promise<ExchangeEnd> {
  const held = await coverage.findNow(one.metadata, one.signal);
  if (held.kind === "known") return confirmed("stored", held.record.filename);
  if (held.kind === "abandoned") return held;
  if (held.kind === "failed") return failed(held.failure);
  return { kind: "passing", failure: silence, retryAfterMs: null };
}

function confirmed(how: Receipt["kind"], recordFilename: string | null): ExchangeEnd {
  return { kind: "confirmed", how, recordFilename };
}

function failed(failure: Failure): ExchangeEnd {
  const kind = isHoldCause(failure.cause) ? "hold" : "passing";
  return { kind, failure, retryAfterMs: null };
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
    message: `The portal's answer does not fit what was asked (${what}). It is tried again.`,
    portalMessage: null,
  };
}
