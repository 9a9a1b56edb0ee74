import { plainly, type SettingsProblem } from "./settings-document.ts";

/** What the fields of the forms are called, by their keys in the file. */
const fieldNames: Readonly<Record<string, string>> = {
  "portal.url": "Portal address",
  "portal.username": "User name",
  "portal.concurrency": "Parallel uploads",
  "portal.bandwidthKBps": "Bandwidth limit",
  "portal.quietHours": "Quiet hours",
  "portal.proxy": "Proxy",
  "portal.caFile": "Trusted certificates",
  "portal.allowInsecureHttp": "Allow an unencrypted address",
  "notifications.quietHours": "No notifications between",
  "notifications.webhook": "Webhook",
  "keep.journalLines": "Journal lines",
  "keep.logMB": "Log files",
  "metrics.port": "Port",
  name: "Display name",
  site: "Site",
  instrument: "Instrument type",
  pid: "Persistent identifier (PID)",
  folder: "Folder",
  pattern: "Pattern",
  finish: "A file is finished",
  tags: "Tags",
  since: "Start date",
  expectEveryMinutes: "Writes a file every … minutes",
  network: "The folder is on a network drive",
};

/** The field at fault as its form calls it: `Pattern`; null for a key that has no field. */
export function fieldName(key: string): string | null {
  const inInstrument = /^instruments\[\d+\]\.(\w+)/.exec(key)?.[1];
  const path = inInstrument ?? key.split(/[.[]/).slice(0, 2).join(".");
  return Object.hasOwn(fieldNames, path) ? (fieldNames[path] ?? null) : null;
}

/** A problem away from its form: `Pattern: must hold a date.`; as the file says it where there is no field. */
export function problemText({ key, message }: Pick<SettingsProblem, "key" | "message">): string {
  const field = fieldName(key);
  const said = plainly(message);
  if (field === null || said === message) return message;
  const instrument = / of "((?:[^"\\]|\\.)*)"/.exec(message)?.[1];
  const of = instrument === undefined ? "" : ` of ${instrument}`;
  return `${field}${of}: ${said.charAt(0).toLowerCase()}${said.slice(1)}`;
}
