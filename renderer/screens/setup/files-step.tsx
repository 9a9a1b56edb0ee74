import { Panel } from "../../components/panel.tsx";
import { FinishFields } from "../settings/finish-fields.tsx";
import { FolderField, PatternField } from "../settings/instrument-form.tsx";
import { PatternTester } from "../settings/pattern-tester.tsx";
import settingsStyles from "../settings/settings.module.css";
import { textAt, withKeys } from "../settings/settings-document.ts";
import styles from "./setup.module.css";
import { StepButtons, type StepProps } from "./setup-step.tsx";

/** Where are its files, how are they called, when are they finished? */
export function FilesStep({ draft, instrument, onInstrument, onStep }: StepProps) {
  const isWhole = textAt(instrument, "folder").trim() !== "" && textAt(instrument, "pattern").trim() !== "";
  return (
    <div className={settingsStyles.split}>
      <Panel>
        <div className={styles.narrow}>
          <h2 className={styles.question}>Where are its files?</h2>
          <FolderField
            instrument={instrument}
            error={null}
            onChanged={(folder) => onInstrument(withKeys(instrument, { folder }))}
          />
          <PatternField
            instrument={instrument}
            error={null}
            onChanged={(pattern) => onInstrument(withKeys(instrument, { pattern }))}
          />
          <FinishFields
            finish={instrument.finish}
            problem={null}
            form={draft.saved.form}
            onChanged={(finish) => onInstrument(withKeys(instrument, { finish }))}
          />
          <StepButtons
            back="instrument"
            onStep={onStep}
            isDisabled={!isWhole}
            onNext={() => onStep("check")}
          />
        </div>
      </Panel>
      <Panel title="What it takes of the folder">
        <PatternTester
          instrument={instrument}
          onPattern={(pattern) => onInstrument(withKeys(instrument, { pattern }))}
        />
      </Panel>
    </div>
  );
}
