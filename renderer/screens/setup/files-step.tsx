import { Panel } from "#renderer/components/panel.tsx";
import { FinishFields } from "#renderer/screens/settings/finish-fields.tsx";
import { FolderField, PatternField } from "#renderer/screens/settings/instrument-form.tsx";
import { PatternTester } from "#renderer/screens/settings/pattern-tester.tsx";
import settingsStyles from "#renderer/screens/settings/settings.module.css";
import { withKeys } from "#renderer/screens/settings/settings-document.ts";
import { commonText } from "#renderer/text/common.ts";
import { setupText } from "#renderer/text/setup.tsx";
import { NewInstrumentBar } from "./new-instrument-bar.tsx";
import styles from "./setup.module.css";
import { isLocated } from "./setup-answers.ts";
import { StepButtons, type StepProps } from "./setup-step.tsx";

/** Where are its files, how are they called, when are they finished? */
export function FilesStep({ draft, instruments, onStep }: StepProps) {
  const { all, at, change, choose } = instruments;
  const instrument = all[at] ?? {};
  const unfinished = all.findIndex((one, index) => index !== at && !isLocated(one));
  return (
    <div className={settingsStyles.split}>
      <Panel>
        <div className={`${styles.narrow} stack`}>
          <h2 className={styles.question}>{setupText.whereAreItsFiles}</h2>
          <NewInstrumentBar instruments={instruments} />
          <FolderField
            instrument={instrument}
            error={null}
            onChanged={(folder) => change(withKeys(instrument, { folder }))}
          />
          <PatternField
            instrument={instrument}
            error={null}
            onChanged={(pattern) => change(withKeys(instrument, { pattern }))}
          />
          <FinishFields
            finish={instrument.finish}
            problem={null}
            form={draft.saved.form}
            onChanged={(finish) => change(withKeys(instrument, { finish }))}
          />
          <StepButtons
            back="instrument"
            onStep={onStep}
            isDisabled={!isLocated(instrument)}
            onNext={() => (unfinished === -1 ? onStep("check") : choose(unfinished))}
          />
        </div>
      </Panel>
      <Panel title={commonText.filesInFolder}>
        <PatternTester
          instrument={instrument}
          onPattern={(pattern) => change(withKeys(instrument, { pattern }))}
        />
      </Panel>
    </div>
  );
}
