import type { ReactNode } from "react";
import { bytesText, counted, rangeText } from "#base/text.ts";
import type { StatusShown } from "#contract/status.ts";
import type { FilesAndBytes, PlannedDays } from "#domain/backlog-plan.ts";

const dayMs = 86_400_000;
const timeOf = ({ least, most }: PlannedDays) => rangeText(least * dayMs, most * dayMs);

/** Sentences about a backlog: the plan before it is sent, and what is left meanwhile. */
export const backlogText = {
  plan: "What will be sent if you save",
  amount: ({ files, bytes }: FilesAndBytes) => `${counted(files, "file")} · ${bytesText(bytes)}`,
  nothing: "Nothing to send: the portal has it all",
  nothingHere: "No finished file yet",
  rates: {
    measured: "at the current rate",
    limit: "with your bandwidth limit",
    usual: "on a 10 Mbit/s connection",
  },
  takes: (days: PlannedDays | null, rate: string) =>
    days === null
      ? `never ends ${rate}: each day brings more new data than can be sent`
      : `${timeOf(days)} ${rate}`,
  nights: (nights: PlannedDays | null) =>
    nights === null ? "; nights only: never" : `; nights only: ${timeOf(nights)}`,
  counting: "Counting the files in the folder…",
  comparing: "Checking what the portal already has. Until then, all files that are here are counted.",
  alreadyThere: (files: number) =>
    `${counted(files, "more file is", "more files are")} already on the portal, and not sent again.`,
  unanswered: (message: string) =>
    `This is what is on the disk; what the portal already has is not known. ${message}`,
  title: "Backlog",
  paused: "Backlog paused",
  pause: "Pause the backlog",
  resume: "Resume the backlog",
  left: ({ files, ofFiles, bytes, ofBytes, timeLeft }: NonNullable<StatusShown["sending"]["progress"]>) => {
    const amount = `${counted(ofFiles - files, "file")}, ${bytesText(Math.max(0, ofBytes - bytes))} left`;
    return timeLeft === null ? amount : `${amount}: ${rangeText(timeLeft.fromMs, timeLeft.toMs)}`;
  },
  nothingLeft: "nothing waits",
  since: (moment: ReactNode) => <>paused by you since {moment}</>,
  todayFirst: "today's files are sent first",
  todayGoesOn: "files of today and yesterday are sent",
  notCounted: (reason: string) => `Not counted: ${reason}`,
};
