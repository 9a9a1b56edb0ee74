import { Button, Menu } from "@mantine/core";
import { useState } from "react";
import { counted } from "#base/text.ts";
import { Confirm } from "#renderer/components/confirm.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { queueText } from "#renderer/text/queue.ts";
import { PauseControl } from "./pause-control.tsx";
import { cancelReach, isEverything, type QueueCounts, type QueueFilter, retryReach } from "./queue-filter.ts";
import { useUploadCalls } from "./use-upload-calls.ts";

interface QueueActionsProps {
  readonly filter: QueueFilter;
  readonly counts: QueueCounts | undefined;
  /** They are of another filter still: no button may name a number that is not the one that it would take. */
  readonly areCountsOld: boolean;
}

/** Retry or cancel all that the filter shows, and pause the sending. */
export function QueueActions({ filter, counts, areCountsOld }: QueueActionsProps) {
  const { retry, cancel, isBusy } = useUploadCalls();
  const [asking, setAsking] = useState<"retry" | "cancel" | null>(null);
  const toRetry = counts === undefined ? null : retryReach(filter, counts);
  const toCancel = counts === undefined ? null : cancelReach(filter, counts);
  const shown = isEverything(filter) ? "" : queueText.thatMatchTheFilter;
  return (
    <>
      {toRetry === null || toRetry.count === 0 ? null : (
        <Button
          variant="default"
          loading={isBusy}
          disabled={areCountsOld}
          leftSection={<Icon name="retry" size={16} />}
          onClick={() => setAsking("retry")}
        >
          {toRetry.count === 1 ? queueText.retryThisFile : `Retry all ${counted(toRetry.count, "file")}`}
        </Button>
      )}
      {toCancel === null || toCancel.count === 0 ? null : (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default" px={8} aria-label="More actions" disabled={areCountsOld}>
              <Icon name="menu" size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="cross" size={16} />} onClick={() => setAsking("cancel")}>
              {toCancel.count === 1
                ? queueText.cancelThisFile
                : `Cancel all ${counted(toCancel.count, "file")}`}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <PauseControl />
      {asking === "retry" && toRetry !== null ? (
        <Confirm
          title={`Retry ${counted(toRetry.count, "file")}${shown}?`}
          action={`Retry ${counted(toRetry.count, "file")}`}
          onConfirm={() => retry(toRetry.filter)}
          onClose={() => setAsking(null)}
        >
          {queueText.retryConsequence}
        </Confirm>
      ) : null}
      {asking === "cancel" && toCancel !== null ? (
        <Confirm
          title={`Cancel ${counted(toCancel.count, "file")}${shown}?`}
          action={`Cancel ${counted(toCancel.count, "file")}`}
          onConfirm={() => cancel(toCancel.filter)}
          onClose={() => setAsking(null)}
        >
          {queueText.cancelConsequence}
        </Confirm>
      ) : null}
    </>
  );
}
