import { table } from "#cli/table.ts";
import { dateFlags, instrumentFlag, jsonFlag, stationFlags } from "./shared-flags.ts";

/** Commands about files that are queued or delivered. */

const pathWord = {
  name: "PATH",
  isMany: true,
  text: "files, absolute, or relative to this folder or to an instrument's folder; at most 500",
} as const;

export const retryTable = table({
  name: "retry",
  summary: "puts files that wait or are blocked back into the queue, to be tried at once",
  about:
    "Choose files by name, by instrument or by cause, or all. A cancelled file is tried again only if it is named. The daemon or the next submit sends them.",
  words: [pathWord],
  flags: {
    ...instrumentFlag,
    cause: { value: "CAUSE", text: "only files that this cause stopped, as status --json tells it" },
    all: { text: "all files that wait or are blocked" },
    "send-anyway": {
      text: "files that were held back for their content are sent; without it they are checked again",
    },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["retry --cause refused", "after the settings were put right"],
    ["retry 20261121_radar.nc", "one file"],
  ],
  exits: {
    0: "in the queue",
    1: "a named file is not waiting, blocked or cancelled",
    2: "bad usage, or the data folder cannot be read",
  },
});

export const cancelTable = table({
  name: "cancel",
  summary: "gives up files that are not delivered: they are not sent until a retry",
  about:
    "Choose files by name, by instrument or by cause, or all. Nothing is removed; skyferry retry PATH takes a file up again.",
  words: [pathWord],
  flags: {
    ...instrumentFlag,
    cause: { value: "CAUSE", text: "only files that this cause stopped, as status --json tells it" },
    all: { text: "all files that are not delivered" },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["cancel 20261121_radar.nc", "one file"],
    ["cancel --cause unfit-name --instrument Radar", "files of one instrument"],
  ],
  exits: {
    0: "given up",
    1: "a named file could not be given up",
    2: "bad usage, or the data folder cannot be read",
  },
});

export const resendTable = table({
  name: "resend",
  summary: "puts delivered files back into the queue",
  about:
    "Each becomes a new version with the current settings, which may give it another measurement date. Its old receipts stay. The daemon or the next submit sends it. If the portal already has it, it is not sent twice. A named file that failed is retried.",
  words: [pathWord],
  flags: {
    ...instrumentFlag,
    ...dateFlags,
    "other-portal": {
      text: "only files that another portal has confirmed, after you changed the portal's address",
    },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["resend 20261121_radar.nc", "one file"],
    ["resend --instrument Radar --date 2026-11-21", "a day of one instrument"],
  ],
  exits: {
    0: "in the queue",
    1: "some are not, and the output says which",
    2: "bad usage, or the data folder cannot be read",
  },
});

export const verifyTable = table({
  name: "verify",
  summary: "asks the portal whether it still has what it confirmed",
  about:
    "A receipt is withdrawn only where two looks at least 10 minutes apart agree: a daemon looks again by itself, else run this again. Files that the portal has lost, or has in an older version of this station, go back to the queue. Files that another program has replaced on the portal are reported and not sent.",
  flags: {
    ...dateFlags,
    disk: { text: "also reads the files on this PC again, slowly, one at a time" },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["verify --last 30", "what was measured in the last 30 days"],
    ["verify --date 2026-11-21 --disk", "one day, with the files on this PC"],
  ],
  exits: {
    0: "everything is as confirmed",
    1: "something is not, or could not be checked",
    2: "bad usage, or the data folder cannot be read",
  },
});

export const cleanupTable = table({
  name: "cleanup",
  summary: "says which files may be removed, and removes none",
  about:
    "It names only what the portal has byte for byte right now. Every file is read again, slowly, one at a time, and compared with the portal's lists. The earlier list may be one that Skyferry has already. The script is valid for 24 hours and checks each file again, by size, time and MD5, before it removes it.",
  flags: {
    "older-than": {
      value: "Nd",
      text: "only files whose day, or month for a file of a month, has been over for N days",
      default: "30d",
    },
    require: {
      choices: ["accepted", "processed", "published"],
      text: "how far the portal must be: it has the file, it has processed it, or it has also published a product of that day",
      default: "processed",
    },
    ...instrumentFlag,
    now: {
      text: "asks for one list and the record of each file by its checksum, instead of two lists 10 minutes apart",
    },
    format: {
      choices: ["text", "null", "ps1", "json"],
      text: "a summary by month, paths that each end in NUL, a PowerShell script, or one JSON document",
      otherwise: "text",
    },
    json: { text: "the same as --format json" },
    ...stationFlags,
  },
  examples: [
    ["cleanup --older-than 90d", "how much may go, by month"],
    ["cleanup --format ps1 > cleanup.ps1", "a script that removes it"],
  ],
  exits: {
    0: "the portal was asked",
    1: "it could not be asked, or the command was ended early, and nothing is named",
    2: "bad usage, or the data folder cannot be read",
  },
});

export const checkTable = table({
  name: "check",
  summary: "says whether files look complete, from their first and last 64 KiB",
  about:
    "It sends and records nothing. Each file is sound, damaged, foreign (the instrument does not write such files) or unknown (Skyferry does not know its format).",
  words: [
    {
      name: "PATH",
      isRequired: true,
      isMany: true,
      text: "files or folders, absolute or relative to this folder",
    },
  ],
  flags: {
    instrument: {
      value: "ID",
      text: "the portal's id of the instrument type, such as hatpro: also reports files that this type does not write; an id for which Skyferry has no rules is refused",
    },
    ...jsonFlag,
  },
  examples: [
    ["check /data/radar", "every file of a folder"],
    ["check --instrument hatpro 261121.BRT", "is it a file of that type?"],
  ],
  exits: {
    0: "every file is sound or unknown",
    1: "one is damaged or foreign",
    2: "bad usage, or a file cannot be read (the others are checked)",
  },
});
