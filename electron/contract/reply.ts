/** Error code of a call, for programs; the message beside it is for people. */
export type ReplyErrorCode =
  | "unknown-method"
  | "bad-input"
  | "not-found"
  /** The portal answered with an error of its own. */
  | "portal-refused"
  /** The portal or the link failed. */
  | "portal-trouble"
  /** The ledger could not be read or written. */
  | "ledger-trouble"
  /** A file is no NetCDF, is damaged, or holds what cannot be shown. */
  | "unreadable"
  /** This host cannot do it: a daemon opens no window. */
  | "not-offered"
  /** The value that was to be replaced has changed since it was read. */
  | "conflict"
  /** The disk did not take what was to be written. */
  | "not-saved"
  /** The caller went away before the end. */
  | "abandoned"
  /** The token is missing, wrong, revoked or expired. */
  | "unauthorized"
  /** The token's scope is not enough, or the request comes from another site. */
  | "forbidden"
  | "too-large"
  | "not-json"
  | "wrong-verb"
  /** The host is gone or silent; made by the caller's side. */
  | "no-answer"
  /** A mistake of the program. */
  | "internal";

interface ReplyError {
  readonly code: ReplyErrorCode;
  /** Message on what happened and what to do, without secrets. */
  readonly message: string;
}

/** The answer to a call; errors cross as data, never as exceptions. */
export type Reply<T> =
  /** `notes`: what is missing from the value and why, one sentence each (records of the portal that cannot be read). */
  | { readonly ok: true; readonly value: T; readonly notes?: readonly string[] }
  | { readonly ok: false; readonly error: ReplyError };
