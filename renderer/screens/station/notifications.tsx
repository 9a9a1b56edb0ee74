import { Link } from "react-router";
import { spanText } from "#base/text.ts";
import type { NotificationRecord } from "#contract/notifications.ts";
import { queueRoute, remedyRoute } from "#contract/page-routes.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { notificationShape } from "./card-words.ts";
import styles from "./station.module.css";

const mostShown = 6;

/** What the operator was told lately: what is open, and what is over. */
export function Notifications() {
  const { data } = useHostQuery("notifications", {});
  const notices = data?.notices.slice(0, mostShown) ?? [];
  if (notices.length === 0) return null;
  return (
    <Panel title="Recent notifications">
      <ul className={`${styles.lines} plain stack`}>
        {notices.map((record) => (
          <NotificationLine key={record.id} record={record} />
        ))}
      </ul>
    </Panel>
  );
}

function NotificationLine({ record }: { readonly record: NotificationRecord }) {
  const { title, sentence, since, resolvedAt, filter, count } = record;
  // What is over leads to the files that it was about.
  const route = resolvedAt === null ? remedyRoute(record) : queueRoute(filter);
  return (
    <li className={styles.notification}>
      <StateShape
        shape={notificationShape(record)}
        size={16}
        label={resolvedAt === null ? "Ongoing" : "Resolved"}
      />
      <div>
        <p>
          {count > 0 || route.startsWith("/settings") ? (
            <Link to={route}>{title}</Link>
          ) : (
            <strong>{title}</strong>
          )}{" "}
          <span className="muted">
            <Moment at={since} as="short" />
            {resolvedAt === null
              ? ""
              : `, resolved after ${spanText(Date.parse(resolvedAt) - Date.parse(since))}`}
          </span>
        </p>
        <p className={styles.sentence}>
          {sentence.startsWith(`${title}. `) ? sentence.slice(title.length + 2) : sentence}
        </p>
      </div>
    </li>
  );
}
