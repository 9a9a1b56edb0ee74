import { textHash } from "#adapters/settings/json-file.ts";
import type { HandlerParts } from "#api/handlers/all.ts";
import { noDemo } from "#api/handlers/demo-handlers.ts";
import { daemonShell } from "#api/handlers/shell-handlers.ts";
import type { Languages } from "#api/told-in-language.ts";
import { createEmitter, type Subscribe } from "#base/event.ts";
import type { Periodic } from "#base/periodic.ts";
import type { Channels } from "#engine/ports/channels.ts";
import type { Cleanup } from "#station/cleanup/cleanup-looks.ts";
import type { Coverage } from "#station/coverage/coverage.ts";
import type { ListSync } from "#station/coverage/list-sync.ts";
import type { Heartbeat } from "#station/heartbeat/heartbeat.ts";
import type { StationReports } from "#station/heartbeat/station-reports.ts";
import { createMonthlyReports } from "#station/report/monthly-reports.ts";
import { createStationLog } from "#station/station-events/log.ts";
import { createSettingsInForce, type SettingsInForce } from "./active-settings.ts";
import type { MadeStation } from "./alone.ts";
import { composeChannels } from "./channels.ts";
import { composeCoverage } from "./coverage.ts";
import type { DataFolderParts } from "./data-folder-parts.ts";
import { createBackupOpening } from "./open-backup.ts";
import { readerLanguages } from "./reader-languages.ts";
import { composeCleanup } from "./removable-files.ts";
import { composeStationReports } from "./reporting.ts";
import { createBackups } from "./take-backups.ts";

/** A station and what answers about it, with a host and without. */
export interface Answering {
  readonly inForce: SettingsInForce;
  readonly settingsTaken: Subscribe<void>;
  readonly listSync: ListSync;
  /** Those of all readers of this process, so that a fault of a text is told once. */
  readonly languages: Languages;
  readonly openChannels: () => Channels;
  readonly heartbeat: Heartbeat;
  readonly stationReports: StationReports;
  readonly weeklyBackups: Periodic;
  readonly backupOpening: ReturnType<typeof createBackupOpening>;
  readonly handlerParts: Omit<HandlerParts, "host"> & {
    readonly coverage: Coverage;
    readonly cleanup: Cleanup;
  };
}

/** Makes what answers about a station; it does nothing yet. */
export function composeAnswering(
  opened: DataFolderParts,
  { station, quality, advised }: MadeStation,
): Answering {
  const { options, settingsFile, first, keep, ports, link, secrets } = opened;
  const { dataFolder, passwordFile, version } = options;
  const { clock, ledger, log } = ports;
  const settingsTaken = createEmitter();
  const inForce = createSettingsInForce({
    file: settingsFile,
    passwordFile,
    clock,
    log,
    first: first.settings,
    take(next) {
      keep(next.settings);
      link.connect(next.settings.portal, next.canSend);
      const rescanned = station.configure(next);
      settingsTaken.emit();
      return rescanned;
    },
  });
  const { coverage, sync } = composeCoverage({
    ...ports,
    portal: link.portal,
    settings: inForce.now,
    station,
    async compareReceipts(dates) {
      station.verification.begin({ dates, disk: false });
    },
    quality,
    namedAmong: (uploads) => advised.namedAmong(uploads, station.pathOf),
  });
  const about = { lists: link.portal, settings: inForce.now, station, coverage, advised };
  const cleanup = composeCleanup({ ...ports, ...about });
  settingsTaken.on(() => {
    sync.forget();
    quality.forget();
  });
  const stationReports = composeStationReports(opened, { station, coverage, settings: inForce.now });
  const languages = readerLanguages((fault) => log.warn("a text of a language is not used", { fault }));
  const { openChannels, channelEditor, heartbeat } = composeChannels({
    clock,
    log,
    version,
    secrets,
    languages,
    env: options.env,
    settings: inForce.now,
    status: () => station.status(),
    reports: stationReports,
  });
  const backups = createBackups(opened);
  const { copiedAtMs } = backups;
  const retention = { ledger, logBytes: () => log.size(), copiedAtMs, limits: () => inForce.now().keep };
  const backupOpening = createBackupOpening(opened);
  const stationLog = createStationLog({ clock, keeper: ledger });
  const reports = createMonthlyReports({
    clock,
    station,
    coverage,
    log: stationLog,
    keeper: ledger,
    settings: inForce.now,
    sha256: (texts) => textHash(texts.join("")),
  });
  const shell = daemonShell({ version, dataFolder });
  const demo = options.demo ?? noDemo;
  return {
    inForce,
    settingsTaken: settingsTaken.on,
    listSync: sync,
    languages,
    openChannels,
    heartbeat,
    stationReports,
    weeklyBackups: backups.weekly,
    backupOpening,
    handlerParts: {
      station,
      channelEditor,
      portalReads: link.portal,
      shell,
      demo,
      retention,
      backups,
      backupOpening: backupOpening.opening,
      coverage,
      cleanup,
      log: stationLog,
      reports,
      stationReports,
      heartbeat,
    },
  };
}
