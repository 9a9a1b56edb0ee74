import { z } from "zod";
import { writtenTime } from "./values.ts";

/** Facts of a running host in `host.json`, for `status`, `explain` and a second window. */
export const hostRecord = z.object({
  pid: z.int().positive(),
  /** `http://127.0.0.1:N`; nothing but loopback is believed, or the token would leave this PC. */
  address: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/),
  /** Bearer token of the loopback API. */
  token: z.string().min(32),
  startedAt: writtenTime,
  version: z.string(),
});

export type HostRecord = z.output<typeof hostRecord>;
