import { Button, FileButton, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { say } from "#base/say.ts";
import { minuteText } from "#base/text.ts";
import { Confirm } from "#renderer/components/confirm.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { offeredFiles } from "#renderer/store/adding.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { filesText } from "#renderer/text/files.ts";
import { frameText } from "#renderer/text/frame-text.tsx";
import { pageHost } from "#renderer/transport/ipc-transport.ts";
import {
  cancelReach,
  type FilesCounts,
  type FilesFilter,
  isEverything,
  isOfOneCause,
  retryReach,
} from "#renderer/uploads/files-filter.ts";
import { useUploadCalls } from "#renderer/uploads/use-upload-calls.ts";

interface FilesActionsProps {
  readonly filter: FilesFilter;
  readonly counts: FilesCounts | undefined;
  /** They are of another filter still: no button may name a number that is not the one that it would take. */
  readonly areCountsOld: boolean;
}

/** Retry or cancel all that the filter shows, and pause the sending. */
export function FilesActions({ filter, counts, areCountsOld }: FilesActionsProps) {
  const { retry, cancel, isBusy } = useUploadCalls();
  const [isAsking, setIsAsking] = useState(false);
  const toRetry = counts === undefined ? null : retryReach(filter, counts);
  const toCancel = counts === undefined ? null : cancelReach(filter, counts);
  const shown = isEverything(filter) ? "" : filesText.thatMatchTheFilter;
  return (
    <>
      {toRetry === null ||
      counts === undefined ||
      toRetry.count === 0 ||
      isOfOneCause(toRetry, counts) ? null : (
        <Button
          variant="default"
          loading={isBusy}
          disabled={areCountsOld}
          leftSection={<Icon name="retry" size={16} />}
          onClick={() => retry(toRetry.filter)}
        >
          {toRetry.count === 1
            ? filesText.retryThisFile
            : sayNodes("Retry all {count, plural, one {# file} other {# files}}", { count: toRetry.count })}
        </Button>
      )}
      {toCancel === null || toCancel.count === 0 ? null : (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default" px={8} aria-label={say("More actions")} disabled={areCountsOld}>
              <Icon name="menu" size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="cross" size={16} />} onClick={() => setIsAsking(true)}>
              {toCancel.count === 1
                ? filesText.cancelThisFile
                : sayNodes("Cancel all {count, plural, one {# file} other {# files}}", {
                    count: toCancel.count,
                  })}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <FileButton
        multiple
        onChange={(files) => offeredFiles.emit(files.map((file) => ({ kind: "file", file })))}
      >
        {(props) => (
          <Button variant="default" leftSection={<Icon name="plus" size={16} />} {...props}>
            {frameText.addFiles}
          </Button>
        )}
      </FileButton>
      <PauseControl />
      {isAsking && toCancel !== null ? (
        <Confirm
          title={say("Cancel {count, plural, one {# file} other {# files}}{shown}?", {
            count: toCancel.count,
            shown,
          })}
          action={say("Cancel {count, plural, one {# file} other {# files}}", { count: toCancel.count })}
          onConfirm={() => cancel(toCancel.filter)}
          onClose={() => setIsAsking(false)}
        >
          {filesText.cancelConsequence}
        </Confirm>
      ) : null}
    </>
  );
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Pauses the sending for an hour, until the next day begins in UTC, or until somebody resumes it. */
function PauseControl() {
  const { data: status } = useHostQuery("status", {});
  const pause = useHostCall("pause");
  const resume = useHostCall("resume");
  const tell = (message: string) => notifications.show({ message });
  const failed = (error: Error) => tell(error.message);
  // The headline has the button where it says that it is paused.
  if (status === undefined || status.tray === "paused") return null;
  if (status.holds.some(({ lane }) => lane === "pause"))
    return (
      <Button
        variant="default"
        leftSection={<Icon name="play" size={16} />}
        loading={resume.isPending}
        onClick={() =>
          resume.mutate({}, { onSuccess: () => tell(filesText.sendingHasResumed), onError: failed })
        }
      >
        {say("Resume sending")}
      </Button>
    );
  const until = (moment: string | null) =>
    pause.mutate(
      { until: moment, from: pageHost(window) },
      { onSuccess: () => tell(pausedText(moment)), onError: failed },
    );
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="pause" size={16} />} loading={pause.isPending}>
          {say("Pause sending")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => until(new Date(Date.now() + hourMs).toISOString())}>
          {say("For 1 hour")}
        </Menu.Item>
        <Menu.Item onClick={() => until(tomorrow(Date.now()))}>{filesText.untilTomorrow0000Utc}</Menu.Item>
        <Menu.Item onClick={() => until(null)}>{filesText.untilIResumeIt}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function tomorrow(nowMs: number): string {
  return new Date((Math.floor(nowMs / dayMs) + 1) * dayMs).toISOString();
}

function pausedText(until: string | null): string {
  if (until === null) return filesText.pausedUntilResumed;
  return filesText.pausedUntil(minuteText(until, Date.now()));
}
