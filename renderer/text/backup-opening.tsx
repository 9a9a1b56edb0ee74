import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { sayNodes } from "#renderer/components/said.ts";

/** Sentences for the backup that takes the place of an empty station. */
export const openingText = {
  haveBackup: say("Moving to this PC, or starting again?"),
  open: say("Open a station's backup"),
  help: say(
    "It has the settings, the record of uploads and the receipts, and no password. skyferry backup writes one; weekly copies are in the folder backups of a data folder.",
  ),
  dropItHere: say("Drop the backup here, or"),
  choose: say("choose it…"),
  another: say("Another one?"),
  checking: say("The whole backup is checked…"),
  received: (percent: number) => say("{percent} % of the file is here…", { percent }),
  stationOf: (station: string, computer: string, madeAt: ReactNode, version: string) =>
    station === ""
      ? sayNodes(
          "Station without instruments, on the PC {computer} as of {madeAt}. Made by Skyferry {version}.",
          { computer, madeAt, version },
        )
      : sayNodes("Station {station}, on the PC {computer} as of {madeAt}. Made by Skyferry {version}.", {
          station,
          computer,
          madeAt,
          version,
        }),
  uploads: (uploads: number, delivered: number) =>
    say(
      "{uploads, plural, one {# upload} other {# uploads}} in its record, {toLocaleString} of them delivered.",
      { uploads, toLocaleString: delivered },
    ),
  folders: say("Folders of its instruments"),
  isHere: say("This folder is here."),
  notHere: say("This folder is not here. Until it is, its instrument finds no files."),
  looking: say("Looking for the folder…"),
  nothingSent: say(
    "Nothing is sent until you confirm that the old station is off. The password has to be entered again.",
  ),
  restore: say("Restore"),
  starting: say("Skyferry starts again with this station…"),
} as const;
