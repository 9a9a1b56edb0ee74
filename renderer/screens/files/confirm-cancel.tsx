import { Confirm } from "#renderer/components/confirm.tsx";
import { filesText } from "#renderer/text/files.ts";
import type { UploadRow } from "#renderer/text/states.ts";
import { fileName } from "./file-path.ts";
import { useUploadCalls } from "./use-upload-calls.ts";

interface ConfirmCancelProps {
  readonly upload: UploadRow;
  readonly onClose: () => void;
}

/** Asks before one upload is given up. */
export function ConfirmCancel({ upload, onClose }: ConfirmCancelProps) {
  const { cancel } = useUploadCalls();
  return (
    <Confirm
      title="Cancel 1 file?"
      action={filesText.cancelThisFile}
      onConfirm={() => cancel({ ids: [upload.id] })}
      onClose={onClose}
    >
      {filesText.cancelOneConsequence(fileName(upload.path))}
    </Confirm>
  );
}
