import type { NotificationRecord } from "./notifications.ts";

/** Where among the pages something is shown or fixed: what a shell opens and the pages' own router knows. */

/** The queue with this filter: `/queue?state=blocked,waiting&cause=refused&instrument=Radar&q=LV1`. */
export function queueRoute(filter: NotificationRecord["filter"]): string {
  const query = new URLSearchParams();
  const states = filter.states ?? [];
  if (states.length > 0) query.set("state", states.join(","));
  if (filter.cause !== undefined) query.set("cause", filter.cause);
  if (filter.instrument !== undefined) query.set("instrument", filter.instrument);
  if (filter.text !== undefined) query.set("q", filter.text);
  return query.size === 0 ? "/queue" : `/queue?${query}`;
}

/** Where an open issue can be fixed: a page of the settings, or the queue of the files concerned. */
export function remedyRoute({ cause, filter }: Pick<NotificationRecord, "cause" | "filter">): string {
  switch (cause) {
    case "credentials":
    case "tls":
    case "not-the-portal":
      return "/settings/portal";
    case "folder-unreachable":
    case "empty-file":
      return "/settings/instruments";
    case "clock-off":
    case "clock-wrong":
    case "disk-filling":
    case "disk-full":
      return "/";
    case "settings":
      // What is wrong with the portal's settings concerns every file that is not sent.
      return filter.states === undefined ? "/settings/instruments" : "/settings/portal";
    default:
      return queueRoute(filter);
  }
}
