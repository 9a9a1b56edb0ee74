import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import type { CleanupFileShown } from "#contract/cleanup-advice.ts";
import {
  allCleanupFiles,
  type CleanupFound,
  cleanupDocument,
  pathsEndedByNul,
} from "#contract/cleanup-lists.ts";
import { powershellScript } from "#contract/cleanup-script.ts";
import { CopyButton } from "#renderer/components/copy-button.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { saveFile } from "#renderer/components/save-file.ts";
import { askHost, useHostQuery, useTransport } from "#renderer/store/host.tsx";
import { cleanupText } from "#renderer/text/cleanup-text.ts";

/** How a person removes the named files: saves the script, tries it, runs it. Also hands over list and paths. */
export function CleanupSteps({ found }: { readonly found: CleanupFound }) {
  const transport = useTransport();
  const { data: host } = useHostQuery("host", {});
  const { data: facts } = useHostQuery("shell.facts", {});
  const [isPending, setPending] = useState(false);
  const name = `skyferry-cleanup-${found.asOf.slice(0, 10)}`;
  const save = async (
    ending: string,
    type: string,
    textOf: (files: readonly CleanupFileShown[]) => string,
  ) => {
    setPending(true);
    try {
      const files = await allCleanupFiles((after) => askHost(transport, "cleanup.files", { after }));
      saveFile(`${name}${ending}`, textOf(files), type);
    } catch (error) {
      if (error instanceof Error) notifications.show({ message: error.message });
    } finally {
      setPending(false);
    }
  };
  const json = (files: readonly CleanupFileShown[]) => `${JSON.stringify(cleanupDocument(found, files))}\n`;
  const script = (files: readonly CleanupFileShown[]) =>
    powershellScript(files, Date.parse(found.asOf), host?.version ?? "");
  const shell = facts?.platform === "win32" ? "powershell -ExecutionPolicy Bypass" : "pwsh";
  const run = `${shell} -File ${name}.ps1`;
  return (
    <Panel title={cleanupText.steps}>
      <ol className="plain stack gap-12">
        <Step number={1} help={cleanupText.saveScriptHelp}>
          <Button
            disabled={isPending || host === undefined}
            leftSection={<Icon name="download" size={16} />}
            onClick={() => void save(".ps1", "text/plain;charset=utf-8", script)}
          >
            {cleanupText.saveScript}
          </Button>
        </Step>
        <Step number={2} help={cleanupText.tryHelp}>
          <Command line={`${run} -WhatIf`} what={cleanupText.tryIt} />
        </Step>
        <Step number={3} help={cleanupText.removeHelp}>
          <Command line={run} what={cleanupText.removeThem} />
        </Step>
      </ol>
      <div className="wraps muted text-small">
        {cleanupText.yourPrograms}
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isPending}
          title={cleanupText.saveListHelp}
          onClick={() => void save(".json", "application/json", json)}
        >
          {cleanupText.saveList}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isPending}
          title={cleanupText.savePathsHelp}
          onClick={() => void save("-paths.txt", "application/octet-stream", pathsEndedByNul)}
        >
          {cleanupText.savePaths}
        </Button>
      </div>
    </Panel>
  );
}

interface StepProps {
  readonly number: number;
  readonly help: string;
  readonly children: ReactNode;
}

function Step({ number, help, children }: StepProps) {
  return (
    <li className="row gap-12 starts">
      <strong className="numbers text-head">{number}</strong>
      <div className="stack gap-4 grows">
        <p className="muted">{help}</p>
        <div className="shrinks">{children}</div>
      </div>
    </li>
  );
}

function Command({ line, what }: { readonly line: string; readonly what: string }) {
  return (
    <div className="row gap-4">
      <code className="mono breaks">{line}</code>
      <CopyButton text={line} what={what} />
    </div>
  );
}
