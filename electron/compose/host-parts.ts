import type { StageEnd } from "#adapters/portal/metered-portal.ts";
import type { Subscribe } from "#base/event.ts";
import { createEventRecorder } from "#station/station-events/recorder.ts";
import type { Answering } from "./answering.ts";
import type { DataFolderParts } from "./data-folder-parts.ts";
import { composeSettingsService } from "./editable-settings.ts";
import type { HostParts } from "./host.ts";
import { createMetricsServer } from "./metrics-server.ts";
import { settingsDigest } from "./station-events.ts";
import type { ProxyFor } from "./system-proxy.ts";

/** Parts of a station that only a host needs. */
interface ForHost extends Pick<HostParts, "startedAt"> {
  readonly proxyFor: ProxyFor;
  readonly onStageEnd: Subscribe<StageEnd>;
}

/** Adds to what answers about a station what its host needs; nothing of it runs yet. */
export function composeHostParts(
  { options, settingsFile, ports, link, secrets }: DataFolderParts,
  { inForce, settingsTaken, listSync, openChannels, answering }: Answering,
  { startedAt, proxyFor, onStageEnd }: ForHost,
): HostParts {
  const { dataFolder, passwordFile, version } = options;
  const { clock, log } = ports;
  const { station } = answering;
  const server = createMetricsServer({
    station,
    coverage: answering.coverage,
    clock,
    log,
    dataFolder,
    version,
  });
  onStageEnd(server.onStageEnd);
  const settings = () => settingsDigest(inForce.now());
  const recorder = createEventRecorder({ clock, keeper: ports.ledger, log, version, settings });
  const reload = inForce.readAgain;
  return {
    version,
    dataFolder,
    startedAt,
    passwordFile,
    runsAs: options.runsAs ?? "window",
    pagesFolder: options.pagesFolder ?? null,
    settingsFile,
    inForce,
    settingsTaken,
    ports,
    link,
    station,
    server,
    listSync,
    recorder,
    openChannels,
    service: composeSettingsService({
      clock,
      version,
      log,
      settingsFile,
      secrets,
      reload,
      onPassword: () => recorder.passwordChanged(),
      proxyFor,
      onAnswer(url, ...answer) {
        const isPortal = URL.parse(url)?.origin === URL.parse(inForce.now().portal.url)?.origin;
        if (isPortal) link.portal.noteClock(...answer);
      },
      doctor: async () =>
        (await import("./diagnose.ts")).diagnose({ ...options, clock, network: false, isHost: true }),
    }),
    answering,
  };
}
