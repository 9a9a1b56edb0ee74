import { table } from "#cli/table.ts";
import { fromToFlags, instrumentFlag, jsonFlag, spanFlags, stationFlags } from "./shared-flags.ts";

/** Commands that tell how things stand, and change nothing. */

export const planTable = table({
  name: "plan",
  summary: "says what is here and not on the portal, and how long it takes to send",
  about:
    "It looks at names, dates and sizes of the files, and reads the portal's list of each month; no file is read and nothing is sent. A file before the start date of its instrument (since) counts if --from is before that date, too.",
  flags: {
    ...fromToFlags,
    ...instrumentFlag,
    at: {
      value: "KBPS",
      text: "rate in kilobytes (1,000 bytes) a second",
      otherwise: "as measured while Skyferry sends a backlog",
    },
    data: stationFlags.data,
    settings: stationFlags.settings,
    ...jsonFlag,
  },
  examples: [
    ["plan --from 2026-01-01", "all of this year that is not on the portal"],
    ["plan --instrument Radar --at 2000", "one instrument, at 2 MB a second"],
  ],
  exits: {
    0: "told",
    1: "the portal could not be asked, or a folder could not be read",
    2: "bad usage or settings",
  },
});

export const statusTable = table({
  name: "status",
  summary: "shows what is queued, waiting, blocked, delivered or on hold, and why",
  about: "It also says what sends the files: the window, the service or a daemon.",
  flags: {
    alive: { text: "prints nothing, for health checks: exit code 0 if Skyferry runs and answers, else 1" },
    report: { text: "prints the station report: one signed JSON document, as it is sent (docs/fleet)" },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["status", "what is sent, what waits, and what to do"],
    ["status --json", "the same for a program"],
  ],
  exits: { 0: "nothing needs you", 1: "something needs you", 2: "the data folder cannot be read" },
});

export const instrumentsTable = table({
  name: "instruments",
  summary: "lists the instruments: state, newest file, files that wait",
  about: "Models are listed, too.",
  flags: { ...stationFlags, ...jsonFlag },
  examples: [
    ["instruments", "a line for each"],
    ["instruments --json", "the same as the instruments of status --json"],
  ],
  exits: {
    0: "nothing needs you",
    1: "the folder of one cannot be read, one is silent, or files of one need you",
    2: "the data folder cannot be read",
  },
});

export const explainTable = table({
  name: "explain",
  summary: "says why a file is sent or not, rule by rule",
  about: "Each rule in turn, and what happens next and when.",
  words: [
    {
      name: "PATH",
      isRequired: true,
      text: "the file, absolute, or relative to this folder or to an instrument's folder",
    },
  ],
  flags: { ...stationFlags, ...jsonFlag },
  examples: [
    ["explain 20261121_radar.nc", "a file of this folder, or of an instrument's"],
    ["explain --json /data/radar/20261121_radar.nc", "the same for a program"],
  ],
  exits: { 0: "told", 2: "the data folder cannot be read" },
});

export const logTable = table({
  name: "log",
  summary: "shows what happened, day by day: files, outages, restarts, silent instruments",
  about: "Newest first, by days of UTC; without a choice the last 7, at most 100.",
  flags: {
    ...spanFlags,
    instrument: {
      value: "NAME",
      text: "only this instrument of the settings, and events of the whole station",
    },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["log --last 30", "the last 30 days"],
    ["log --from 2026-11-01 --instrument Radar", "since that day, of one instrument"],
  ],
  exits: { 0: "shown", 2: "bad usage, or the data folder cannot be read" },
});

export const coverageTable = table({
  name: "coverage",
  summary: "shows what became of the data of each instrument and day",
  about:
    "Files measured here, accepted and processed by the portal, and the products that it published; without a choice of the last 14 days, at most of 400. A daemon reads the portal's lists once an hour. If none runs, this command looks through the folders and reads the lists that are older, at most six a minute; it sends nothing.",
  flags: {
    ...spanFlags,
    ...instrumentFlag,
    gaps: { text: "only days on which something is late" },
    csv: { text: "prints a table for spreadsheets" },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["coverage --last 30 --gaps", "what is late of the last 30 days"],
    ["coverage --from 2026-01-01 --csv > coverage.csv", "a table of this year"],
  ],
  exits: {
    0: "nothing is late",
    1: "something is, or no daemon runs and finished files are not on the portal",
    2: "bad usage, or the data folder cannot be read",
  },
});

export const reportTable = table({
  name: "report",
  summary: "proves a month: what the portal has of it, and why not all",
  about:
    "One page of a month (UTC): site, instruments, the share that the portal accepted, processed and published, days that are not complete and why, outages, and number and digest of the receipts. The digest is the SHA-256 of the lines of skyferry receipts --format md5 of that month, sorted by bytes. If no daemon runs, this command looks through the folders and reads the portal's lists as skyferry coverage does.",
  flags: {
    month: {
      value: "YYYY-MM",
      isRequired: true,
      text: "the month; the current one up to now",
    },
    format: {
      choices: ["text", "html", "json"],
      text: "html is one page to print or to mail: A4 for up to twelve instruments, without scripts",
      otherwise: "text",
    },
    json: { text: "the same as --format json" },
    ...stationFlags,
  },
  examples: [
    ["report --month 2026-11", "November in words"],
    ["report --month 2026-11 --format html > november.html", "November on a page"],
  ],
  exits: {
    0: "written",
    1: "written, but not all of the portal's lists could be read, or receipts were left out",
    2: "bad usage, a month that has not begun, or the data folder cannot be read",
  },
});

export const receiptsTable = table({
  name: "receipts",
  summary: "lists what the portal has confirmed, file by file, as evidence",
  about:
    "jsonl has one JSON document a line for each delivered version: its MD5, how the portal accepted it, the uuid of its record, the time, and the portal's address. md5 lists the newest delivered version of each file, for md5sum -c. bagit writes a bag without its files (RFC 8493): fetch.txt has their addresses on the portal.",
  flags: {
    ...fromToFlags,
    format: { choices: ["jsonl", "md5", "bagit"], text: "how they are written", otherwise: "jsonl" },
    output: { value: "DIR", text: "for bagit: a new or empty folder" },
    json: { text: "prints one JSON document: a list of what jsonl has line by line" },
    ...stationFlags,
  },
  examples: [
    ["receipts --from 2026-11-01", "one JSON line for each file since that day"],
    ["receipts --format md5 | md5sum -c -", "are the files here what was delivered?"],
  ],
  exits: {
    0: "written",
    1: "something was left out, and the output says what",
    2: "bad usage, or the data folder cannot be read",
  },
});
