import { PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { say } from "#base/say.ts";
import { portalRows } from "#domain/settings-table.ts";
import { useConnectionTest } from "#renderer/settings-form/connection-test.tsx";
import { Lockable, LockNotice, lockAt } from "#renderer/settings-form/locks.tsx";
import { passwordWords } from "#renderer/settings-form/password-field.tsx";
import { problemOf, textAt, withPortal } from "#renderer/settings-form/settings-document.ts";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { setupText } from "#renderer/text/setup.tsx";
import { hasPassword, isWhole } from "./setup-answers.ts";
import { StepForm, type StepProps } from "./setup-step.tsx";

/** Who sends? The password stays in this page until the last one is confirmed. */
export function CredentialsStep({ draft, instruments, proofs, onStep }: StepProps) {
  const { document, saved, problems, secret } = draft;
  const { portal } = document;
  const [before] = useState(secret);
  const [typed, setTyped] = useState("");
  const { data: store } = useHostQuery("settings.passwordStore", {}, { staleMs: 60_000 });
  const username = textAt(portal, "username");
  const tried = { portal, username, secret, site: null };
  const test = useConnectionTest(tried);
  const asked = JSON.stringify(tried);
  const [failed, setFailed] = useState<string | null>(null);
  // A result speaks of what was tried, not of what was typed since.
  const problem = failed === asked && !test.isBusy ? (test.problem ?? test.tested?.verdict ?? null) : null;
  // Answers that an import has told are not asked again.
  const after = instruments.all.every(isWhole) ? "check" : "instrument";
  const signIn = async () => {
    if (proofs.has("credentials")) return onStep(after);
    const isGood = await test.run();
    setFailed(isGood ? null : asked);
    if (!isGood) return;
    proofs.add("credentials");
    onStep(after);
  };
  return (
    <StepForm
      question={setupText.whichUser}
      help={setupText.credentialsWhy}
      back="portal"
      onStep={onStep}
      next={setupText.signIn}
      isDisabled={username.trim() === "" || !hasPassword(draft)}
      isBusy={test.isBusy}
      onNext={() => void signIn()}
      onSkip={problem === null ? null : () => onStep(after)}
    >
      <Lockable lock={lockAt(draft, "portal.username")}>
        <TextInput
          size="md"
          label={say(portalRows.username.label)}
          autoComplete="off"
          spellCheck={false}
          value={username}
          error={username === "" || !draft.isChecked ? null : problemOf(problems, "portal.username")}
          onChange={(event) => draft.change(withPortal(document, { username: event.currentTarget.value }))}
        />
      </Lockable>
      <LockNotice saved={saved} keys={["portal.username"]} />
      <PasswordInput
        size="md"
        label={say("Password")}
        description={passwordHelp(before, saved.password, store?.place ?? null)}
        autoComplete="off"
        disabled={saved.password.isFixed}
        value={typed}
        error={problem}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          draft.changeSecret(text === "" ? before : { kind: "typed", text });
        }}
      />
    </StepForm>
  );
}

/** Says which password is used, or where a new one goes; nothing is said of a place that is not known yet. */
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
