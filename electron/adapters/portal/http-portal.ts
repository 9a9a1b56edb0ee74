import type { Failure } from "#domain/cause.ts";
import { type ClockDrift, createClockDrift } from "#domain/clock-drift.ts";
import type { Portal } from "#engine/ports/portal.ts";
import type { PortalLists } from "#engine/ports/portal-lists.ts";
import type { PortalReads } from "#engine/ports/portal-reads.ts";
import type { HttpAgent, HttpAgentOptions } from "./http-agent.ts";
import { getJson } from "./http-get.ts";
import { createHttpLists } from "./http-lists.ts";
import { createHttpReads } from "./http-reads.ts";
import { createHttpUploads, type UploadParts } from "./http-uploads.ts";
import type { Hop } from "./link-failure.ts";
import type { PortalAnswer } from "./portal-answer.ts";
import { type PortalTimeouts, usualTimeouts } from "./portal-timeouts.ts";

export interface HttpPortalOptions
  extends Omit<HttpAgentOptions, "timeouts">,
    Pick<UploadParts, "credentials" | "bandwidthKBps" | "rates" | "clock" | "noProgressMs"> {
  /** Version of Skyferry, for User-Agent. */
  readonly version: string;
  readonly timeouts?: Partial<PortalTimeouts>;
}

export type HttpPortal = Portal &
  PortalReads &
  PortalLists & {
    /** An answer of this portal that came by another way. */
    noteClock: ClockDrift["note"];
  };

/** Every portal gives it to everybody (docs/portal/api.md, "Endpoints"). */
const sitesPath = "/api/sites";

/**
 * The portal over HTTP (docs/portal/api.md). Settings that cannot work (no https, unreadable `caFile`) make every request
 * a hold that names the setting; nothing is sent then.
 */
export function createHttpPortal(options: HttpPortalOptions): HttpPortal {
  const timeouts = { ...usualTimeouts, ...options.timeouts };
  const { clock } = options;
  let opening: Promise<HttpAgent | Failure> | null = null;
  // Loaded for the first request: a run that sends nothing does without.
  const agent = (): Promise<HttpAgent | Failure> => {
    opening ??= import("./http-agent.ts").then((http) => {
      const made = http.createHttpAgent({ ...options, timeouts });
      if (!("message" in made)) hop = made.hop;
      return made;
    });
    return opening;
  };
  const userAgent = `skyferry/${options.version}`;
  const counts = { post: 0, put: 0, get: 0, sentBytes: 0 };
  const clockDrift = createClockDrift();
  const reading = () => ({ nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() });
  const host = URL.parse(options.url)?.host ?? options.url;
  let hop: Hop | undefined;
  const facts = () => ({ host, hop, nowMs: clock.nowMs() });
  const onAsk = () => {
    const asked = reading();
    return (headers: PortalAnswer["headers"]) => {
      const answered = reading();
      return () => clockDrift.note(asked, answered, headers);
    };
  };
  const reads = { agent, timeouts, userAgent, facts, onRequest: () => counts.get++, onAsk };

  return {
    ...createHttpUploads({ ...options, ...reads, counts }),
    ...createHttpReads(reads),
    ...createHttpLists(reads),
    requests: () => ({ ...counts }),
    clockAheadMs: () => clockDrift.aheadMs(reading()),
    clockSeen: () => clockDrift.seen(reading()),
    plainRead: (signal) => getJson(reads, sitesPath, signal, null),
    noteClock: (asked, answered, headers) => clockDrift.note(asked, answered, headers),
    async passwordMark() {
      const found = await options.credentials();
      if ("message" in found) return null;
      const { passwordMark } = await import("./password-mark.ts");
      return await passwordMark(options.url, found);
    },
    async close() {
      const link = await opening;
      if (link !== null && !("message" in link)) await link.close();
    },
  };
}
