import { ActionIcon, Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { StatusIssue } from "#contract/status.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostCall } from "#renderer/store/host.tsx";
import { todayText } from "#renderer/text/today.tsx";
import styles from "./needs-you.module.css";

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

/** What is put off stays in sight, a quiet line each. */
export function Snoozed({ issues }: { readonly issues: readonly StatusIssue[] }) {
  const end = useHostCall("snooze.end", ["status"]);
  if (issues.length === 0) return null;
  return (
    <section className={`${styles.causes} surface`} aria-label={todayText.snoozed}>
      <ul className="plain">
        {issues.map(({ key, label, snoozed }) => (
          <li key={key} className={styles.snoozed}>
            <StateShape shape="over" />
            <p className={`${styles.words} numbers`}>
              {label}
              <span className="muted">
                {" · "}
                {snoozed?.until == null
                  ? todayText.snoozedUntilChange
                  : todayText.snoozedUntil(<Moment at={snoozed.until} as="short" />)}
              </span>
            </p>
            <Button size="compact-xs" variant="default" onClick={() => end.mutate({ key })}>
              {todayText.endSnooze}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
