import { hasCredentials, isCutOut, isGuarded, isWebAddress } from "#base/web-address.ts";
import { instrumentRows, laterInstrumentRows, modelRows } from "./instrument-rows.ts";
import { minuteOfClock } from "./quiet-hours.ts";
import type { SettingRows } from "./setting-rows.ts";
import { stationRows } from "./station-rows.ts";

/**
 * Every setting of the file. A row is all that a plain setting needs besides its place in a form and its use: type, schema,
 * default, label, search and docs/settings.md come from it (docs/adr/0036-a-row-for-each-setting.md).
 */

const address = "must be an address that starts with https:// or http://";
/** Message for an address with a user name or password in it. */
export const noSecrets =
  "must not contain a user name or password: secrets do not belong in the settings file";
/** Message for an address of which an export shows the computer only. */
export const leftOut = "was left out of an export, as it is a secret: enter it again";
const hasNoCredentials = (written: string) => !hasCredentials(written);

export const portalRows = {
  /** Base address without a trailing slash. */
  url: {
    kind: "text",
    label: "Portal address",
    help: "The address from the portal's operators, without /api or /upload at the end.",
    meaning: "it begins with https, on this PC also with http",
    must: address,
    fits: isWebAddress,
    rules: {
      [noSecrets]: hasNoCredentials,
      'must not contain "?" or "#"': (written) => !/[?#]/.test(written),
    },
    placeholder: "https://",
  },
  username: {
    kind: "text",
    label: "User name",
    must: "must be the station's user name on the portal",
    rules: {
      // RFC 7617: Basic credentials end the user name at the first colon.
      "must not contain a colon or a control character: HTTP Basic does not allow them": (name) =>
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
        !/[:\x00-\x1f\x7f]/.test(name),
    },
  },
  concurrency: {
    kind: "number",
    label: "Parallel uploads",
    help: "1 to 16. Empty: 4",
    must: "must be a whole number from 1 to 16",
    isWhole: true,
    least: 1,
    most: 16,
    usual: 4,
  },
  /** Upper bound of sent bytes, kilobytes (1000 bytes) a second. */
  bandwidthKBps: {
    kind: "number",
    label: "Bandwidth limit",
    help: "Kilobytes per second. Empty: no limit",
    must: "must be a number of kilobytes a second above 0, or null for no limit",
    unit: " kB/s",
    usual: null,
  },
  quietHours: {
    kind: "hours",
    label: "Quiet hours",
    help: "Nothing is sent in these hours. Files wait in the queue. Local time of this PC.",
    usual: null,
  },
  /** Limits by the time of the week. */
  rates: {
    kind: "own",
    title: "Timetable",
    meaning: "limits by the time of the week ([below](#timetable))",
    usually: "none",
  },
  /** Null takes the environment's. */
  proxy: {
    kind: "text",
    label: "Proxy",
    help: "Only if your network needs one. Empty: the system's setting.",
    meaning: "an HTTP proxy, if your network needs one",
    usually: "the environment's, else the system's (its proxy script, PAC, in the desktop app only)",
    must: `${address}, or null`,
    fits: isWebAddress,
    rules: {
      "must not contain a password: leave it null and set the environment variable HTTPS_PROXY instead":
        hasNoCredentials,
    },
    placeholder: "http://proxy:3128",
    usual: null,
  },
  /** Beside the system's. */
  caFile: {
    kind: "text",
    label: "Trusted certificates",
    help: "Path of a PEM file. Only if your network uses its own certificates.",
    must: "must be the path of a PEM file, or null",
    usual: null,
  },
  /** Allows plain `http` to a host other than loopback. */
  allowInsecureHttp: {
    kind: "switch",
    label: "Allow an unencrypted address",
    title: "Allow an unencrypted address (http)",
    help: "The password can then be read on the network. Not needed for a portal on this PC.",
    usual: false,
  },
} as const satisfies SettingRows;

export const notificationRows = {
  needsYou: {
    kind: "switch",
    title: "Something needs you",
    help: "A file is refused, the password is wrong, or a folder is missing.",
    usual: true,
  },
  waiting: {
    kind: "switch",
    title: "The portal cannot be reached",
    help: "The portal cannot be reached. You do not have to do anything: files wait safely and are sent later.",
    usual: true,
  },
  silentInstrument: {
    kind: "switch",
    title: "An instrument has gone silent",
    help: "It has written no file for longer than usual, or than “Writes a file every … minutes” says; or its files are empty, damaged, or match no pattern.",
    usual: true,
  },
  poorProduct: {
    kind: "switch",
    title: "The portal finds errors in products",
    help: "The portal's quality control found errors in products of the last 7 days. Once a day for each instrument.",
    usual: false,
  },
  resolved: {
    kind: "switch",
    title: "A problem is resolved",
    help: "Follows a notification and says how long the problem lasted.",
    usual: true,
  },
  /** No notification is shown then; what is still open at the end is shown then. */
  quietHours: {
    kind: "hours",
    label: "Quiet hours of notifications",
    help: "Problems that last longer are reported afterwards. Local time of this PC.",
    usual: null,
  },
  /** Address to which each notification is posted as JSON, too. */
  webhook: {
    kind: "text",
    label: "Webhook",
    help: "The notifications of this PC are also sent to this address as JSON. Empty: none.",
    must: "must be an address that starts with https://, or null",
    fits: isGuarded,
    rules: { [noSecrets]: hasNoCredentials },
    placeholder: "https://",
    usual: null,
  },
  channels: {
    kind: "own",
    label: "Notification channel",
    title: "Add a channel",
    help: "A channel notifies people elsewhere: by e-mail, in a chat or on a phone (Slack, Teams, Mattermost, ntfy), or by a webhook.",
    meaning: "the other recipients ([below](#notification-channels))",
    usually: "none",
  },
  heartbeat: {
    kind: "own",
    label: "Heartbeat",
    help: "A service on another computer expects it, and alerts you when this PC has died.",
    meaning: "a sign of life for a service on another computer ([below](#heartbeat))",
    usually: "none",
  },
  digestAt: {
    kind: "text",
    title: "Digest",
    help: "One message with what was delivered, what waits, gaps and silent instruments. Also sent in quiet hours.",
    meaning: "when digests are sent ([below](#notification-channels))",
    must: 'must be a time such as "22:00"',
    fits: (written) => minuteOfClock(written) !== null,
    isVerbatim: true,
    usual: "08:00",
  },
} as const satisfies SettingRows;

/** `notifications.heartbeat`, where there is one. */
export const heartbeatRows = {
  /** Who knows it may send a heartbeat in the place of this PC. */
  url: {
    kind: "text",
    label: "Heartbeat address",
    help: "The address that the service shows for its check of this PC.",
    must: "must be an address that starts with https://",
    fits: isGuarded,
    rules: {
      [noSecrets]: hasNoCredentials,
      [leftOut]: (written) => !isCutOut(written),
    },
    placeholder: "https://",
  },
  everyMinutes: {
    kind: "number",
    label: "Minutes between heartbeats",
    help: "0.1 to 1,440. Empty: 5. Set the same period at the service.",
    must: "must be a number of minutes from 0.1 to 1440",
    least: 0.1,
    most: 1_440,
    usual: 5,
  },
  fail: {
    kind: "choice",
    label: "Report a failure",
    meaning:
      '`"needsYou"`: while something needs a person or files do not arrive, the heartbeat goes to the address with `/fail` and says why; `"never"`',
    must: 'must be "needsYou" or "never"',
    usual: "needsYou",
    choices: { needsYou: "While something needs you", never: "Never" },
  },
} as const satisfies SettingRows;

/** `report`, where there is one: exactly one of `url` and `folder`. */
export const stationReportRows = {
  /** Who knows it may write there. */
  url: {
    kind: "text",
    label: "Report address",
    help: "Each report is sent there by PUT, in place of the one before.",
    meaning: "the address that each report is sent to, by PUT; either this or `report.folder`",
    usually: "none",
    must: "must be an address that starts with https://, or null",
    fits: isGuarded,
    rules: {
      [noSecrets]: hasNoCredentials,
      [leftOut]: (written) => !isCutOut(written),
    },
    placeholder: "https://",
    usual: null,
  },
  folder: {
    kind: "text",
    label: "Report folder",
    help: "A folder that is there, such as one on a network drive. Each report replaces the one before.",
    meaning: "the folder that each report is written to; not in the folder of an instrument",
    usually: "none",
    must: "must be the path of a folder, or null",
    isCode: true,
    usual: null,
  },
  everyMinutes: {
    kind: "number",
    label: "Minutes between reports",
    help: "0.1 to 1,440. Empty: 15",
    must: "must be a number of minutes from 0.1 to 1440",
    least: 0.1,
    most: 1_440,
    usual: 15,
  },
  withNames: {
    kind: "switch",
    label: "Paths and file names",
    title: "Include paths and file names",
    help: "Folders, disks, and a file of each problem. Without it a report has names of instruments, counts and times only.",
    usual: false,
  },
} as const satisfies SettingRows;

export const keepRows = {
  journalLines: {
    kind: "number",
    label: "Journal lines",
    help: "About five per file. Empty: 1,000,000",
    meaning:
      "how many lines of the journal to keep, and the same number of station events. Skyferry deletes the oldest first. It always keeps deliveries and their receipts",
    must: "must be a whole number of lines from 10000 to 100000000",
    isWhole: true,
    least: 10_000,
    most: 100_000_000,
    step: 100_000,
    usual: 1_000_000,
  },
  /** Megabytes (1000000 bytes). */
  logMB: {
    kind: "number",
    label: "Log files",
    help: "Total size. Empty: 25 MB",
    meaning: "how many megabytes of log files to keep, all together. Skyferry deletes the oldest first",
    must: "must be a number of megabytes from 1 to 10000",
    least: 1,
    most: 10_000,
    unit: " MB",
    usual: 25,
  },
} as const satisfies SettingRows;

export const metricsRows = {
  port: {
    kind: "number",
    label: "Port",
    help: "1 to 65535, not used by another program on this PC",
    meaning: "Prometheus metrics are served at `/metrics` on this port, such as 9464",
    usually: "no metrics",
    must: "must be the number of a port, 1 to 65535",
    isWhole: true,
    least: 1,
    most: 65_535,
  },
  /** An address of this PC; "0.0.0.0" or "::" is every one. */
  host: {
    kind: "own",
    meaning: 'the address of this PC at which they are served; `"0.0.0.0"` opens them to the network',
    usually: '`"127.0.0.1"`',
  },
} as const satisfies SettingRows;

/** The rows of each section of the file; "" is the top of it. */
export const settingsTable = {
  "": stationRows,
  portal: portalRows,
  instruments: { ...instrumentRows, ...laterInstrumentRows },
  models: modelRows,
  notifications: notificationRows,
  "notifications.heartbeat": heartbeatRows,
  report: stationReportRows,
  keep: keepRows,
  metrics: metricsRows,
} as const;

const labels = new Map(
  Object.entries<SettingRows>(settingsTable).flatMap(([section, rows]) =>
    Object.entries(rows).map(([key, { label }]) => [section === "" ? key : `${section}.${key}`, label]),
  ),
);

/** Name of a setting in messages, by section and key: `language`, `portal.url`, `instruments.pattern`; null without one. */
export function settingLabel(key: string): string | null {
  return labels.get(key) ?? null;
}
