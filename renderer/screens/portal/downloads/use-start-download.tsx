import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { say } from "#base/say.ts";
import { errorText } from "#base/text.ts";
import type { ResultRow } from "#renderer/screens/portal/list/rows.ts";
import { askHost, HostError, useHostCall, useHostQuery, useTransport } from "#renderer/store/host.tsx";
import { keepText, keptText } from "#renderer/store/kept-text.ts";
import { portalText } from "#renderer/text/portal.ts";
import { jobsOf } from "./items.ts";

const folderKey = "skyferry.downloadFolder";

export interface StartDownload {
  /** Asks for a folder, with the system's dialog where there is one. */
  readonly begin: () => void;
  readonly isBusy: boolean;
  /** Folder at which the page's own folder dialog begins; undefined while it is not open. */
  readonly pickAt: string | null | undefined;
  readonly onChosen: (folder: string) => void;
  readonly onCancel: () => void;
}

/** Fetches files of the portal into a folder that the operator chooses. */
export function useStartDownload(rows: readonly ResultRow[], onStarted?: () => void): StartDownload {
  const transport = useTransport();
  const { data: facts } = useHostQuery("shell.facts", {}, { staleMs: 600_000 });
  const start = useHostCall("downloads.start", ["downloads.list"]);
  const [isChoosing, setIsChoosing] = useState(false);
  const [pickAt, setPickAt] = useState<string | null | undefined>(undefined);

  const fetchInto = async (folder: string) => {
    setPickAt(undefined);
    try {
      for (const items of jobsOf(rows)) await start.mutateAsync({ items, folder });
      // A page that may keep nothing asks for the folder again each time.
      keepText(folderKey, folder);
      onStarted?.();
    } catch (error) {
      tell(portalText.downloadDidNotStart, error);
    }
  };
  const begin = async () => {
    const at = keptText(folderKey) ?? facts?.homeFolder ?? null;
    if (facts?.canChooseFolder !== true) return setPickAt(at);
    setIsChoosing(true);
    try {
      const title = say("Folder for {length, plural, one {# file} other {# files}}", { length: rows.length });
      const { folder } = await askHost(transport, "shell.chooseFolder", { title, at });
      if (folder !== null) await fetchInto(folder);
    } catch (error) {
      if (error instanceof HostError && error.code === "not-offered") setPickAt(at);
      else tell(portalText.noFolderChosen, error);
    } finally {
      setIsChoosing(false);
    }
  };
  return {
    begin: () => void begin(),
    isBusy: isChoosing || start.isPending,
    pickAt,
    onChosen: (folder) => void fetchInto(folder),
    onCancel: () => setPickAt(undefined),
  };
}

function tell(title: string, error: unknown): void {
  const message = errorText(error);
  notifications.show({ title, message, color: "red", autoClose: 12_000 });
}
