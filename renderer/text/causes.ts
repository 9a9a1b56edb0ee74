import { say } from "#base/say.ts";
import type { StatusIssue } from "#contract/status.ts";
import type { CauseAction } from "#domain/cause-action.ts";

/** Words on the one button beside a cause. */
const actionWords: Readonly<Record<CauseAction, string>> = {
  "show-files": say("Show the files"),
  "open-folder": say("Open folder"),
  "check-drive": say("Check the drive"),
  "enter-password": say("Enter the password"),
  "check-address": say("Check the address"),
  "check-clock": say("Check the clock"),
  "check-pattern": say("Look at the pattern"),
  "open-instruments": say("Open the settings"),
  "add-instrument": say("Add it again"),
  "choose-site": say("Choose the right site"),
  "choose-pid": say("Choose the right PID"),
  "choose-tags": say("Choose the right tags"),
  "choose-model": say("Choose the right model"),
  "open-settings": say("Open the settings"),
  "open-sending": say("Change the quiet hours"),
  "open-storage": say("Look at the disk"),
  "open-coverage": say("Show the day"),
  "save-bundle": say("Save a support bundle"),
  "try-now": say("Try now"),
  retry: say("Retry now"),
  resume: say("Resume sending"),
};

/** `Show the 5`, `Enter the password`. */
export function actionLabel({
  action,
  count,
  filter,
}: Pick<StatusIssue, "action" | "count" | "filter">): string {
  if (action !== "show-files") return actionWords[action];
  if (filter.instrument !== undefined) return say("Show its files");
  if (count === 1) return say("Show the file");
  return count === 0 ? actionWords[action] : say("Show the {count}", { count });
}
