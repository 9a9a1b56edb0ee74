import { notificationKinds } from "#domain/notification-settings.ts";
import { settingsLabels } from "#domain/settings-labels.ts";
import { channelsText } from "#renderer/text/channels.ts";
import { commonText } from "#renderer/text/common.ts";
import { settingsText } from "#renderer/text/settings.tsx";

/** A setting as the search knows it. */
export interface KnownSetting {
  /** The key in the settings file, or a word of its own; unique. */
  readonly id: string;
  readonly label: string;
  readonly help: string;
  /** The page that shows it. */
  readonly to: string;
  /** Text that is shown there in any case: the label of a field or the title of a panel. */
  readonly anchor: string;
  /** Text that is shown there in its place. */
  readonly instead?: string;
}

/** `anchor` is left out where the label itself stands on the page. */
function at(
  to: string,
  rows: readonly (readonly [id: string, label: string, help?: string, anchor?: string])[],
) {
  return rows.map(([id, label, help = "", anchor = label]) => ({ id, label, help, to, anchor }));
}

const labels = settingsLabels;

const ofInstrument = [
  ["instruments.name", labels.name, settingsText.instrumentNameHelp],
  ["instruments.site", labels.site],
  ["instruments.instrument", labels.instrument],
  ["instruments.model", labels.model],
  ["instruments.pid", labels.pid],
  ["instruments.folder", labels.folder, settingsText.folderHelp],
  ["instruments.pattern", labels.pattern, settingsText.patternHelp],
  ["instruments.finish", labels.finish, settingsText.whenUnchanged],
  ["instruments.check", labels.check, settingsText.contentCheckHelp],
  ["instruments.tags", labels.tags, settingsText.tagsHelp],
  ["instruments.since", labels.since],
  ["instruments.expectEveryMinutes", labels.expectEveryMinutes, settingsText.silenceHelp],
  ["instruments.offUntil", labels.offUntil, settingsText.offUntilHelp],
  ["instruments.network", labels.network, settingsText.networkDriveHelp],
] as const;

/** If the portal's lists are known, one choice stands for type and PID. */
const instead: Readonly<Record<string, string>> = { "instruments.pid": settingsText.instrumentChoice };

const ofStation: readonly KnownSetting[] = [
  ...at("/settings/portal", [
    ["portal.url", labels["portal.url"], commonText.portalAddressHelp],
    ["portal.username", labels["portal.username"]],
    ["password", settingsText.portalPassword, settingsText.passwordTakesEffectAtOnce],
    ["portal.concurrency", labels["portal.concurrency"], settingsText.linkHelp],
    ["portal.bandwidthKBps", labels["portal.bandwidthKBps"], settingsText.bandwidthHelp],
    ["portal.quietHours", labels["portal.quietHours"], settingsText.quietHoursHelp],
    ["portal.proxy", labels["portal.proxy"], settingsText.proxyHelp],
    ["portal.caFile", labels["portal.caFile"], settingsText.certificateHelp],
    [
      "portal.allowInsecureHttp",
      `${labels["portal.allowInsecureHttp"]} (http)`,
      settingsText.insecureHttpHelp,
    ],
  ]),
  ...at("/settings/notifications", [
    ...notificationKinds.map((kind) => {
      const { label, help } = settingsText.notificationKinds[kind];
      return [`notifications.${kind}`, label, help, channelsText.whoIsTold] as const;
    }),
    ["notifications.channels", channelsText.add, channelsText.none, channelsText.whoIsTold],
    ["notifications.quietHours", labels["notifications.quietHours"], settingsText.quietNightHelp],
    ["notifications.webhook", labels["notifications.webhook"], settingsText.webhookHelp],
    ["notifications.digestAt", channelsText.digest, channelsText.digestHelp, channelsText.whoIsTold],
  ]),
  ...at("/settings/storage", [
    ["keep.journalLines", labels["keep.journalLines"], settingsText.journalAndLogsKept],
    ["keep.logMB", labels["keep.logMB"], settingsText.journalAndLogsKept],
  ]),
  ...at("/settings/general", [
    ["theme", settingsText.colours, settingsText.coloursHelp],
    ["startAtLogin", settingsText.startAtLogin, settingsText.startsInTray, settingsText.general],
    ["updates", settingsText.checkForUpdates, "", settingsText.general],
    ["metrics", settingsText.prometheusMetrics, settingsText.metricsHelp],
  ]),
  ...at("/settings/backup", [
    ["export", settingsText.exportSettings, settingsText.settingsFile, settingsText.settingsFile],
    ["import", settingsText.importSettings, settingsText.settingsFile, settingsText.settingsFile],
    ["importFromClient", settingsText.importFromClient, settingsText.clientFileHelp],
    ["supportBundle", settingsText.supportBundle, settingsText.supportBundleHelp],
  ]),
];

/** Every setting of a station with these instruments; their fields are those of the page that is open, or of the one that there is. */
export function knownSettings(
  instruments: readonly string[],
  open: string | null = null,
): readonly KnownSetting[] {
  const own = instruments.map((name, index) => ({
    id: `instruments.${index}`,
    label: name,
    help: "",
    to: `/settings/instruments/${index}`,
    anchor: name,
  }));
  const only = open ?? (instruments.length === 1 ? "/settings/instruments/0" : null);
  const fields =
    only !== null
      ? at(only, ofInstrument).map((one) => ({ ...one, instead: instead[one.id] ?? "" }))
      : at("/settings/instruments", ofInstrument).map((one) => ({
          ...one,
          anchor: settingsText.sources.instruments.title,
        }));
  return [...own, ...fields, ...ofStation];
}

/** Those that hold every word in label, help or key; those whose label begins with the words first, then by label. */
export function findSettings(known: readonly KnownSetting[], typed: string): readonly KnownSetting[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [];
  const words = wanted.split(/\s+/);
  const rank = ({ label }: KnownSetting) => {
    const lower = label.toLowerCase();
    if (lower.startsWith(wanted)) return 0;
    return words.every((word) => lower.includes(word)) ? 1 : 2;
  };
  return known
    .filter(({ id, label, help }) => {
      const text = `${label} ${help} ${id}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => rank(one) - rank(other));
}
