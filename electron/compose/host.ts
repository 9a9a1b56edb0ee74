import type { HangGuard } from "#adapters/files/hang-guard.ts";
import { poolSize } from "#adapters/files/pool-size.ts";
import { keepHeapSmall } from "#adapters/heap-at-rest.ts";
import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import type { FileLog } from "#adapters/log/log-file.ts";
import { ownerOnly } from "#adapters/owner-only.ts";
import type { SettingsFile } from "#adapters/settings/settings-store.ts";
import { createFeed, type Feed, toldAs } from "#api/events/feed.ts";
import { createHandlers, type HandlerParts } from "#api/handlers/all.ts";
import { keepHostFile } from "#api/loopback/host-file.ts";
import { startLoopback } from "#api/loopback/server.ts";
import type { Subscribe } from "#base/event.ts";
import type { Handlers } from "#contract/methods.ts";
import type { RunsAs } from "#contract/status.ts";
import type { MetricsSettings } from "#domain/settings.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import { createUpkeep } from "#engine/ledger-maintenance.ts";
import type { Channels } from "#engine/ports/channels.ts";
import type { StateStore } from "#engine/ports/host.ts";
import type { SettingsService } from "#engine/ports/settings.ts";
import type { ListSync } from "#station/coverage/list-sync.ts";
import type { Station } from "#station/station-api.ts";
import type { EventRecorder } from "#station/station-events/recorder.ts";
import type { SettingsInForce } from "./active-settings.ts";
import type { MetricsServer } from "./metrics-server.ts";
import { composeDigests, composeNotifications } from "./notifications.ts";
import type { PortalLink } from "./portal-connection.ts";
import { createPortalFiles } from "./portal-files.ts";
import { checkRights } from "./rights.ts";

export interface RunningHost {
  /** Address of the pages, with the token behind `#`. */
  readonly ui: string;
  /** Facts about the start that must be told, one sentence each. */
  readonly warnings: readonly string[];
  /** Address of the metrics on a port of their own, and why they are not where they should be. */
  readonly metricsPort: Pick<MetricsServer, "address" | "error">;
  /** Every method of the contract, for a shell in this process. */
  readonly handlers: Handlers;
  readonly feed: Feed;
  /** Resolves with one or two sentences when the ledger was taken away: this host has to be stopped and started again. */
  readonly lost: Promise<string>;
  /** After sleep: new connections, the portal is tried at once and every folder is looked through. */
  wakeUp(): Promise<void>;
  /** Gives back what is in flight; resolves within seconds. */
  stop(): Promise<void>;
}

/** Parts that the station has opened, for the host on it. */
export interface HostParts {
  readonly version: string;
  readonly dataFolder: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly passwordFile: string | null;
  readonly runsAs: RunsAs;
  readonly pagesFolder: string | null;
  readonly settingsFile: SettingsFile;
  readonly inForce: SettingsInForce;
  /** Other settings are in force. */
  readonly settingsTaken: Subscribe<void>;
  readonly ports: EnginePorts & {
    readonly files: HangGuard;
    readonly ledger: OpenLedger;
    readonly log: FileLog;
    readonly snoozeStore: StateStore;
    readonly qualityStore: StateStore;
  };
  readonly link: PortalLink;
  readonly station: Station;
  readonly server: MetricsServer;
  readonly service: SettingsService;
  readonly listSync: ListSync;
  readonly recorder: EventRecorder;
  readonly openChannels: () => Channels;
  /** Parts that answer with and without a host. */
  readonly answering: Omit<HandlerParts, "host">;
}

/**
 * Watches and delivers until `stop`, and serves the contract on loopback. Everything opened is closed in reverse order, by
 * `stop` or when a later step fails. Gives one sentence when the port cannot be had.
 */
