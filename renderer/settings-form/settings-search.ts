import { say } from "#base/say.ts";
import { modelRows } from "#domain/instrument-rows.ts";
import type { SettingRows } from "#domain/setting-rows.ts";
import { keepRows, notificationRows, portalRows, settingsTable } from "#domain/settings-table.ts";
import { stationRows } from "#domain/station-rows.ts";
import { withEnglish } from "#renderer/store/english-names.ts";
import { channelsText } from "#renderer/text/channels.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { timetableText } from "#renderer/text/timetable-text.ts";
import { tokenText } from "#renderer/text/token-text.ts";

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

/** The settings of a section; one that has no field of its own name is shown in the panel of this title. */
function ofSection(section: string, rows: SettingRows, to: string, panel?: string): KnownSetting[] {
  return Object.entries(rows).flatMap(([key, row]) => {
    const id = `${section}.${key}`;
    const name = row.title ?? row.label;
    if (name === undefined) return [];
    const label = say(name);
    const anchor = row.title === undefined ? label : (panel ?? label);
    return { id, label, help: helpOfPanel[id] ?? say(row.help ?? ""), to, anchor };
  });
}

/** Help in place of a field's own: the panel says what the setting is for. */
const helpOfPanel: Readonly<Record<string, string>> = {
  "portal.concurrency": settingsText.linkHelp,
  "keep.journalLines": settingsText.journalAndLogsKept,
  "keep.logMB": settingsText.journalAndLogsKept,
  "portal.rates": timetableText.lead,
  "instruments.finish": settingsText.whenUnchanged,
};

/** Settings that the table does not have; `anchor` is left out where the label itself stands on the page. */
function at(
  to: string,
  rows: readonly (readonly [id: string, label: string, help?: string, anchor?: string])[],
): KnownSetting[] {
  return rows.map(([id, label, help = "", anchor = label]) => ({ id, label, help, to, anchor }));
}

const sourceRows = { ...settingsTable.instruments, model: modelRows.model };

/** If the portal's lists are known, one choice stands for type and PID. */
const instead: Readonly<Record<string, string>> = { "instruments.pid": settingsText.instrumentChoice };

const ofStation: readonly KnownSetting[] = [
  ...ofSection("portal", portalRows, "/settings/portal"),
  ...at("/settings/portal", [
    ["password", settingsText.portalPassword, settingsText.passwordTakesEffectAtOnce],
  ]),
  ...ofSection("notifications", notificationRows, "/settings/notifications", channelsText.whoIsTold),
  ...at("/settings/notifications", [["report", channelsText.report.title, channelsText.report.lead]]),
  ...ofSection("keep", keepRows, "/settings/storage"),
  ...at("/settings/general", [
    ["language", say(stationRows.language.label), say(stationRows.language.help)],
    ["theme", settingsText.colours, settingsText.coloursHelp],
    ["startAtLogin", settingsText.startAtLogin, settingsText.startsInTray, settingsText.general],
    ["updates", settingsText.checkForUpdates, "", settingsText.general],
    ["tokens", tokenText.title, tokenText.help],
    ["metrics", settingsText.prometheusMetrics, settingsText.metricsHelp],
  ]),
  ...at("/settings/backup", [
    ["export", settingsText.exportSettings, settingsText.settingsFile, settingsText.settingsFile],
    ["import", settingsText.importSettings, settingsText.settingsFile, settingsText.settingsFile],
    ["copies", settingsText.stationCopies, settingsText.stationCopiesHelp],
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
  const fields = ofSection("instruments", sourceRows, only ?? "/settings/instruments").map((one) =>
    only !== null
      ? { ...one, instead: instead[one.id] ?? "" }
      : { ...one, anchor: settingsText.sources.instruments.title },
  );
  return [...own, ...fields, ...ofStation];
}

/** The address of a setting. */
export function addressOf({ id, to }: KnownSetting): string {
  return `${to}?field=${encodeURIComponent(id)}`;
}

/** Those that hold every word in label, help or key, or in the English of the first two; those whose label begins with the words first, then by label. */
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
      const text = `${withEnglish(label)} ${withEnglish(help)} ${id}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => rank(one) - rank(other));
}
