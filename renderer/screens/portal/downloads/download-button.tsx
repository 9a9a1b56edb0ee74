import { Button } from "@mantine/core";
import { say } from "#base/say.ts";
import { bytesText } from "#base/text.ts";
import { FolderPicker } from "#renderer/components/folder-picker.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { sayNodes } from "#renderer/components/said.ts";
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
        title={say("{bytes} in all", { bytes: bytesText(bytes) })}
        onClick={begin}
      >
        {sayNodes("Download {length, plural, one {# file} other {# files}}…", { length: rows.length })}
      </Button>
      {pickAt === undefined ? null : (
        <FolderPicker
          title={say("Folder for {length, plural, one {# file} other {# files}} ({bytes})", {
            length: rows.length,
            bytes: bytesText(bytes),
          })}
          at={pickAt}
          onChosen={onChosen}
          onClose={onCancel}
        />
      )}
    </>
  );
}
