import type { Cause, Failure } from "#domain/cause.ts";
import type { Outcome } from "#domain/outcome.ts";

/** A failure as the portal's client words it. */
export function errorOf(cause: Cause, portalMessage: string | null = null): Failure {
  return { cause, message: `It is ${cause}.`, portalMessage };
}

export function holdFor(cause: Cause, retryAfterMs: number | null = null): Outcome {
  return { kind: "hold", failure: errorOf(cause), retryAfterMs };
}

/** An answer that may be meant for one upload alone; `said` as in "The portal answers 502". */
export function doubtFor(cause: Cause, said: string, retryAfterMs: number | null = null): Outcome {
  return { kind: "hold", failure: errorOf(cause), retryAfterMs, doubt: { said } };
}

/** A 401 that need not be of the password. */
export const passwordDoubt: Outcome = {
  kind: "hold",
  failure: errorOf("credentials"),
  retryAfterMs: null,
  doubt: { said: "401", isOfPassword: true },
};

export function retryFor(cause: Cause, retryAfterMs: number | null = null): Outcome {
  return { kind: "retry", failure: errorOf(cause), retryAfterMs };
}

export function blockFor(cause: Cause, portalMessage: string | null = null): Outcome {
  return { kind: "block", failure: errorOf(cause, portalMessage) };
}

export const lostAnswer: Outcome = { kind: "unknown", failure: errorOf("link-broken") };
export const silentAnswer: Outcome = {
  kind: "unknown",
  failure: { ...errorOf("link-broken"), isSilence: true },
};
export const noMetadata: Outcome = {
  kind: "announce-again",
  failure: errorOf("record-in-use", "No metadata matches this hash"),
};
export const wrongBytes: Outcome = {
  kind: "hash-again",
  failure: errorOf("file-changing", "Checksum does not match file contents"),
};
