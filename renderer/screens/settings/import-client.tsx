import { Button, Checkbox, FileButton } from "@mantine/core";
import { useState } from "react";
import { sayNodes } from "#renderer/components/said.ts";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { useHostCall } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";

interface ImportClientProps {
  /** Takes what came out of it; nothing is saved yet. */
  readonly draft: Pick<SettingsDraft, "document" | "change" | "changeSecret">;
  /** Next step of the operator: `Look at them, then save.` */
  readonly next: string;
}

/** Reads the configuration of the official command-line client into the draft. */
export function ImportClient({ draft, next }: ImportClientProps) {
  const [takesPassword, setTakesPassword] = useState(true);
  const imported = useHostCall("settings.importSubmitConfig", []);
  const read = async (file: File | null) => {
    if (file === null) return;
    imported.mutate(
      { toml: await file.text(), fileName: file.name, document: draft.document },
      {
        onSuccess({ document, passwordId }) {
          if (document !== null) draft.change(document);
          if (document !== null && passwordId !== null && takesPassword)
            draft.changeSecret({ kind: "imported", passwordId });
        },
      },
    );
  };
  const { data, error } = imported;
  return (
    <div className="stack gap-12">
      <Checkbox
        label={settingsText.importThePasswordToo}
        checked={takesPassword}
        onChange={(event) => setTakesPassword(event.currentTarget.checked)}
      />
      <div>
        <FileButton accept=".toml" onChange={(file) => void read(file)}>
          {(props) => (
            <Button variant="default" loading={imported.isPending} {...props}>
              {settingsText.chooseClientFile}
            </Button>
          )}
        </FileButton>
      </div>
      {data === undefined ? null : (
        <div role="status">
          <p>
            {data.document === null
              ? settingsText.nothingUsableInFile
              : data.addedModels === 0
                ? sayNodes("{added, plural, one {# instrument} other {# instruments}} imported. {next}", {
                    added: data.added,
                    next,
                  })
                : sayNodes(
                    "{added, plural, one {# instrument} other {# instruments}} and {addedModels, plural, one {# model} other {# models}} imported. {next}",
                    { added: data.added, addedModels: data.addedModels, next },
                  )}
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
