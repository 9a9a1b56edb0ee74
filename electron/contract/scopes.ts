import type { NeededScope } from "#domain/stored-token.ts";
import type { MethodName } from "./methods.ts";

interface MethodAccess {
  /** Least that a caller must have. */
  readonly scope: NeededScope;
  /** It is at `/api/v1`, where it is only added to. False for pieces of the pages, and for what a window alone can do. */
  readonly isStable: boolean;
}

const stable = {
  read: { scope: "read", isStable: true },
  operate: { scope: "operate", isStable: true },
  host: { scope: "host", isStable: true },
} as const;

const ofPages = {
  read: { scope: "read", isStable: false },
  host: { scope: "host", isStable: false },
} as const;

/**
 * Who may call each method. *read* sees no password, no address of a channel and nothing that is in a file; *operate* may do
 * what neither settings nor files need; all else needs the host's own token. A method that is missing here does not compile.
 */
const accessTable: { readonly [M in MethodName]: MethodAccess } = {
  status: stable.read,
  explain: stable.read,
  host: stable.read,
  pause: stable.operate,
  resume: stable.operate,
  "backlog.pause": stable.operate,
  "backlog.resume": stable.operate,
  snooze: stable.operate,
  "snooze.end": stable.operate,
  tryNow: stable.operate,
  rescan: stable.operate,
  "folder.check": stable.operate,

  "known.list": stable.read,
  "known.mark": stable.operate,
  "known.end": stable.operate,

  uploads: stable.read,
  upload: stable.read,
  retry: stable.operate,
  sendAgain: stable.operate,
  cancel: stable.operate,
  unsent: stable.read,
  queue: stable.read,
  "queue.windows": ofPages.read,
  "queue.counts": stable.read,
  "upload.history": stable.read,

  // They bring files to this PC, and send them in the name of the station.
  "added.judge": stable.host,
  "added.begin": stable.host,
  "added.append": stable.host,
  "added.check": stable.host,
  "added.send": stable.host,
  "added.discard": stable.host,
  "added.remove": stable.host,

  journal: stable.read,
  "journal.page": stable.read,
  "journal.export": stable.read,
  "log.days": stable.read,
  "log.events": stable.read,
  "log.since": stable.read,
  receipts: stable.read,
  report: stable.read,
  stationReport: stable.read,
  // They name the address.
  "stationReport.sent": stable.host,
  "heartbeat.sent": stable.host,
  activity: stable.read,
  "coverage.days": stable.read,
  "coverage.day": stable.read,
  "coverage.gone": ofPages.read,
  "coverage.places": stable.read,
  "coverage.sendMissing": stable.operate,

  "verify.start": stable.operate,
  "verify.stop": stable.operate,
  "verify.read": stable.read,
  "cleanup.start": stable.operate,
  "cleanup.stop": stable.operate,
  "cleanup.read": stable.read,
  "cleanup.files": stable.read,

  "portal.address": stable.read,
  "portal.sites": stable.read,
  "portal.products": stable.read,
  "portal.productVariables": stable.read,
  "portal.instrumentTypes": stable.read,
  "portal.models": stable.read,
  "portal.instrumentRecords": stable.read,
  "portal.file": stable.read,
  "portal.files": stable.read,
  "portal.modelFiles": stable.read,
  "portal.visualization": stable.read,
  "portal.visualizations": stable.read,
  "portal.rawFiles": stable.read,
  "portal.rawModelFiles": stable.read,
  "portal.image": ofPages.host,

  "downloads.start": stable.host,
  "downloads.list": stable.host,
  "downloads.files": stable.host,
  "downloads.cancel": stable.host,
  "downloads.retry": stable.host,
  "downloads.clear": stable.host,
  "netcdf.open": ofPages.host,
  "netcdf.plot": ofPages.host,
  "netcdf.close": ofPages.host,

  "settings.read": stable.host,
  "settings.save": stable.host,
  "settings.check": stable.host,
  "settings.export": stable.host,
  "settings.setPassword": stable.host,
  "settings.forgetPassword": stable.host,
  "settings.passwordStore": ofPages.host,
  "settings.testConnection": ofPages.host,
  "settings.portalLists": ofPages.host,
  "settings.importSubmitConfig": ofPages.host,
  "settings.removed": ofPages.host,
  "settings.testPattern": ofPages.host,
  "settings.suggestPattern": ofPages.host,
  "settings.dryRun": ofPages.host,
  "settings.plan": ofPages.host,
  "folders.list": ofPages.host,

  diagnostics: stable.host,
  notifications: stable.read,
  tray: ofPages.read,
  "notifications.test": stable.host,
  "notifications.testChannel": ofPages.host,
  "notifications.password": ofPages.host,
  "notifications.setPassword": ofPages.host,
  "tokens.list": stable.host,
  "tokens.create": stable.host,
  "tokens.revoke": stable.host,
  "retention.read": stable.read,
  "backup.take": stable.host,
  "backup.look": ofPages.host,
  "backup.open": ofPages.host,
  "metrics.server": ofPages.read,

  "shell.facts": ofPages.host,
  "shell.chooseFolder": ofPages.host,
  "shell.reveal": ofPages.host,
  "shell.setStartAtLogin": ofPages.host,
  "shell.checkForUpdate": ofPages.host,
  "shell.testNotification": ofPages.host,
  // The address of the try-out has its token.
  "demo.state": ofPages.host,
  "demo.start": ofPages.host,
  "demo.end": ofPages.host,
};

export function accessOf(method: MethodName): MethodAccess {
  return accessTable[method];
}
