import { Panel } from "#renderer/components/panel.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { Trouble } from "#renderer/components/trouble.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { problemText } from "./field-names.ts";
import type { SettingsDraft } from "./use-settings.ts";

/** Why the whole file cannot be used: broken, or gone while its settings are in force; null where there is none yet. */
export function useBrokenFile({ saved, isChanged }: SettingsDraft): string | null {
  const { data: status } = useHostQuery("status", {});
  const own = saved.problems.find(isOfWhole);
  if (isChanged || own === undefined) return null;
  if (!saved.exists && (status === undefined || status.instruments.length === 0)) return null;
  // The station knows whether it goes on with the settings of before.
  return status?.settingsProblems.find(isOfWhole)?.message ?? own.message;
}

function isOfWhole({ key }: { readonly key: string }): boolean {
  return key === "";
}

/** Shown in place of the forms, which would look as if nothing had ever been set. */
export function BrokenFile({ message, isGone }: { readonly message: string; readonly isGone: boolean }) {
  const remedy = isGone ? settingsText.restoreFile : settingsText.correctFile;
  return (
    <Trouble
      title={commonText.settingsFileUnusable}
      message={settingsText.filesAreSafeAndRemedy(message, remedy)}
    />
  );
}

/** What the file says wrongly outside of the instruments, whichever part is open; theirs are beside them. */
export function FileProblems({ draft }: { readonly draft: SettingsDraft }) {
  const { saved, isChanged } = draft;
  const problems = saved.problems.filter(({ key }) => key !== "" && !key.startsWith("instruments["));
  if (isChanged || problems.length === 0) return null;
  return (
    <Panel title={settingsText.problemsInSettingsFile}>
      {problems.map(({ key, message }) => (
        <Sentence key={`${key} ${message}`} shape="trouble">
          {problemText({ key, message })}
        </Sentence>
      ))}
    </Panel>
  );
}
