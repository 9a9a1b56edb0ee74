import { join } from "node:path";
import { createHangGuard } from "#adapters/files/hang-guard.ts";
import { createNodeFiles } from "#adapters/files/node-files.ts";
import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { createLog } from "#adapters/log/log-file.ts";
import { createNodeClock } from "#adapters/node-clock.ts";
import { meteredPortal, type StageEnd } from "#adapters/portal/metered-portal.ts";
import { type KeychainOptions, openKeychain } from "#adapters/secrets/keychain.ts";
import { createJsonStore } from "#adapters/settings/json-file.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import { createHandlers } from "#api/handlers/all.ts";
import { type DemoDoor, noDemo } from "#api/handlers/demo.ts";
import { daemonShell } from "#api/handlers/shell.ts";
import { createEmitter } from "#base/event.ts";
import type { Handlers } from "#contract/methods.ts";
import type { MetricsSettings, Settings } from "#domain/settings.ts";
import { createEngine } from "#engine/engine.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import { type RunRequest, runOnce } from "#engine/run-once/run-once.ts";
import type { RunReport } from "#engine/status/reports.ts";
import { createSettingsInForce } from "./active-settings.ts";
import { doctor } from "./doctor.ts";
import { type HostParts, type RunningHost, startHost } from "./host.ts";
import { createMetricsServer } from "./metrics-server.ts";
import { createPortalLink } from "./portal-connection.ts";
import { composeSettingsService } from "./settings-editor.ts";
import { type AskSystemProxy, createProxyFor } from "./system-proxy.ts";

export interface StationOptions {
  /** Absolute. Created where it is missing. */
  readonly dataFolder: string;
  /** `--settings`; null is `settings.json` in the data folder. */
  readonly settingsFile: string | null;
  /** `--password-file`; null where not given. */
  readonly passwordFile: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  /** Folder of the built pages; null or left out where a host serves none. */
  readonly pagesFolder?: string | null;
  /** How a shell reaches the system's keychain, and its own place for a password; left out: plain Node's ways. */
  readonly keychain?: Pick<KeychainOptions, "ask" | "fallback">;
  /** How a shell asks the system for a proxy; left out: only settings and environment name one. */
  readonly systemProxy?: AskSystemProxy;
  /** Left out: this computer's own. */
  readonly clock?: Clock;
  /** True: without a settings file nothing is opened or written, and the message says so. Left out: it is opened. */
  readonly needsSettings?: boolean;
  /** The try-out that this host offers or is; left out: none. */
  readonly demo?: DemoDoor;
}

/** A data folder opened for work, by this process alone. */
export interface Station {
  /** What is wrong in the settings, one sentence each. */
  readonly problems: readonly string[];
  /** There is no settings file yet, which is what `problems` says: the pages begin with the guided setup. */
  readonly isFirstStart: boolean;
  /** How many instruments can be used. */
  readonly instrumentCount: number;
  readonly canSend: boolean;
  /** What must be said of how the ledger was opened; null when nothing must. */
  readonly ledgerMessage: string | null;
  readonly handlers: Handlers;
  /** Where a shell writes what it has to say. */
  readonly log: Log;
  runOnce(request: RunRequest): Promise<RunReport>;
  /**
   * Watches and delivers until `stop`; the contract is served on loopback. `metricsAt`: where the metrics are served
   * whatever the settings say.
   */
  startHost(
    uiPort: number,
    metricsAt?: MetricsSettings | null,
  ): Promise<RunningHost | { readonly message: string }>;
  close(): Promise<void>;
}

/**
 * Wires settings, adapters, engine and api. The only place that does.
 * Gives one sentence when the data folder cannot be used: in use, not writable, written by a newer version, or without
 * the settings that are needed.
 */
