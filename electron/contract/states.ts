import { z } from "zod";

/** The states of an upload, in the order of its way. */
const states = [
  "queued",
  "hashing",
  "announcing",
  "sending",
  "waiting",
  "blocked",
  "delivered",
  "superseded",
  "cancelled",
] as const;

export const uploadState = z.enum(states, { error: `must be one of ${states.join(", ")}` });

/** What can happen to an upload, as the journal names it. */
export const uploadEvent = z.enum([
  "enqueued",
  "claimed",
  "hashed",
  "announced",
  "confirmed",
  "failed-passing",
  "failed-final",
  "released",
  "due",
  "retried",
  "changed",
  "cancelled",
  "displaced",
  "record-found",
]);
