import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type PortalClock, timestampOf } from "#mock-portal/portal-clock.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Entry of the log for this request; routes add the checksum once they know it. */
    logEntry: LoggedRequest | undefined;
  }
}

/** A request that the portal saw. */
export type LoggedRequest = {
  seq: number;
  at: string;
  method: string;
  /** Route pattern, such as `/upload/data/:md5`; `unknown` when no route fits. */
  route: string;
  path: string;
  /** MD5 that an upload request is about; null when it never became known. */
  checksum: string | null;
  /** Status of the answer; null while there is none, and forever when it was cut or lost. */
  status: number | null;
};

/** Requests of a route, and how often each status was answered. */
export type RouteCount = { requests: number; statuses: Record<string, number> };

/** Counts all requests and remembers the latest. For tests and the control route. */
export type RequestLog = {
  /** By `METHOD route`. */
  counts(): Record<string, RouteCount>;
  /** Requests after `seq`, oldest first; only the latest hundred thousand are remembered. */
  after(seq: number): LoggedRequest[];
  clear(): void;
};

const remembered = 100_000;

/** Notes which MD5 an upload request is about. */
export function noteChecksum(request: FastifyRequest, checksum: string): void {
  if (request.logEntry) request.logEntry.checksum = checksum;
}

/** Watches every request but those to `/__control`. */
export function requestLog(app: FastifyInstance, clock: PortalClock): RequestLog {
  let counts = new Map<string, RouteCount>();
  let entries: LoggedRequest[] = [];
  let seq = 0;
  app.decorateRequest("logEntry", undefined);
  app.addHook("onRequest", (request, reply, done) => {
    const path = request.url.split("?")[0] ?? "";
    if (!path.startsWith("/__control")) {
      seq += 1;
      const entry: LoggedRequest = {
        seq,
        at: timestampOf(clock.nowMs()),
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        path,
        checksum: null,
        status: null,
      };
      request.logEntry = entry;
      entries.push(entry);
      if (entries.length > remembered * 1.1) entries = entries.slice(-remembered);
      countOf(entry).requests += 1;
      // A client may close as soon as it has every byte: then the answer never comes to its end here.
      const { socket } = request.raw;
      const before = socket.bytesWritten;
      reply.raw.once("close", () => {
        if (socket.bytesWritten - before >= wholeBytes(reply.raw)) answered(entry, reply.statusCode);
      });
    }
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const entry = request.logEntry;
    if (entry && (!request.raw.socket.destroyed || reply.raw.writableFinished))
      answered(entry, reply.statusCode);
    done();
  });

  function answered(entry: LoggedRequest, status: number): void {
    if (entry.status !== null) return;
    entry.status = status;
    const { statuses } = countOf(entry);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }

  function countOf({ method, route }: LoggedRequest): RouteCount {
    const key = `${method} ${route}`;
    const count = counts.get(key) ?? { requests: 0, statuses: {} };
    counts.set(key, count);
    return count;
  }

  return {
    counts: () => Object.fromEntries(counts),
    after: (afterSeq) => entries.filter((entry) => entry.seq > afterSeq),
    clear: () => {
      counts = new Map();
      entries = [];
    },
  };
}

/** Bytes of an answer of known length with its head; NaN for any other. */
function wholeBytes(answer: ServerResponse & { readonly _header?: string | null }): number {
  return (answer._header?.length ?? Number.NaN) + Number(answer.getHeader("content-length") ?? Number.NaN);
}
