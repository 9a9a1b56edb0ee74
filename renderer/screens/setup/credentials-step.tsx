import { PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { settingsLabels } from "#domain/settings-labels.ts";
import { FormPanel } from "#renderer/screens/settings/form-panel.tsx";
import { passwordWords } from "#renderer/screens/settings/password-field.tsx";
import { problemOf, textAt, withPortal } from "#renderer/screens/settings/settings-document.ts";
import type { SettingsDraft } from "#renderer/screens/settings/use-settings.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { setupText } from "#renderer/text/setup.tsx";
import styles from "./setup.module.css";
import { hasPassword } from "./setup-answers.ts";
import type { StepProps } from "./setup-step.tsx";
import { TestedForm } from "./tested-next.tsx";

/** Who sends? The password stays in this page until the last one is confirmed. */
export function CredentialsStep({ draft, proofs, onStep }: StepProps) {
  const { document, saved, problems, secret } = draft;
  const { portal } = document;
  const [before] = useState(secret);
  const [typed, setTyped] = useState("");
  const { data: store } = useHostQuery("settings.passwordStore", {}, { staleMs: 60_000 });
  const username = textAt(portal, "username");
  return (
    <FormPanel help={[setupText.credentialsWhy, setupText.nextSignsIn]}>
      <TestedForm
        step="credentials"
        tried={{ portal, username, secret, site: null }}
        proofs={proofs}
        back="portal"
        next="instrument"
        isDisabled={username.trim() === "" || !hasPassword(draft)}
        onStep={onStep}
      >
        <h2 className={styles.question}>{setupText.whichUser}</h2>
        <TextInput
          label={settingsLabels["portal.username"]}
          autoComplete="off"
          value={username}
          error={username === "" ? null : problemOf(problems, "portal.username")}
          onChange={(event) => draft.change(withPortal(document, { username: event.currentTarget.value }))}
        />
        <PasswordInput
          label="Password"
          description={passwordHelp(before, saved.password, store?.place ?? null)}
          autoComplete="off"
          disabled={saved.password.isFixed}
          value={typed}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            draft.changeSecret(text === "" ? before : { kind: "typed", text });
          }}
        />
      </TestedForm>
    </FormPanel>
  );
}

/** Which password is used, or where a new one goes; nothing is said of a place that is not known yet. */
function passwordHelp(
  secret: SettingsDraft["secret"],
  kept: SettingsDraft["saved"]["password"],
  store: "keychain" | "fallback" | null,
): string {
  if (secret?.kind === "imported") return setupText.passwordFromClient;
  if (secret?.kind === "typed") return setupText.passwordAlreadyTyped;
  if (kept.isFixed) return passwordWords(kept);
  if (kept.place !== null) return setupText.leaveEmptyToUse(passwordWords(kept));
  switch (store) {
    case "keychain":
      return setupText.passwordGoesToKeychain;
    case "fallback":
      return setupText.passwordGoesToFile;
    case null:
      return "";
  }
}
