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
      {fileName(upload.path)} will not be sent. The file itself stays in its folder. You can retry it later.
    </Confirm>
  );
}
