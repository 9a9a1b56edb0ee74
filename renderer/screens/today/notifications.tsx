import { Link } from "react-router";
import { say } from "#base/say.ts";
import { spanText } from "#base/text.ts";
import type { NotificationRecordShown } from "#contract/notifications.ts";
import { filesRoute } from "#contract/page-routes.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { todayText } from "#renderer/text/today.tsx";
import styles from "./today.module.css";

const mostShown = 6;

/** Notifications that the operator got lately and that are over. */
export function Notifications() {
  const { data } = useHostQuery("notifications", {});
  // Notifications that are open stand above.
  const notices = data?.notices.filter(({ resolvedAt }) => resolvedAt !== null).slice(0, mostShown) ?? [];
  if (notices.length === 0) return null;
  return (
    <Panel title={todayText.resolvedLately}>
      <ul className="plain stack gap-4">
        {notices.map((record) => (
          <NotificationLine key={record.id} record={record} />
        ))}
      </ul>
    </Panel>
  );
}

function NotificationLine({ record }: { readonly record: NotificationRecordShown }) {
  const { title, since, resolvedAt, filter, count } = record;
  return (
    <li className={`${styles.resolved} row gap-12`}>
      <StateShape shape="done" size={14} label={say("Resolved")} />
      <span>{count > 0 ? <Link to={filesRoute(filter)}>{title}</Link> : title}</span>
      <span className="muted">
        <Moment at={since} as="short" />
        {resolvedAt === null
          ? ""
          : `, ${todayText.resolvedAfter(spanText(Date.parse(resolvedAt) - Date.parse(since)))}`}
      </span>
    </li>
  );
}
