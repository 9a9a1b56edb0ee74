import type { Failure } from "#domain/cause.ts";
import type { ClockDrift } from "#domain/clock-drift.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type {
  ConnectionReport,
  ConnectionRequest,
  ConnectionTester,
  PortalChoices,
} from "#engine/ports/settings.ts";
import { requestWhole } from "./buffered-request.ts";
import { looksLikePortal } from "./connection-probe.ts";
import { judgePassword, judgePermission, testAnnouncement } from "./connection-results.ts";
import { createSteps } from "./connection-steps.ts";
import type { HttpAgent, HttpAgentOptions } from "./http-agent.ts";
import type { ReadLink } from "./http-get.ts";
import { createHttpReads } from "./http-reads.ts";
import { isBreak } from "./link-failure.ts";
import { type CameBack, isHtml } from "./portal-answer.ts";
import { type PortalTimeouts, usualTimeouts } from "./portal-timeouts.ts";
import type { CredentialsFound } from "./upload-stage.ts";

export interface ConnectionTestParts {
  readonly clock: Clock;
  readonly version: string;
  /** The kept password of a user at an address, or why there is none. */
  readonly keptPassword: (username: string, url: string) => Promise<CredentialsFound>;
  /** Hears a password before it is used. */
  readonly onSecret: (secret: string, username: string) => void;
  readonly timeouts?: Partial<PortalTimeouts>;
  /** Hears each answer that is the own one of the portal at `url`, as `ClockDrift.note`. */
  readonly onAnswer?: (url: string, ...answer: Parameters<ClockDrift["note"]>) => void;
}

/** Somebody waits in front of the page. */
const testTimeouts: PortalTimeouts = {
  ...usualTimeouts,
  answerMs: 20_000,
  stallMs: 20_000,
  wholeAnswerMs: 30_000,
};

/**
 * Looks step by step at what an upload needs. The password goes out only to what has answered like the portal, and only
 * with announcements that the portal must refuse: the order of its checks (docs/portal/observed.md §1) tells what it thinks
 * of the credentials.
 */
export function createConnectionTest(parts: ConnectionTestParts): ConnectionTester {
  const { clock, version } = parts;
  const timeouts = { ...testTimeouts, ...parts.timeouts };
  const userAgent = `skyferry/${version}`;

  const reading = () => ({ nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() });
  const linkTo = (agent: HttpAgent, url: string): ReadLink => ({
    agent: async () => agent,
    timeouts,
    userAgent,
    facts: () => ({ host: agent.host, hop: agent.hop, nowMs: clock.nowMs() }),
    onRequest: () => {},
    onAsk() {
      const asked = reading();
      return (headers) => {
        const answered = reading();
        return () => parts.onAnswer?.(url, asked, answered, headers);
      };
    },
  });

  const credentialsOf = async (request: ConnectionRequest): Promise<CredentialsFound> => {
    const { url, password } = request;
    const username = request.username ?? "";
    if (username.trim() === "") return { message: "Enter the station's user name on the portal." };
    const found = password === null ? await parts.keptPassword(username, url) : { username, password };
    if (!("message" in found)) parts.onSecret(found.password, found.username);
    return found;
  };

  return {
    async lists(portal, signal) {
      const agent = await agentOf({ ...portal, concurrency: 1, timeouts });
      if ("message" in agent) return { kind: "failed", failure: agent };
      try {
        return await portalLists(linkTo(agent, portal.url), signal);
      } finally {
        await agent.close();
      }
    },
    async run(request, signal): Promise<ConnectionReport | null> {
      const steps = createSteps(request);
      const agent = await agentOf({ ...request, concurrency: 1, timeouts });
      if ("message" in agent) {
        steps.failed("address", agent.message);
        return steps.report();
      }
      try {
        steps.ok("address", `The address ${agent.origin}${agent.basePath} can be used.`);
        const link = linkTo(agent, request.url);
        const look = await looksLikePortal(link, agent, steps, clock, signal);
        if (look === "abandoned") return null;
        if (look === "failed") return steps.report();

        if (request.username === null) return steps.report();
        const found = await credentialsOf(request);
        if ("message" in found) {
          steps.failed("password", found.message);
          return steps.report();
        }
        const basic = Buffer.from(`${found.username}:${found.password}`).toString("base64");
        const announce = async (body: unknown): Promise<CameBack> => {
          const headers = {
            Authorization: `Basic ${basic}`,
            "User-Agent": userAgent,
            "Content-Type": "application/json",
          };
          const path = `${agent.basePath}/upload/metadata/`;
          const { origin } = agent;
          const { answerMs, wholeAnswerMs } = timeouts;
          const what = { origin, path, method: "POST", headers, body: JSON.stringify(body) } as const;
          const once = () => requestWhole(agent.uploads, { ...what, answerMs, wholeAnswerMs }, signal);
          const asked = reading();
          const first = await once();
          const came = isBreak(first) ? await once() : first;
          // A page in the portal's place says nothing of its clock.
          if (came.kind === "answer" && came.status === 422 && !isHtml(came))
            parts.onAnswer?.(request.url, asked, reading(), came.headers);
          return came;
        };
        // An announcement of nothing: credentials are looked at before fields.
        const came = await announce({});
        if (came.kind === "abandoned") return null;
        if (!judgePassword(came, steps, link.facts())) return steps.report();
        if (request.site !== null) {
          const second = await announce(testAnnouncement(request.site));
          if (second.kind === "abandoned") return null;
          judgePermission(second, steps, link.facts());
        }
        return steps.report();
      } finally {
        await agent.close();
      }
    },
  };
}

async function agentOf(options: HttpAgentOptions): Promise<HttpAgent | Failure> {
  const { createHttpAgent } = await import("./http-agent.ts");
  return createHttpAgent(options);
}

/** Sites and instruments as a portal lists them to everybody; the first list that cannot be had is the outcome. */
async function portalLists(link: ReadLink, signal: AbortSignal): Promise<ReadOutcome<PortalChoices>> {
  const reads = createHttpReads(link);
  const [sites, types, records] = await Promise.all([
    reads.sites(signal),
    reads.instrumentTypes(signal),
    reads.instrumentRecords(signal),
  ]);
  if (sites.kind !== "found") return sites;
  if (types.kind !== "found") return types;
  if (records.kind !== "found") return records;
  const notes = [sites, types, records].flatMap((one) => one.notes ?? []);
  const value = { sites: sites.value, instrumentTypes: types.value, instrumentRecords: records.value };
  return { kind: "found", value, notes };
}
