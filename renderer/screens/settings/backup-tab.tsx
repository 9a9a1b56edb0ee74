import { Button, FileButton } from "@mantine/core";
import { useState } from "react";
import { saveFile } from "#renderer/components/save-file.ts";
import { Sentence } from "#renderer/components/sentence.tsx";
import type { SettingsDocument } from "#renderer/settings-form/settings-document.ts";
import { SettingLine, SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { frameText } from "#renderer/text/frame-text.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import { ImportClient } from "./import-client.tsx";

/** Settings in and out, and a bundle for support. Secrets are in none of them. */
export function BackupTab({ draft }: { readonly draft: SettingsDraft }) {
  const exported = useHostCall("settings.export", []);
  const { data: kept } = useHostQuery("retention.read", {}, { staleMs: 60_000 });
  const bundle = useHostCall("diagnostics", []);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (file: File | null) => {
    if (file === null) return;
    const taken = documentOf(await file.text());
    if (taken === null) setProblem(settingsText.notSettingsFile(file.name));
    else draft.replace(taken, settingsText.replacedByImport(file.name));
    if (taken !== null) setProblem(null);
  };
  return (
    <SettingsPanel title={frameText.settingsPages.backup} help="tasks/keep-a-copy">
      <SettingLine
        label={settingsText.settingsFile}
        help={settingsText.settingsStoredIn(<span className="mono breaks">{draft.saved.file}</span>)}
      >
        {() => (
          <>
            <div className="wraps">
              <Button
                variant="default"
                loading={exported.isPending}
                onClick={() =>
                  exported.mutate(
                    {},
                    { onSuccess: ({ fileName, json }) => saveFile(fileName, json, "application/json") },
                  )
                }
              >
                {settingsText.exportSettings}
              </Button>
              <FileButton accept=".json,application/json" onChange={(file) => void read(file)}>
                {(props) => (
                  <Button variant="default" {...props}>
                    {settingsText.importSettings}
                  </Button>
                )}
              </FileButton>
            </div>
            {problem === null ? null : <p role="alert">{problem}</p>}
            {exported.data === undefined ? null : <Saved fileName={exported.data.fileName} />}
            {exported.error === null ? null : <p role="alert">{exported.error.message}</p>}
          </>
        )}
      </SettingLine>
      <SettingLine label={settingsText.stationCopies}>
        {() => (
          <>
            {kept === undefined ? null : <p className="capital">{settingsText.copied(kept.copiedAt)}.</p>}
            <p className="muted">{settingsText.stationCopiesHelp}</p>
          </>
        )}
      </SettingLine>
      <SettingLine label={settingsText.importFromClient} help={settingsText.clientFileHelp}>
        {() => <ImportClient draft={draft} next={settingsText.checkThenSave} />}
      </SettingLine>
      <SettingLine label={settingsText.supportBundle} help={settingsText.supportBundleHelp}>
        {() => (
          <>
            <div>
              <Button
                variant="default"
                loading={bundle.isPending}
                onClick={() =>
                  bundle.mutate(
                    {},
                    {
                      onSuccess: ({ fileName, base64 }) =>
                        saveFile(fileName, bytesOf(base64), "application/gzip"),
                    },
                  )
                }
              >
                {settingsText.saveASupportBundle}
              </Button>
            </div>
            {bundle.data === undefined ? null : <Saved fileName={bundle.data.fileName} />}
            {bundle.error === null ? null : <p role="alert">{bundle.error.message}</p>}
          </>
        )}
      </SettingLine>
    </SettingsPanel>
  );
}

function Saved({ fileName }: { readonly fileName: string }) {
  return (
    <Sentence shape="done" role="status">
      {settingsText.savedAs(<span className="mono">{fileName}</span>)}
    </Sentence>
  );
}

function documentOf(text: string): SettingsDocument | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("instruments" in value)) return null;
    return { portal: null, notifications: null, keep: null, ...value } as SettingsDocument;
  } catch {
    return null;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
