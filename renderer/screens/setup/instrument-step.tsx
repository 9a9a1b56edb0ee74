import { TextInput } from "@mantine/core";
import { settingsLabels } from "#domain/settings-labels.ts";
import { ConnectionTest } from "#renderer/screens/settings/connection-test.tsx";
import { FormPanel } from "#renderer/screens/settings/form-panel.tsx";
import { InstrumentPicker } from "#renderer/screens/settings/instrument-picker.tsx";
import { useListsOf } from "#renderer/screens/settings/portal-lists.ts";
import { textAt, withKeys } from "#renderer/screens/settings/settings-document.ts";
import { setupText } from "#renderer/text/setup.tsx";
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
    <FormPanel help={[setupText.listsComeFromPortal, setupText.instrumentNotListed]}>
      <h2 className={styles.question}>
        {all.length > 1 ? setupText.whichInstruments : setupText.whichInstrument}
      </h2>
      {all.length > 1 ? null : <p className="muted">{setupText.startWithOne}</p>}
      <NewInstrumentBar instruments={instruments} />
      <InstrumentPicker
        lists={lists}
        instrument={instrument}
        problem={() => null}
        onChanged={(changes) => change(withKeys(instrument, changes))}
      />
      <TextInput
        label={settingsLabels.name}
        description={setupText.shownOnEveryPage}
        value={textAt(instrument, "name")}
        error={taken && name !== "" ? setupText.nameTaken : null}
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
    </FormPanel>
  );
}
