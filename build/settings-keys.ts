import { readFileSync } from "node:fs";
import path from "node:path";
import { capital, countText } from "#base/text.ts";
import type { SettingRow, SettingRows } from "#domain/setting-rows.ts";
import { settingsTable } from "#domain/settings-table.ts";

/** docs/settings.md with the table of its section *Keys* as the settings' rows say it; the rest of the page as it is. */
export function settingsPage(top: string): string {
  const page = readFileSync(path.join(top, "docs/settings.md"), "utf8");
  const { models, ...sections } = settingsTable;
  const rows = Object.entries<SettingRows>({ ...sections, models: { model: models.model } }).flatMap(
    ([section, of]) => Object.entries(of).map(([key, row]) => lineOf(nameOf(section, key), row)),
  );
  const table = ["| key | meaning | default |", "|---|---|---|", ...rows]
    .join("\n")
    .replaceAll("](docs/", "](");
  return page.replace(/(?<=^## Keys\n\n)(?:\|.*\n)+/m, () => `${table}\n`);
}

function nameOf(section: string, key: string): string {
  if (section === "") return key;
  return section === "instruments" || section === "models" ? `${section}[].${key}` : `${section}.${key}`;
}

const empty = /\s*\bEmpty: (.+?)\.?$/;

/** The help tells the default after `Empty:`. */
function lineOf(name: string, row: SettingRow): string {
  const usual = row.usually ?? empty.exec(row.help ?? "")?.[1] ?? usualOf(row);
  return `| \`${name}\` | ${meaningOf(row)} | ${usual} |`;
}

/** A text without help says what it must be. */
function meaningOf(row: SettingRow): string {
  const must = row.kind === "text" ? row.must.replace("must be ", "") : "";
  const said = row.meaning ?? row.help?.replace(empty, "") ?? must;
  const label = row.label ?? row.title ?? "";
  return [said.startsWith(label) ? "" : label, said, extentOf(row, said)]
    .flatMap((one) => (one === "" ? [] : capital(one.replace(/\.$/, ""))))
    .join(". ");
}

function extentOf(row: SettingRow, said: string): string {
  if (row.kind === "hours") return 'Such as `{"from":"22:00","to":"06:00"}`';
  if (row.kind === "choice")
    return Object.entries(row.choices)
      .map(([value, words]) => `\`${value}\` ${words}`)
      .join("; ");
  if (row.kind !== "number" || row.most === undefined || /\d to \d/.test(said)) return "";
  return `${countText(row.least ?? 0)} to ${countText(row.most)}`;
}

function usualOf(row: SettingRow): string {
  if (row.kind === "own" || row.usual === undefined) return "–";
  if (row.usual === null) return "none";
  return row.kind === "switch" ? String(row.usual) : `\`${row.kind === "texts" ? "[]" : row.usual}\``;
}
