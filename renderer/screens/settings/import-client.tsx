import { Button, Checkbox, FileButton } from "@mantine/core";
import { useState } from "react";
import { counted } from "../../components/format.ts";
import { useHostCall } from "../../store/host.tsx";
import styles from "./settings.module.css";
import type { SettingsDocument } from "./settings-document.ts";

interface ImportClientProps {
  /** Takes the document that came out of it; nothing is saved yet. */
  readonly draft: { change(next: SettingsDocument): void };
}

/** Reads the configuration of the official command-line client. */
export function ImportClient({ draft }: ImportClientProps) {
  const [keepPassword, setKeepPassword] = useState(true);
  const imported = useHostCall("settings.importSubmitConfig", ["settings.read"]);
  const read = async (file: File | null) => {
    if (file === null) return;
    imported.mutate(
      { toml: await file.text(), fileName: file.name, keepPassword },
      { onSuccess: ({ document }) => (document === null ? undefined : draft.change(document)) },
    );
  };
  const { data, error } = imported;
  return (
    <div className={styles.form}>
      <p className="muted">
        Its TOML file gives instruments and folders. You see them before anything is saved or sent.
      </p>
      <Checkbox
        label="Keep the password that it holds in this computer's keychain"
        checked={keepPassword}
        onChange={(event) => setKeepPassword(event.currentTarget.checked)}
      />
      <div>
        <FileButton accept=".toml" onChange={(file) => void read(file)}>
          {(props) => (
            <Button variant="default" loading={imported.isPending} {...props}>
              Choose the client's TOML file…
            </Button>
          )}
        </FileButton>
      </div>
      {data === undefined ? null : (
        <div role="status">
          <p>
            {data.document === null
              ? "Nothing in it could be used."
              : `${counted(data.added, "instrument")} added below the others. Look at them, then save.`}
          </p>
          <ul>
            {[...data.notes, ...data.problems].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {error === null ? null : <p role="alert">{error.message}</p>}
    </div>
  );
}
