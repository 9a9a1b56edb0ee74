/** Time-outs in milliseconds. */
export interface PortalTimeouts {
  /** From the first attempt to connect until the connection (and its TLS) is ready. */
  readonly connectMs: number;
  /** Without a byte of the answer after the request. */
  readonly answerMs: number;
  /** Without a byte moving either way in the middle of a body. */
  readonly stallMs: number;
  /** From a request that has been sent until its answer is whole: answers can trickle forever (docs/portal/observed.md §3). */
  readonly wholeAnswerMs: number;
}

/**
 * A black hole is noticed within a minute, also where a list was waited for first (10 s at most), and before the portal cuts a stalled PUT (60 s, docs/portal/observed.md §2). undici
 * counts its time in ticks, which on a busy PC last longer than they should: hence the seconds to spare.
 */
export const usualTimeouts: PortalTimeouts = {
  connectMs: 10_000,
  answerMs: 45_000,
  stallMs: 55_000,
  wholeAnswerMs: 115_000,
};
