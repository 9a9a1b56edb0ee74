import type { ReactNode } from "react";
import { counted } from "#base/text.ts";

/** Sentences for the backup that takes the place of an empty station. */
export const openingText = {
  haveBackup: "Moving to this PC, or starting again?",
  open: "Open a station's backup",
  help: "It has the settings, the record of uploads and the receipts, and no password. skyferry backup writes one; weekly copies are in the folder backups of a data folder.",
  dropItHere: "Drop the backup here, or",
  choose: "choose it…",
  another: "Another one?",
  checking: "The whole backup is checked…",
  received: (percent: number) => `${percent} % of the file is here…`,
  stationOf: (station: string, computer: string, madeAt: ReactNode, version: string) => (
    <>
      Station {station === "" ? "without instruments" : station}, on the PC {computer} as of {madeAt}. Made by
      Skyferry {version}.
    </>
  ),
  uploads: (uploads: number, delivered: number) =>
    `${counted(uploads, "upload")} in its record, ${delivered.toLocaleString("en")} of them delivered.`,
  folders: "Folders of its instruments",
  isHere: "This folder is here.",
  notHere: "This folder is not here. Until it is, its instrument finds no files.",
  looking: "Looking for the folder…",
  nothingSent:
    "Nothing is sent until you confirm that the old station is off. The password has to be entered again.",
  restore: "Restore",
  starting: "Skyferry starts again with this station…",
} as const;
