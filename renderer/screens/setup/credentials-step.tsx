import { PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useHostCall } from "../../store/host.tsx";
import { ConnectionTest } from "../settings/connection-test.tsx";
import { FormPanel } from "../settings/form-panel.tsx";
import { passwordWords } from "../settings/password-field.tsx";
import { problemOf, textAt, withPortal } from "../settings/settings-document.ts";
import styles from "./setup.module.css";
import { StepButtons, type StepProps } from "./setup-step.tsx";

/** As whom? Keeps the password and the portal's address; without an instrument nothing is sent by that. */
export function CredentialsStep({ draft, onStep }: StepProps) {
  const { document, saved, problems } = draft;
  const { portal } = document;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const keep = useHostCall("settings.setPassword", ["settings.read"]);
  const username = textAt(portal, "username");
  const hasPassword = typed !== "" || saved.password.place !== null;

  const next = async () => {
    setProblem(null);
    if (typed !== "") {
      const kept = await keep
        .mutateAsync({ password: typed, username: username.trim(), url: textAt(portal, "url").trim() })
        .catch((error: Error) => error);
      if (kept instanceof Error || !kept.isKept)
        return setProblem(
          kept instanceof Error ? kept.message : (kept.password.message ?? "The password was not kept."),
        );
    }
    if (draft.isChanged && !(await draft.save()))
      return setProblem(problemOf(problems, "portal") ?? "The settings could not be saved.");
    onStep("instrument");
  };

  return (
    <FormPanel
      help={
        <>
          <p>The portal's operators gave this station a user name and a password.</p>
          <p>
            <strong>Test connection</strong> signs in with them and says what it found. It sends no file and
            leaves nothing on the portal.
          </p>
        </>
      }
    >
      <form
        className={styles.narrow}
        onSubmit={(event) => {
          event.preventDefault();
          void next();
        }}
      >
        <h2 className={styles.question}>As whom does this station send?</h2>
        <TextInput
          label="User name of the station"
          autoComplete="off"
          value={username}
          error={username === "" ? null : problemOf(problems, "portal.username")}
          onChange={(event) => draft.change(withPortal(document, { username: event.currentTarget.value }))}
        />
        <PasswordInput
          label="Password"
          description={
            saved.password.place === null
              ? "It goes into this computer's keychain, never into a file that can be read."
              : `${passwordWords(saved.password)} Leave this empty to go on with it.`
          }
          autoComplete="off"
          disabled={saved.password.isFixed}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ConnectionTest portal={portal} password={typed} site={null} />
        {(problem ?? draft.saveError) ? <p role="alert">{problem ?? draft.saveError?.message}</p> : null}
        <StepButtons
          back="portal"
          onStep={onStep}
          isDisabled={username.trim() === "" || !hasPassword}
          isBusy={keep.isPending || draft.isSaving}
        />
      </form>
    </FormPanel>
  );
}
