import { Button } from "@mantine/core";
import { bytesText, counted } from "#base/text.ts";
import { FolderPicker } from "#renderer/components/folder-picker.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import type { ResultRow } from "#renderer/screens/portal/list/rows.ts";
import { useStartDownload } from "./use-start-download.tsx";

interface DownloadButtonProps {
  readonly rows: readonly ResultRow[];
  readonly onStarted?: () => void;
}

/** Asks where to, then fetches these files. */
export function DownloadButton({ rows, onStarted }: DownloadButtonProps) {
  const { begin, isBusy, pickAt, onChosen, onCancel } = useStartDownload(rows, onStarted);
  const bytes = rows.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      <Button
        size="compact-sm"
        leftSection={<Icon name="download" size={14} />}
        loading={isBusy}
        title={`${bytesText(bytes)} in all`}
        onClick={begin}
      >
        Download {counted(rows.length, "file")}…
      </Button>
      {pickAt === undefined ? null : (
        <FolderPicker
          title={`Folder for ${counted(rows.length, "file")} (${bytesText(bytes)})`}
          at={pickAt}
          onChosen={onChosen}
          onClose={onCancel}
        />
      )}
    </>
  );
}
