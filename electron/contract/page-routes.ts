import { firstAction } from "#domain/cause.ts";
import type { CauseAction } from "#domain/cause-action.ts";
import type { NotificationRecordShown } from "./notifications.ts";

/** Routes of the pages on which something is shown or fixed: a shell opens them, and the pages' own router knows them. */

/** The queue with this filter: `/files?state=blocked,waiting&cause=refused&instrument=Radar&q=LV1`. */
export function filesRoute(filter: NotificationRecordShown["filter"]): string {
  const query = new URLSearchParams();
  const states = filter.states ?? [];
  if (states.length > 0) query.set("state", states.join(","));
  if (filter.cause !== undefined) query.set("cause", filter.cause);
  if (filter.instrument !== undefined) query.set("instrument", filter.instrument);
  if (filter.text !== undefined) query.set("q", filter.text);
  return query.size === 0 ? "/files" : `/files?${query}`;
}

/** The page of one instrument or model, by its name in the settings, which may hold any sign. */
export function instrumentRoute(name: string): string {
  return `/instruments?${new URLSearchParams({ name })}`;
}

/** Gives the route on which an open issue can be fixed: a page of the settings, or the queue of the files concerned. */
export function remedyRoute({ cause, filter }: Pick<NotificationRecordShown, "cause" | "filter">): string {
  if (cause === "poor-product") return actionRoute("open-coverage", filter);
  // Its page says when it wrote last, and has its folder.
  if (cause === "silent-instrument" && filter.instrument !== undefined)
    return instrumentRoute(filter.instrument);
  return cause === "silent-instrument" ? filesRoute(filter) : actionRoute(firstAction(cause), filter);
}

/** A day of an instrument; without a date, all of them. */
function coverageRoute(instrument: string | undefined, day: string | null): string {
  if (instrument === undefined || day === null) return "/coverage";
  return `/coverage?${new URLSearchParams({ instrument, date: day })}`;
}

/** A field of an instrument or model in the settings; of none, all of them. */
function settingRoute(instrument: string | undefined, field: string): string {
  if (instrument === undefined) return "/settings/instruments";
  return `/settings/instruments?${new URLSearchParams({ name: instrument, field: `instruments.${field}` })}`;
}

/** The form of an entry that left the settings, filled in; of none, all of them. */
function addRoute(instrument: string | undefined): string {
  if (instrument === undefined) return "/settings/instruments";
  return `/settings/instruments?${new URLSearchParams({ name: instrument, again: "" })}`;
}

/** The page on which this can be done; `day`: of the issue, `YYYY-MM-DD`. */
export function actionRoute(
  action: CauseAction,
  filter: NotificationRecordShown["filter"],
  day: string | null = null,
): string {
  switch (action) {
    case "enter-password":
    case "check-address":
    case "check-clock":
    case "open-sending":
      return "/settings/portal";
    case "choose-site":
    case "choose-pid":
    case "choose-tags":
    case "choose-model":
      return settingRoute(filter.instrument, action.slice("choose-".length));
    case "check-pattern":
      return settingRoute(filter.instrument, "pattern");
    case "open-folder":
    case "check-drive":
      return settingRoute(filter.instrument, "folder");
    case "add-instrument":
      return addRoute(filter.instrument);
    case "open-instruments":
      return "/settings/instruments";
    case "open-settings":
      // A problem of the portal's settings concerns every file that is not sent.
      return filter.states === undefined ? "/settings/instruments" : "/settings/portal";
    case "open-coverage":
      return coverageRoute(filter.instrument, day);
    case "open-storage":
      return "/settings/storage";
    case "save-bundle":
      return "/settings/backup";
    case "show-files":
    case "try-now":
    case "retry":
    case "resume":
      return filesRoute(filter);
  }
}