export async function openStation(options: StationOptions): Promise<Station | { readonly message: string }> {
  const { dataFolder, version, env, clock = createNodeClock() } = options;
  const settingsFile = openSettings({ file: options.settingsFile, dataFolder });
  const absence = options.needsSettings === true ? await settingsFile.absence() : null;
  if (absence !== null) return { message: absence };
  await using ends = new AsyncDisposableStack();
  const ledger = await openLedger({ dataFolder, nowMs: clock.nowMs() });
  if ("message" in ledger) return ledger;
  ends.defer(() => ledger.close());
  const log = createLog({ folder: join(dataFolder, "logs") });
  const secrets = openKeychain({
    dataFolder,
    env,
    passwordFile: options.passwordFile,
    onWarning: (message) => log.warn(message),
    ...options.keychain,
  });
  const first = await settingsFile.load();
  const proxyFor = createProxyFor(options.systemProxy, env);
  const link = createPortalLink(
    { clock, secrets, version, proxyFor },
    first.settings.portal,
    first.canSend,
    (secret, username) => log.registerSecret(secret, username),
  );
  ends.defer(() => link.close());
  const files = createHangGuard(createNodeFiles(), clock);
  ends.defer(() => files.close());
  const watch = createChokidarWatch();
  const pathStyle = process.platform === "win32" ? "win32" : "posix";
  const stageEnds = createEmitter<StageEnd>();
  const portal = meteredPortal(link.portal, clock, stageEnds.emit);
  const drivesStore = createJsonStore(`${dataFolder}/drives.json`, log);
  const ports = { clock, files, ledger, portal, log, drivesStore, pathStyle } as const;
  const engine = createEngine({ ...ports, watch }, first);
  const server = createMetricsServer({ engine, clock, log, dataFolder, version });
  stageEnds.on(server.onStageEnd);
  const startedAt = new Date(clock.nowMs()).toISOString();
  const shell = daemonShell({ version, dataFolder });
  const demo = options.demo ?? noDemo;
  if (ledger.opening.message !== null) log.warn(ledger.opening.message);
  for (const { key, message } of first.problems) log.warn("a problem in the settings", { key, message });

  const keep = ({ keep: { journalLines, logMB } }: Settings): void => {
    log.limit(logMB * 1e6);
    // A ledger that fails keeps what it has; its limit comes with the next settings.
    ledger.limitJournal(journalLines).catch(() => {});
  };
  keep(first.settings);
  const settingsTaken = createEmitter();
  const inForce = createSettingsInForce({
    file: settingsFile,
    passwordFile: options.passwordFile,
    clock,
    log,
    first: first.settings,
    take(next) {
      keep(next.settings);
      link.connect(next.settings.portal, next.canSend);
      const rescanned = engine.configure(next);
      settingsTaken.emit();
      return rescanned;
    },
  });
  const retention = { ledger, logBytes: () => log.size(), limits: () => inForce.now().keep };
  const answering = { engine, portalReads: link.portal, shell, demo, retention };
  const service = composeSettingsService({
    clock,
    version,
    log,
    settingsFile,
    secrets,
    reload: inForce.readAgain,
    proxyFor,
    doctor: () => doctor({ ...options, clock, network: false, isHost: true }),
  });
  const hostParts: HostParts = {
    version,
    dataFolder,
    startedAt,
    passwordFile: options.passwordFile,
    pagesFolder: options.pagesFolder ?? null,
    settingsFile,
    inForce,
    settingsTaken: settingsTaken.on,
    ports,
    link,
    engine,
    server,
    service,
    answering,
  };
  const handlers = createHandlers({ ...answering, host: null });

  const opened = ends.move();
  return {
    problems: first.problems.map(({ key, message }) =>
      message.includes(key) ? message : `${key}: ${message}`,
    ),
    isFirstStart: first.problems.some(({ isFirstStart }) => isFirstStart === true),
    instrumentCount: first.settings.instruments.length,
    canSend: first.canSend,
    ledgerMessage: ledger.opening.kind === "rebuilt" ? ledger.opening.message : null,
    handlers,
    log,
    runOnce: (request) => runOnce(ports, first, request),
    startHost: (uiPort, metricsAt = null) => startHost(hostParts, uiPort, metricsAt),
    close: () => opened.disposeAsync(),
  };
}