export async function startHost(
  parts: HostParts,
  uiPort: number,
  metricsAt: MetricsSettings | null,
): Promise<RunningHost | { readonly message: string }> {
  const { version, dataFolder, startedAt, ports, link, station, server, inForce } = parts;
  const { clock, files, ledger, log } = ports;
  await using ends = new AsyncDisposableStack();

  const portalFiles = createPortalFiles({
    ...ports,
    portal: link.portal,
    dataFolder,
    settings: inForce.now,
    settingsFile: parts.settingsFile,
  });
  ends.defer(() => portalFiles.close());
  const { recorder } = parts;
  const onLook = recorder.look;
  const channels = parts.openChannels();
  ends.defer(() => channels.close());
  const notifications = composeNotifications({
    ...ports,
    station,
    channels,
    dataFolder,
    settings: inForce.now,
    onLook,
  });
  const { coverage } = parts.answering;
  const { onRecords, onTray, onNotification, onClose } = notifications;
  const feed = await createFeed(station, clock, [
    portalFiles.downloads.onEvent,
    toldAs({ type: "notifications.changed" }, onRecords),
    toldAs({ type: "tray.changed" }, onTray, onNotification, onClose),
    toldAs({ type: "log.changed" }, recorder.onChanged),
    ...(coverage === undefined ? [] : [toldAs({ type: "coverage.changed" }, coverage.onChanged)]),
  ]);
  ends.defer(() => feed.close());

  const handlers = createHandlers({
    ...parts.answering,
    portalFiles,
    host: { pid: process.pid, version, startedAt, runsAs: parts.runsAs, poolSize: poolSize() },
    settingsParts: { service: parts.service, ports },
    metricsEndpoint: server,
    notifications,
  });
  const started = await startLoopback({
    handlers,
    feed,
    metrics: server.metrics,
    log,
    staticFolder: parts.pagesFolder,
    port: uiPort,
  });
  if (started.kind === "failed") return { message: started.message };
  const { address, token, ui } = started.loopback;
  ends.defer(() => started.loopback.close());
  log.registerSecret(token);
  const record = { pid: process.pid, address, token, startedAt, version };
  const protect = ownerOnly.protect;
  ends.defer(await keepHostFile(dataFolder, record, { clock, log, protect }));
  const warnings = checkRights({ dataFolder, passwordFile: parts.passwordFile });
  for (const message of warnings) log.warn(message);

  const serveMetrics = () => server.serve(metricsAt ?? inForce.now().metrics ?? null);
  ends.defer(() => server.close());
  ends.defer(parts.settingsTaken(() => void serveMetrics()));
  await serveMetrics();
  ends.defer(inForce.follow());
  ends.defer(() => recorder.stop());
  await recorder.start();
  ends.defer(parts.settingsTaken(() => recorder.settingsTaken()));
  ends.defer(station.onKnown(recorder.known));
  ends.defer(station.onRenamed(recorder.renamed));
  ends.defer(station.onRenamed(notifications.renamed));
  ends.defer(() => files.whileEnding(station.stop()));
  await station.start();
  ends.defer(() => notifications.stop());
  await notifications.start();
  const digests = composeDigests({
    ...ports,
    station,
    coverage,
    channels,
    dataFolder,
    settings: inForce.now,
  });
  ends.defer(() => digests.stop());
  digests.start();
  ends.defer(() => parts.listSync.stop());
  parts.listSync.start();
  const upkeep = createUpkeep(ports);
  ends.defer(() => upkeep.stop());
  upkeep.start();

  const heap = keepHeapSmall();
  ends.defer(() => heap.end());
  ends.defer(ledger.onCommitted(() => heap.busy()));

  const lost = ledger.lost.then((message) => {
    log.error("the record of uploads is gone", { message });
    return message;
  });
  log.info("started", { version, instruments: inForce.now().instruments.length });
  const running = ends.move();
  return {
    ui,
    warnings,
    metricsPort: server,
    handlers,
    feed,
    lost,
    async wakeUp() {
      log.info("woke up");
      link.reconnect();
      station.tryNow();
      await station.rescan();
    },
    async stop() {
      await running.disposeAsync();
      log.info("stopped");
    },
  };
}
