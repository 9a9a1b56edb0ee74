import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { bytesText, rangeText } from "#base/text.ts";
import type { StatusShown } from "#contract/status.ts";
import type { FilesAndBytes, PlannedDays } from "#domain/backlog-plan.ts";
import { sayNodes } from "#renderer/components/said.ts";

const dayMs = 86_400_000;
const timeOf = ({ least, most }: PlannedDays) => rangeText(least * dayMs, most * dayMs);

/** Sentences about a backlog: the plan before it is sent, and what is left meanwhile. */
export const backlogText = {
  plan: say("What will be sent if you save"),
  amount: ({ files, bytes }: FilesAndBytes) =>
    say("{files, plural, one {# file} other {# files}} · {bytes}", { files, bytes: bytesText(bytes) }),
  nothing: say("Nothing to send: the portal has it all"),
  nothingHere: say("No finished file yet"),
  rates: {
    measured: say("at the current rate"),
    limit: say("with your bandwidth limit"),
    usual: say("on a 10 Mbit/s connection"),
  },
  takes: (days: PlannedDays | null, rate: string) =>
    days === null
      ? say("never ends {rate}: each day brings more new data than can be sent", { rate })
      : `${timeOf(days)} ${rate}`,
  nights: (nights: PlannedDays | null) =>
    nights === null
      ? say("; nights only: never")
      : say("; nights only: {nights}", { nights: timeOf(nights) }),
  counting: say("Counting the files in the folder…"),
  comparing: say("Checking what the portal already has. Until then, all files that are here are counted."),
  alreadyThere: (files: number) =>
    say(
      "{files, plural, one {# more file is} other {# more files are}} already on the portal, and not sent again.",
      { files },
    ),
  unanswered: (message: string) =>
    say("Counted on this PC only: the portal could not be asked. {message}", { message }),
  title: say("Backlog"),
  paused: say("Backlog paused"),
  pause: say("Pause the backlog"),
  resume: say("Resume the backlog"),
  left: ({ files, ofFiles, bytes, ofBytes, timeLeft }: NonNullable<StatusShown["sending"]["progress"]>) => {
    const amount = say("{ofFiles, plural, one {# file} other {# files}}, {ofBytes} left", {
      ofFiles: ofFiles - files,
      ofBytes: bytesText(Math.max(0, ofBytes - bytes)),
    });
    return timeLeft === null ? amount : `${amount}: ${rangeText(timeLeft.fromMs, timeLeft.toMs)}`;
  },
  nothingLeft: say("nothing waits"),
  since: (moment: ReactNode) => sayNodes("paused by you since {moment}", { moment }),
  todayFirst: say("today's files are sent first"),
  todayGoesOn: say("files of today and yesterday are sent"),
  notCounted: (reason: string) => say("Not counted: {reason}", { reason }),
};
