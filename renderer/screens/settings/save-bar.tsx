import { Button } from "@mantine/core";
import { Sentence } from "../../components/sentence.tsx";
import styles from "./save-bar.module.css";
import type { SettingsDraft } from "./use-settings.ts";

/** Says that something is not saved yet, what is wrong with it, and saves it. */
export function SaveBar({ draft }: { readonly draft: SettingsDraft }) {
  const { problems, isChanged, isOutdated, isSaving, saveError } = draft;
  if (!isChanged && saveError === null) return null;
  const hard = problems.filter(({ isOfDisk }) => !isOfDisk);
  return (
    <div className={styles.bar} role="status">
      <div className={styles.said}>
        {saveError !== null ? (
          <Sentence shape="trouble">{saveError.message}</Sentence>
        ) : isOutdated ? (
          <Sentence shape="trouble">
            The settings file was changed by somebody else in the meantime. Discard, look at the settings as
            they are now, then change them again.
          </Sentence>
        ) : hard.length > 0 ? (
          <Sentence shape="trouble">
            {hard[0]?.message}
            {hard.length > 1 ? <span className="muted"> And {hard.length - 1} more.</span> : null}
          </Sentence>
        ) : (
          <p className="muted">Not saved yet. Files go on as before until you save.</p>
        )}
      </div>
      <Button variant="default" onClick={draft.discard}>
        Discard
      </Button>
      <Button loading={isSaving} disabled={isOutdated || hard.length > 0} onClick={() => void draft.save()}>
        Save changes
      </Button>
    </div>
  );
}
