import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { CleanupFileShown } from "#contract/cleanup-advice.ts";
import {
  allCleanupFiles,
  type CleanupFound,
  cleanupDocument,
  pathsEndedByNul,
} from "#contract/cleanup-lists.ts";
import { powershellScript } from "#contract/cleanup-script.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { saveFile } from "#renderer/components/save-file.ts";
import { askHost, useHostQuery, useTransport } from "#renderer/store/host.tsx";
import { cleanupText } from "#renderer/text/cleanup-text.ts";

/** The named files in the formats of the command line. */
export function SaveButtons({ found }: { readonly found: CleanupFound }) {
  const transport = useTransport();
  const { data: host } = useHostQuery("host", {});
  const [isPending, setPending] = useState(false);
  const save = async (
    ending: string,
    type: string,
    textOf: (files: readonly CleanupFileShown[]) => string,
  ) => {
    setPending(true);
    try {
      const files = await allCleanupFiles((after) => askHost(transport, "cleanup.files", { after }));
      saveFile(`skyferry-cleanup-${found.asOf.slice(0, 10)}${ending}`, textOf(files), type);
    } catch (error) {
      if (error instanceof Error) notifications.show({ message: error.message });
    } finally {
      setPending(false);
    }
  };
  const json = (files: readonly CleanupFileShown[]) => `${JSON.stringify(cleanupDocument(found, files))}\n`;
  const script = (files: readonly CleanupFileShown[]) =>
    powershellScript(files, Date.parse(found.asOf), host?.version ?? "");
  return (
    <>
      <Button
        variant="default"
        disabled={isPending}
        title={cleanupText.savePathsHelp}
        onClick={() => void save("-paths.txt", "application/octet-stream", pathsEndedByNul)}
      >
        {cleanupText.savePaths}
      </Button>
      <Button
        variant="default"
        disabled={isPending}
        title={cleanupText.saveListHelp}
        onClick={() => void save(".json", "application/json", json)}
      >
        {cleanupText.saveList}
      </Button>
      <Button
        variant="default"
        disabled={isPending || host === undefined}
        title={cleanupText.saveScriptHelp}
        leftSection={<Icon name="download" size={16} />}
        onClick={() => void save(".ps1", "text/plain;charset=utf-8", script)}
      >
        {cleanupText.saveScript}
      </Button>
    </>
  );
}
