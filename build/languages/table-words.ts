import { causes, causeWords } from "#domain/cause.ts";
import { channelLabels } from "#domain/channels.ts";
import { keepReasons } from "#domain/removable.ts";
import type { SettingRow } from "#domain/setting-rows.ts";
import { settingsTable } from "#domain/settings-table.ts";

/** Words of the engine's tables that the pages say. */
export function tableWords(): readonly string[] {
  const rows = Object.values(settingsTable).flatMap((section): readonly SettingRow[] =>
    Object.values(section),
  );
  return [
    ...causeTexts(),
    ...rows.flatMap((row) => [row.title, row.label, row.help, ...choicesOf(row)]),
    ...Object.values(keepReasons),
    ...Object.values(channelLabels),
  ].filter((words) => words !== undefined);
}

/** Titles and remedies of the causes. */
export function causeTexts(): readonly string[] {
  return causes.map(causeWords).flatMap(({ title, remedy }) => [title, remedy]);
}

function choicesOf(row: SettingRow): readonly string[] {
  return row.kind === "choice" ? Object.values(row.choices) : [];
}
