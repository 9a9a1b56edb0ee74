import { Confirm } from "#renderer/components/confirm.tsx";
import type { UploadRow } from "#renderer/components/words.ts";
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
      action="Cancel this file"
      onConfirm={() => cancel({ ids: [upload.id] })}
      onClose={onClose}
    >
      {fileName(upload.path)} is not sent. The file itself stays untouched in its folder, and a retry takes it
      up again.
    </Confirm>
  );
}
