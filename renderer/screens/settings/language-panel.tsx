import { draftLanguages, languageFiles } from "virtual:languages";
import { Select } from "@mantine/core";
import { isLanguageTag, languageNames } from "#base/chosen-language.ts";
import { say } from "#base/say.ts";
import { stationRows } from "#domain/station-rows.ts";
import { Lockable, LockNotice, lockAt } from "#renderer/settings-form/locks.tsx";
import { problemOf, textAt } from "#renderer/settings-form/settings-document.ts";
import { SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";

const row = stationRows.language;

/** Each in its own language; one without texts is not offered. */
const choices = [
  { value: row.usual, label: say("Automatic (browser or system)") },
  ...Object.entries(languageNames)
    .filter(([tag]) => tag === "en" || tag in languageFiles)
    .map(([tag, name]) => ({ value: tag, label: isDraft(tag) ? say("{name} (draft)", { name }) : name })),
];

function isDraft(tag: string): boolean {
  return isLanguageTag(tag) && draftLanguages.includes(tag);
}

/** The language of the station; the page is loaded again in it once it is saved. */
export function LanguagePanel({ draft }: { readonly draft: SettingsDraft }) {
  const { document, problems, change, saved } = draft;
  const { language: _, ...rest } = document;
  return (
    <SettingsPanel title={say(row.label)}>
      <LockNotice saved={saved} keys={["language"]} />
      <Lockable lock={lockAt(draft, "language")}>
        <Select
          name="language"
          label={say(row.label)}
          description={say(row.help)}
          data={choices}
          value={textAt(document, "language") || row.usual}
          error={problemOf(problems, "language")}
          onChange={(tag) => change(tag === null || tag === row.usual ? rest : { ...rest, language: tag })}
        />
      </Lockable>
    </SettingsPanel>
  );
}
