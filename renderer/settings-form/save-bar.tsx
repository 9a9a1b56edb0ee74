import { Button } from "@mantine/core";
import { say } from "#base/say.ts";
import { focusPage } from "#renderer/components/focus-page.ts";
import { Sentence } from "#renderer/components/sentence.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import { fieldName } from "./field-names.ts";
import styles from "./settings.module.css";
import { channelsIn, type SettingsDocument, type SettingsProblemShown, textAt } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

/** Says that something is not saved yet, what is wrong with it, and saves it. */
export function SaveBar({ draft }: { readonly draft: SettingsDraft }) {
  const { problems, isChanged, isOutdated, isSaving, saveError } = draft;
  if (!isChanged && saveError === null) return null;
  const hard = problems.filter(({ isOfDisk }) => !isOfDisk);
  return (
    <div className={`${styles.bar} row`} data-bar="save" role="status">
      <div className="grows breaks">
        {saveError !== null ? (
          <Sentence shape="problem">{saveError.message}</Sentence>
        ) : isOutdated ? (
          <Sentence shape="problem">{settingsText.changedElsewhere}</Sentence>
        ) : hard.length > 0 ? (
          <Sentence shape="problem">{toCorrect(hard, draft.document)}</Sentence>
        ) : (
          <p className="muted">{settingsText.notSavedYet}</p>
        )}
      </div>
      <Button
        variant="default"
        onClick={() => {
          focusPage();
          draft.discard();
        }}
      >
        {settingsText.discardChanges}
      </Button>
      <Button loading={isSaving} disabled={isOutdated || hard.length > 0} onClick={() => void draft.save()}>
        {say("Save changes")}
      </Button>
    </div>
  );
}

/** Names the fields; what is wrong with each is beside it. */
export function toCorrect(problems: readonly SettingsProblemShown[], document: SettingsDocument): string {
  const channels = channelsIn(document);
  const fields = new Set(
    problems.flatMap(({ key }) => {
      const channel = channels[Number(/^notifications\.channels\[(\d+)\]/.exec(key)?.[1])];
      return textAt(channel ?? null, "name") || (fieldName(key) ?? []);
    }),
  );
  if (fields.size === 0) return problems[0]?.message ?? "";
  return settingsText.correctBeforeSaving([...fields].map((name) => `“${name}”`));
}
