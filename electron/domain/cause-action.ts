/** First action of a person about a cause: the one button beside it. `retry` only where trying again can help. */
export const causeActions = [
  "show-files",
  "open-folder",
  "check-drive",
  "enter-password",
  "check-address",
  "check-clock",
  "check-pattern",
  "open-instruments",
  "add-instrument",
  "choose-site",
  "choose-pid",
  "choose-tags",
  "choose-model",
  "open-settings",
  "open-sending",
  "open-storage",
  "open-coverage",
  "save-bundle",
  "try-now",
  "retry",
  "resume",
] as const;

export type CauseAction = (typeof causeActions)[number];
