import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { createFeed, type Feed } from "#api/events/feed.ts";
import { createHandlers } from "#api/handlers/all.ts";
import { type Loopback, type LoopbackOptions, startLoopback } from "#api/loopback/server.ts";
import type { TokenStore } from "#engine/ports/token-store.ts";
import { createFakeChannelEditor } from "#test/support/fakes/fake-channel-editor.ts";
import { createFakeCleanup } from "#test/support/fakes/fake-cleanup.ts";
import { createFakeCoverage } from "#test/support/fakes/fake-coverage.ts";
import { createFakeEngine, type FakeEngine } from "#test/support/fakes/fake-engine.ts";
import { createFakePortalFiles } from "#test/support/fakes/fake-portal-files.ts";
import { createFakePortalReads } from "#test/support/fakes/fake-portal-reads.ts";
import { fakeReports } from "#test/support/fakes/fake-reports.ts";
import { createFakeRetention, fakeBackupOpening, fakeBackups } from "#test/support/fakes/fake-retention.ts";
import { createFakeSettingsService } from "#test/support/fakes/fake-settings-editor.ts";
import { createFakeDemo, createFakeShell } from "#test/support/fakes/fake-shell.ts";
import { createFakeStationLog } from "#test/support/fakes/fake-station-log.ts";
import { fakeStationReports } from "#test/support/fakes/fake-station-reports.ts";
import { createFakeTokens } from "#test/support/fakes/fake-tokens.ts";
import { createManualSleep } from "#test/support/fakes/manual-sleep.ts";
import { limits } from "#test/support/limits.ts";
import { createFakeNotifications } from "./fake-notifications.ts";

export interface LoopbackHost {
  readonly engine: FakeEngine;
  readonly tokens: TokenStore;
  readonly feed: Feed;
  readonly loopback: Loopback;
  readonly port: number;
  /** Lines that the log was told. */
  readonly logged: readonly string[];
  /** Destroys every connection that an event stream goes over. */
  cut(): void;
  /** Bytes that wait in this process to be sent over event streams. */
  queuedBytes(): number;
  close(): Promise<void>;
}

/** A host over a fake engine that listens on a free port. */
export async function startLoopbackHost(
  options: Partial<
    Pick<
      LoopbackOptions,
      "port" | "staticFolder" | "heartbeatMs" | "metrics" | "headersMs" | "token" | "languages"
    >
  > & {
    readonly engine?: FakeEngine;
    readonly keep?: number;
  } = {},
): Promise<LoopbackHost> {
  const { engine = createFakeEngine(), keep, ...rest } = options;
  const feed = await createFeed(engine, createManualSleep(), [], { keep });
  const host = {
    pid: process.pid,
    version: "0.1.0",
    startedAt: "2026-11-21T10:00:00.000Z",
    runsAs: "daemon",
    poolSize: 64,
  } as const;
  const tokens = createFakeTokens();
  const handlers = createHandlers({
    tokens: { tokens, clock: { nowMs: Date.now } },
    station: engine,
    portalReads: createFakePortalReads(),
    portalFiles: createFakePortalFiles(),
    host,
    shell: createFakeShell(),
    settingsParts: createFakeSettingsService(),
    demo: createFakeDemo(),
    retention: createFakeRetention(),
    backups: fakeBackups,
    backupOpening: fakeBackupOpening,
    channelEditor: createFakeChannelEditor(),
    coverage: createFakeCoverage(),
    cleanup: createFakeCleanup(),
    log: createFakeStationLog(),
    reports: fakeReports,
    stationReports: fakeStationReports,
    notifications: createFakeNotifications(),
    metricsEndpoint: { address: () => "http://127.0.0.1:9464/metrics", error: () => null },
  });
  const logged: string[] = [];
  const log = {
    error: (message: string, facts?: object) => void logged.push(message + JSON.stringify(facts)),
  };
  const start = await startLoopback({ handlers, feed, log, tokens, port: 0, staticFolder: null, ...rest });
  if (start.kind === "failed") throw new Error(start.message);
  const { loopback } = start;
  const port = Number(new URL(loopback.address).port);
  const streams = new Set<Socket>();
  const note = (message: unknown) => {
    const { request: asked, socket } = message as { request: IncomingMessage; socket: Socket };
    if (socket.localPort === port && asked.url?.startsWith("/events")) streams.add(socket);
  };
  subscribe("http.server.request.start", note);
  return {
    engine,
    tokens,
    feed,
    loopback,
    port,
    logged,
    cut() {
      for (const socket of streams) socket.destroy();
      streams.clear();
    },
    queuedBytes: () => [...streams].reduce((sum, socket) => sum + socket.writableLength, 0),
    async close() {
      unsubscribe("http.server.request.start", note);
      await loopback.close();
      feed.close();
    },
  };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends one request as written: any path, any Host header. A right token and JSON unless `headers` say otherwise. */
export function ask(
  host: LoopbackHost,
  path: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string | undefined>>;
    readonly body?: string | Buffer;
    /** Sends the body without saying its length. */
    readonly chunked?: boolean;
  } = {},
): Promise<RawAnswer> {
  const { method = "POST", body = method === "POST" ? "{}" : "" } = options;
  const length = options.chunked
    ? { "transfer-encoding": "chunked" }
    : { "content-length": String(Buffer.byteLength(body)) };
  const usual = {
    authorization: `Bearer ${host.loopback.token}`,
    "content-type": "application/json",
    ...length,
  };
  const headers = Object.fromEntries(
    Object.entries({ ...usual, ...options.headers }).filter(([, value]) => value !== undefined),
  );
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: host.port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    asked.on("error", reject);
    asked.setTimeout(limits.poll, () =>
      asked.destroy(new Error(`${method} ${path} was not answered to its end`)),
    );
    asked.end(body);
  });
}
