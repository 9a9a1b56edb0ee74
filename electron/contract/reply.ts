import type { ReplyErrorCode } from "./error-codes.ts";

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
