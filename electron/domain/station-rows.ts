import { languageNames } from "#base/chosen-language.ts";
import type { SettingRows } from "./setting-rows.ts";

/** Settings of the station itself, at the top of the file. */
export const stationRows = {
  language: {
    kind: "choice",
    label: "Language",
    help: "The language of these pages, of notifications and of mails. Logs and files for programs stay English.",
    must: 'must be "auto", "en", "fi", "de", "fr", "it", "es" or "pl"',
    usual: "auto",
    choices: { auto: "Automatic", ...languageNames },
  },
} as const satisfies SettingRows;
