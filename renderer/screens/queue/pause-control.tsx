import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { clockText, secondText } from "#base/text.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { queueText } from "#renderer/text/queue.ts";

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Pauses the sending for an hour, until the next day begins in UTC, or until somebody resumes it. */
export function PauseControl() {
  const { data: status } = useHostQuery("status", {});
  const pause = useHostCall("pause");
  const resume = useHostCall("resume");
  const say = (message: string) => notifications.show({ message });
  const failed = (error: Error) => say(error.message);
  if (status === undefined) return null;
  if (status.holds.some(({ lane }) => lane === "pause"))
    return (
      <Button
        leftSection={<Icon name="play" size={16} />}
        loading={resume.isPending}
        onClick={() =>
          resume.mutate({}, { onSuccess: () => say(queueText.sendingHasResumed), onError: failed })
        }
      >
        Resume sending
      </Button>
    );
  const until = (moment: string | null) =>
    pause.mutate({ until: moment }, { onSuccess: () => say(pausedText(moment)), onError: failed });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="pause" size={16} />} loading={pause.isPending}>
          Pause sending
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => until(new Date(Date.now() + hourMs).toISOString())}>For 1 hour</Menu.Item>
        <Menu.Item onClick={() => until(tomorrow(Date.now()))}>{queueText.untilTomorrow0000Utc}</Menu.Item>
        <Menu.Item onClick={() => until(null)}>{queueText.untilIResumeIt}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function tomorrow(nowMs: number): string {
  return new Date((Math.floor(nowMs / dayMs) + 1) * dayMs).toISOString();
}

function pausedText(until: string | null): string {
  if (until === null) return queueText.pausedUntilResumed;
  const isSoon = Date.parse(until) - Date.now() <= hourMs;
  return queueText.pausedUntil(isSoon ? clockText(until) : secondText(until));
}
