import { ActionIcon, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { StatusIssue } from "#contract/status.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { useHostCall } from "#renderer/store/host.tsx";
import { todayText } from "#renderer/text/today.tsx";

const hourMs = 3_600_000;
/** On the clock of the person who asks. */
const morningHour = 8;

/** Puts an issue off: nobody is reminded of it for a while. */
export function SnoozeMenu({ issue: { key, label } }: { readonly issue: StatusIssue }) {
  const snooze = useHostCall("snooze", ["status"]);
  const until = (moment: string | null) =>
    snooze.mutate({ key, until: moment }, { onError: ({ message }) => void notifications.show({ message }) });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={todayText.snoozeIssue(label)} title={todayText.snooze}>
          <Icon name="snooze" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{todayText.snooze}</Menu.Label>
        <Menu.Item onClick={() => until(new Date(Date.now() + hourMs).toISOString())}>
          {todayText.snoozeHour}
        </Menu.Item>
        <Menu.Item onClick={() => until(tomorrowMorning(Date.now()))}>{todayText.snoozeMorning}</Menu.Item>
        <Menu.Item onClick={() => until(null)}>{todayText.snoozeChange}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function tomorrowMorning(nowMs: number): string {
  const day = new Date(nowMs);
  day.setDate(day.getDate() + 1);
  day.setHours(morningHour, 0, 0, 0);
  return day.toISOString();
}
