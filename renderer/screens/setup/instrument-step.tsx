import { TextInput } from "@mantine/core";
import { ConnectionTest } from "../settings/connection-test.tsx";
import { FormPanel } from "../settings/form-panel.tsx";
import { InstrumentPicker } from "../settings/instrument-picker.tsx";
import { textAt, withKeys } from "../settings/settings-document.ts";
import styles from "./setup.module.css";
import { StepButtons, type StepProps } from "./setup-step.tsx";

/** Which instrument? Out of the portal's own lists. */
export function InstrumentStep({ draft, instrument, onInstrument, onStep }: StepProps) {
  const site = textAt(instrument, "site");
  const name = textAt(instrument, "name").trim();
  const taken = draft.document.instruments.some((one) => textAt(one, "name") === name);
  const isWhole =
    site !== "" && textAt(instrument, "instrument") !== "" && textAt(instrument, "pid") !== "" && name !== "";
  return (
    <FormPanel
      help={
        <>
          <p>
            The lists come from the portal. The persistent identifier (PID) stands for this very instrument,
            wherever it measures.
          </p>
          <p>Yours is not in the list? Ask the portal's operators to register it; the files wait here.</p>
        </>
      }
    >
      <div className={styles.narrow}>
        <h2 className={styles.question}>Which instrument writes on this computer?</h2>
        <p className="muted">Begin with one; more can be added in the settings.</p>
        <InstrumentPicker
          instrument={instrument}
          problem={() => null}
          onChanged={(changes) => onInstrument(withKeys(instrument, changes))}
        />
        <TextInput
          label="Name here"
          description="How it is called on every page."
          value={textAt(instrument, "name")}
          error={taken ? "Another instrument has this name already: choose another one." : null}
          onChange={(event) => onInstrument(withKeys(instrument, { name: event.currentTarget.value }))}
        />
        {site === "" ? null : <ConnectionTest portal={draft.document.portal} password={null} site={site} />}
        <StepButtons
          back="credentials"
          onStep={onStep}
          isDisabled={!isWhole || taken}
          onNext={() => onStep("files")}
        />
      </div>
    </FormPanel>
  );
}
