import { Button } from "@mantine/core";
import type { StatusIssue } from "#contract/status.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostCall } from "#renderer/store/host.tsx";
import { todayText } from "#renderer/text/today.tsx";
import styles from "./needs-you.module.css";

/** Issues that are put off stay in sight, a quiet line each. */
export function Snoozed({ issues }: { readonly issues: readonly StatusIssue[] }) {
  const end = useHostCall("snooze.end", ["status"]);
  if (issues.length === 0) return null;
  return (
    <section className="clips surface" aria-label={todayText.snoozed}>
      <ul className="plain ruled">
        {issues.map(({ key, label, snoozed }) => (
          <li key={key} className={`${styles.snoozed} wraps gap-12`}>
            <StateShape shape="over" />
            <p className="numbers breaks grows">
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
