import { Panel } from "../../components/panel.tsx";
import { Sentence } from "../../components/sentence.tsx";
import { Trouble } from "../../components/trouble.tsx";
import { useHostQuery } from "../../store/host.tsx";
import type { SettingsProblem } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

/** What keeps the whole file from being used; null where it can be, or where there is none yet. */
export function brokenFile({ saved, isChanged }: SettingsDraft): SettingsProblem | null {
  return isChanged || !saved.exists ? null : (saved.problems.find(({ key }) => key === "") ?? null);
}

/** Stands in place of the forms, which would look as if nothing had ever been set. */
export function BrokenFile({ problem }: { readonly problem: SettingsProblem }) {
  const { data: status } = useHostQuery("status", {});
  // The station knows whether it goes on with the settings of before.
  const { message } = status?.settingsProblems.find(({ key }) => key === "") ?? problem;
  return (
    <Trouble
      title="The settings file cannot be used"
      message={`${message} Your files are safe in their folders. Mend the file in a text editor, or put an older copy back: this page follows by itself.`}
    />
  );
}

/** What the file says wrongly outside of the instruments, whichever part is open; theirs stand beside them. */
export function FileProblems({ draft }: { readonly draft: SettingsDraft }) {
  const { saved, isChanged } = draft;
  const problems = saved.problems.filter(({ key }) => key !== "" && !key.startsWith("instruments["));
  if (isChanged || problems.length === 0) return null;
  return (
    <Panel title="What the settings file says wrongly">
      {problems.map(({ key, message }) => (
        <Sentence key={`${key} ${message}`} shape="trouble">
          {message}
        </Sentence>
      ))}
    </Panel>
  );
}
