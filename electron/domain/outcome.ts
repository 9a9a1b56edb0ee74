import type { Failure } from "./cause.ts";

/**
 * Result of one request of an upload. Made by the outcome table from
 * (stage, status, body, errno); read by the uploader, the scheduler and the holds.
 */
export type Outcome =
  /** The metadata is announced; the content may follow. */
  | { readonly kind: "accepted" }
  /** The portal has confirmed the content. */
  | { readonly kind: "delivered"; readonly how: "stored" | "replaced" }
  /** 409: these bytes are on the portal, under whatever name; look the record up. */
  | { readonly kind: "received-before" }
  /** The portal knows no metadata for this checksum: back to stage 1. */
  | { readonly kind: "announce-again"; readonly failure: Failure }
  /** The bytes did not match the checksum: the file changed, hash again. */
  | { readonly kind: "hash-again"; readonly failure: Failure }
  /** The answer was lost or says nothing certain: ask the portal before trying again. */
  | { readonly kind: "unknown"; readonly failure: Failure }
  /** This file, later; other files go on. */
  | { readonly kind: "retry"; readonly failure: Failure; readonly retryAfterMs: number | null }
  /** Portal, link or credentials: every file waits. With `doubt` it may be this file alone: two have to get it (ADR 30). */
  | {
      readonly kind: "hold";
      readonly failure: Failure;
      readonly retryAfterMs: number | null;
      readonly doubt?: OpenAnswer;
    }
  /** This file, until a person acts. */
  | { readonly kind: "block"; readonly failure: Failure }
  /** The request was given up because the caller asked (pause, shutdown, cancel). */
  | { readonly kind: "abandoned" };

/** An answer from which nobody can tell whom it stops. */
export interface OpenAnswer {
  /** As in `The portal answers 502`. */
  readonly said: string;
  /** Until this password was accepted once, it is everybody's. */
  readonly isOfPassword?: true;
}

/** The two stages of a submission (docs/portal/api.md, "States and transitions"). */
export type Stage = "announce" | "send";
