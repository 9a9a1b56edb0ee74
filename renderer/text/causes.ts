import { countText } from "#base/text.ts";
import type { StatusIssue } from "#contract/status.ts";
import type { CauseAction } from "#domain/cause-action.ts";

/** Words on the one button beside a cause. */
const actionWords: Readonly<Record<CauseAction, string>> = {
  "show-files": "Show the files",
  "open-folder": "Open folder",
  "check-drive": "Check the drive",
  "enter-password": "Enter the password",
  "check-address": "Check the address",
  "check-clock": "Check the clock",
  "check-pattern": "Look at the pattern",
  "open-instruments": "Open the settings",
  "add-instrument": "Add it again",
  "choose-site": "Choose the right site",
  "choose-pid": "Choose the right PID",
  "choose-tags": "Choose the right tags",
  "choose-model": "Choose the right model",
  "open-settings": "Open the settings",
  "open-sending": "Change the quiet hours",
  "open-storage": "Look at the disk",
  "open-coverage": "Show the day",
  "save-bundle": "Save a support bundle",
  "try-now": "Try now",
  retry: "Retry now",
  resume: "Resume sending",
};

/** `Show the 5`, `Enter the password`. */
export function actionLabel({
  action,
  count,
  filter,
}: Pick<StatusIssue, "action" | "count" | "filter">): string {
  if (action !== "show-files") return actionWords[action];
  if (filter.instrument !== undefined) return "Show its files";
  if (count === 1) return "Show the file";
  return count === 0 ? actionWords[action] : `Show the ${countText(count)}`;
}
