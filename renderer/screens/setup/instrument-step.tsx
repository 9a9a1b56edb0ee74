import { TextInput } from "@mantine/core";
import { settingsLabels } from "#domain/settings-labels.ts";
import { ConnectionTest } from "#renderer/screens/settings/connection-test.tsx";
import { FormPanel } from "#renderer/screens/settings/form-panel.tsx";
import { InstrumentPicker } from "#renderer/screens/settings/instrument-picker.tsx";
import { useListsOf } from "#renderer/screens/settings/portal-lists.ts";
import { textAt, withKeys } from "#renderer/screens/settings/settings-document.ts";
import { NewInstrumentBar } from "./new-instrument-bar.tsx";
import styles from "./setup.module.css";
import { isIdentified } from "./setup-answers.ts";
import { StepButtons, type StepProps } from "./setup-step.tsx";

/** Which instrument? Out of the portal's own lists. */
export function InstrumentStep({ draft, instruments, onStep }: StepProps) {
  const { all, at, change, choose } = instruments;
  const instrument = all[at] ?? {};
  const { portal } = draft.document;
  const lists = useListsOf(portal);
  const site = textAt(instrument, "site");
  const name = textAt(instrument, "name").trim();
  const taken = draft.document.instruments.filter((one) => textAt(one, "name").trim() === name).length > 1;
  const unfinished = all.findIndex((one, index) => index !== at && !isIdentified(one));
  return (
    <FormPanel
      help={
        <>
          <p>
            These lists come from the portal. The persistent identifier (PID) belongs to this one instrument,
            wherever it measures.
          </p>
          <p>Not in the list? Ask the portal's operators to register the instrument. Its files wait here.</p>
        </>
      }
    >
      <div className={styles.narrow}>
        <h2 className={styles.question}>
          {all.length > 1 ? "Which instruments write on this PC?" : "Which instrument writes on this PC?"}
        </h2>
        {all.length > 1 ? null : <p className="muted">Start with one. You can add more in Settings.</p>}
        <NewInstrumentBar instruments={instruments} />
        <InstrumentPicker
          lists={lists}
          instrument={instrument}
          problem={() => null}
          onChanged={(changes) => change(withKeys(instrument, changes))}
        />
        <TextInput
          label={settingsLabels.name}
          description="Shown on every page."
          value={textAt(instrument, "name")}
          error={
            taken && name !== "" ? "Another instrument already has this name: choose a different one." : null
          }
          onChange={(event) => change(withKeys(instrument, { name: event.currentTarget.value }))}
        />
        {site === "" ? null : (
          <ConnectionTest
            portal={portal}
            username={textAt(portal, "username")}
            secret={draft.secret}
            site={site}
          />
        )}
        <StepButtons
          back="credentials"
          onStep={onStep}
          isDisabled={!isIdentified(instrument) || taken}
          onNext={() => (unfinished === -1 ? onStep("files") : choose(unfinished))}
        />
      </div>
    </FormPanel>
  );
}
