/** A question as an operator types it, and the section that answers it. */
interface HelpQuestion {
  readonly asked: string;
  /** Below `docs/`, without its ending. */
  readonly page: string;
  readonly heading: string;
}

export const helpQuestions: readonly HelpQuestion[] = [
  { asked: "the portal password changed", page: "tasks/password-changed", heading: "Password changed" },
  { asked: "disk is full, what can I delete", page: "tasks/disk-full", heading: "Disk full" },
  { asked: "our PC died", page: "tasks/new-pc", heading: "A new PC" },
  { asked: "instrument got a new PID", page: "tasks/new-pid", heading: "Instrument replaced (new PID)" },
  { asked: "run without anybody logged in", page: "tasks/nobody-logged-in", heading: "Nobody logged in" },
  { asked: "stop the old cron client", page: "tasks/official-client", heading: "1. Stop the old client" },
  { asked: "upload last year's data", page: "tasks/old-data", heading: "A year of old data" },
  { asked: "look at the station from home", page: "tasks/other-pc", heading: "Pages from another PC" },
  { asked: "update to the new version", page: "tasks/upgrade", heading: "Upgrade" },
  {
    asked: "prove to the funder that July is complete",
    page: "tasks/prove-a-month",
    heading: "Prove a month",
  },
  {
    asked: "uploads are slowing down our internet",
    page: "tasks/old-data",
    heading: "3. Leave room for others",
  },
  { asked: "why is this file not sent", page: "concepts/path-of-a-file", heading: "How a file travels" },
  { asked: "same settings for twenty stations", page: "tasks/many-stations", heading: "Many stations" },
  { asked: "email me when something is wrong", page: "settings", heading: "Notification channels" },
  { asked: "did the file really arrive at the portal", page: "concepts/delivered", heading: "The receipt" },
];
