import { join } from "node:path";
import { createPatientFiles } from "#adapters/files/hang-guard.ts";
import { createNodeFiles } from "#adapters/files/node-files.ts";
import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { createLog } from "#adapters/log/log-file.ts";
import { createNodeClock } from "#adapters/node-clock.ts";
import { ownerOnly } from "#adapters/owner-only.ts";
import { meteredPortal, type Talk } from "#adapters/portal/metered-portal.ts";
import { type KeychainOptions, openKeychain } from "#adapters/secrets/keychain.ts";
import { createNotebookFile } from "#adapters/settings/json-store.ts";
import { type MemoryFile, openMemoryFile } from "#adapters/settings/memory-file.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import { createFeed, type Feed } from "#api/events/feed.ts";
import { createHandlers } from "#api/handlers/all.ts";
import { type DemoDoor, noDemo } from "#api/handlers/demo.ts";
import { daemonShell } from "#api/handlers/shell.ts";
import { keepHostFile } from "#api/loopback/host-file.ts";
import { startLoopback } from "#api/loopback/server.ts";
import { createEmitter } from "#base/event.ts";
import type { Handlers } from "#contract/methods.ts";
import type { MetricsSettings, Settings } from "#domain/settings.ts";
import { createEngine } from "#engine/engine.ts";
import { createUpkeep } from "#engine/ledger-maintenance.ts";
import type { Attention } from "#engine/notifications/types.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import { type PassRequest, runPass } from "#engine/run-once/run-once.ts";
import type { PassReport } from "#engine/status/reports.ts";
import { createSettingsInForce } from "./active-settings.ts";
import { createMetricsOutlet, type MetricsOutlet } from "./metrics-server.ts";
import { attendTo, withNotices } from "./notifications.ts";
import { createPortalLink } from "./portal-connection.ts";
import { createPortalFiles, withDownloads } from "./portal-files.ts";
import { checkRights } from "./rights.ts";
import { composeDesk } from "./settings-editor.ts";

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
  /** There is no settings file yet, which is what `problems` says: the pages begin with the guided set-up. */
  readonly isFirstStart: boolean;
  /** How many instruments can be used. */
  readonly instrumentCount: number;
  readonly canSend: boolean;
  /** What must be said of how the ledger was opened; null when nothing must. */
  readonly ledgerMessage: string | null;
  readonly handlers: Handlers;
  /** Where a shell writes what it has to say. */
  readonly log: Log;
  runPass(request: PassRequest): Promise<PassReport>;
  /**
   * Watches and delivers until `stop`; the contract is served on loopback. `metricsAt`: where the figures are served
   * whatever the settings say.
   */
  startHost(
    uiPort: number,
    metricsAt?: MetricsSettings | null,
  ): Promise<RunningHost | { readonly message: string }>;
  close(): Promise<void>;
}

export interface RunningHost {
  /** Address of the pages, with the token behind `#`. */
  readonly ui: string;
  /** What must be told of the start, one sentence each. */
  readonly warnings: readonly string[];
  /** Where the figures are served on a port of their own, and why they are not where they should be. */
  readonly metricsPort: Pick<MetricsOutlet, "address" | "trouble">;
  /** Every method of the contract, for a shell in this process. */
  readonly handlers: Handlers;
  readonly feed: Feed;
  /** Tray and notices, for a shell in this process. */
  readonly attention: Attention;
  /** Resolves with one or two sentences when the ledger was taken away: this host has to be stopped and started again. */
  readonly lost: Promise<string>;
  /** After sleep: new connections, the portal is tried at once and every folder is looked through. */
  wakeUp(): Promise<void>;
  /** Gives back what is in hand; resolves within seconds. */
  stop(): Promise<void>;
}

