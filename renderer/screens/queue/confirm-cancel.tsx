import { Confirm } from "#renderer/components/confirm.tsx";
import { queueText } from "#renderer/text/queue.ts";
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
      action={queueText.cancelThisFile}
      onConfirm={() => cancel({ ids: [upload.id] })}
      onClose={onClose}
    >
      {queueText.cancelOneConsequence(fileName(upload.path))}
    </Confirm>
  );
}