/** `shell.json` of the data folder: what a shell remembers beside the station. Throws where it cannot be read. */
export function openShellMemory(dataFolder: string): MemoryFile {
  return openMemoryFile(join(dataFolder, "shell.json"));
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
  const ledger = await openLedger({ dataFolder, nowMs: clock.nowMs() });
  if ("message" in ledger) return ledger;
  const log = createLog({ folder: join(dataFolder, "logs") });
  const secrets = openKeychain({
    dataFolder,
    env,
    passwordFile: options.passwordFile,
    onWarning: (message) => log.warn(message),
    ...options.keychain,
  });
  const first = await settingsFile.load();
  const link = createPortalLink(
    { clock, secrets, version },
    first.settings.portal,
    first.canSend,
    (secret, username) => log.registerSecret(secret, username),
  );
  const files = createPatientFiles(createNodeFiles(), clock);
  const watch = createChokidarWatch();
  const pathStyle = process.platform === "win32" ? "win32" : "posix";
  const talks = createEmitter<Talk>();
  const portal = meteredPortal(link.portal, clock, talks.emit);
  const drivesNotebook = createNotebookFile(`${dataFolder}/drives.json`, log);
  const world = { clock, files, ledger, portal, log, drivesNotebook, pathStyle } as const;
  const engine = createEngine({ ...world, watch }, first);
  const outlet = createMetricsOutlet({ engine, clock, log, dataFolder, version });
  talks.on(outlet.onTalk);
  const startedAt = new Date(clock.nowMs()).toISOString();
  const shell = daemonShell({ version, dataFolder });
  const demo = options.demo ?? noDemo;
  if (ledger.opening.message !== null) log.warn(ledger.opening.message);
  for (const { key, message } of first.problems) log.warn("a problem in the settings", { key, message });

  const keep = ({ keep: { journalLines, logMB } }: Settings): void => {
    log.limit(logMB * 1e6);
    // A ledger in trouble keeps what it has; its limit comes with the next settings.
    ledger.limitJournal(journalLines).catch(() => {});
  };
  keep(first.settings);
  const settingsTaken = createEmitter();
  const inForce = createSettingsInForce({
    ...{ file: settingsFile, passwordFile: options.passwordFile, clock, log, first: first.settings },
    take(next) {
      keep(next.settings);
      link.connect(next.settings.portal, next.canSend);
      const swept = engine.configure(next);
      settingsTaken.emit();
      return swept;
    },
  });
  const keeping = { ledger, logBytes: () => log.size(), limits: () => inForce.now().keep };
  const offline = createHandlers({ engine, portalReads: link.portal, host: null, shell, demo, keeping });
  const desk = composeDesk({ clock, version, log, settingsFile, secrets, reload: inForce.readAgain });

  return {
    problems: first.problems.map(({ key, message }) =>
      message.includes(key) ? message : `${key}: ${message}`,
    ),
    isFirstStart: first.problems.some(({ isFirstStart }) => isFirstStart === true),
    instrumentCount: first.settings.instruments.length,
    canSend: first.canSend,
    ledgerMessage: ledger.opening.kind === "rebuilt" ? ledger.opening.message : null,
    handlers: offline,
    log,
    runPass: (request) => runPass(world, first, request),
    async startHost(uiPort, metricsAt = null) {
      const portalFiles = createPortalFiles({
        ...{ ...world, portal: link.portal },
        ...{ dataFolder, settings: inForce.now, settingsFile },
      });
      const attention = attendTo({ ...world, engine, dataFolder, version, settings: inForce.now });
      const heard = withNotices(withDownloads(engine, portalFiles.downloads), attention);
      const feed = await createFeed(heard, clock);
      const host = { pid: process.pid, version, startedAt };
      const deskParts = { desk, world };
      const upkeep = createUpkeep(world);
      const handlers = createHandlers({
        ...{
          engine,
          portalReads: link.portal,
          portalFiles,
          host,
          shell,
          demo,
          deskParts,
          keeping,
          figuresPort: outlet,
          notices: attention.records,
        },
      });
      const started = await startLoopback({
        handlers,
        feed,
        metrics: outlet.metrics,
        log,
        staticFolder: options.pagesFolder ?? null,
        port: uiPort,
      });
      if (started.kind === "failed") return { message: started.message };
      const { address, token, ui } = started.loopback;
      log.registerSecret(token);
      const record = { pid: process.pid, address, token, startedAt, version };
      const removeHostFile = await keepHostFile(dataFolder, record, {
        clock,
        log,
        protect: ownerOnly.protect,
      });
      const warnings = checkRights({ dataFolder, passwordFile: options.passwordFile });
      for (const message of warnings) log.warn(message);
      const serveMetrics = () => outlet.serve(metricsAt ?? inForce.now().metrics ?? null);
      const endServing = settingsTaken.on(() => void serveMetrics());
      await serveMetrics();
      const endFollowing = inForce.follow();
      await engine.start();
      await attention.start();
      upkeep.start();
      const lost = ledger.lost.then((message) => {
        log.error("the record of uploads is gone", { message });
        return message;
      });
      log.info("started", { version, instruments: first.settings.instruments.length });
      return {
        ui,
        warnings,
        metricsPort: outlet,
        handlers,
        feed,
        attention,
        lost,
        async wakeUp() {
          log.info("woke up");
          link.reconnect();
          engine.tryNow();
          await engine.sweep();
        },
        async stop() {
          endFollowing();
          endServing();
          await Promise.all([outlet.close(), attention.stop(), upkeep.stop()]);
          await files.whileEnding(Promise.all([engine.stop(), portalFiles.close()]));
          feed.close();
          await started.loopback.close();
          await removeHostFile();
          log.info("stopped");
        },
      };
    },
    async close() {
      await Promise.all([files.close(), link.close()]);
      await ledger.close();
    },
  };
}
