import { startAgain } from "#cli/command.ts";
import { table } from "#cli/table.ts";
import { dateFlags, jsonFlag, stationFlags, uiPortFlag } from "./shared-flags.ts";

/** Commands that send files, and the portal that is bundled. */

export const demoTable = table({
  name: "demo",
  summary: "runs the bundled portal, simulated instruments and delivery, then compares every byte",
  flags: {
    data: {
      value: "DIR",
      text: "stores everything there",
      otherwise: "a temporary folder that is removed at the end",
    },
    seconds: {
      value: "N",
      whole: { from: 1, to: 86_400 },
      text: "runs for N seconds, then checks every file",
      otherwise: "until Ctrl-C",
    },
    "no-open": { text: "opens neither window nor browser, and does not download the Electron runtime" },
    json: {
      text: "prints one JSON document at the end: files written, delivered, verified, blocked, and the portal's own count",
    },
  },
  examples: [
    ["demo", "a station to try, with its pages"],
    ["demo --no-open --seconds 30 --json", "half a minute of it, for a program"],
  ],
  exits: { 0: "every written file is on the portal, byte for byte", 1: "at least one is not" },
});

export const daemonTable = table({
  name: "daemon",
  summary: "watches the folders and delivers until it is stopped",
  about:
    'When it is ready, it prints one JSON line, {"ui":"http://127.0.0.1:N/#token=…"}, with "metrics" if a metrics port is set. SIGTERM ends it within 5 seconds; nothing is lost.',
  flags: {
    ...uiPortFlag,
    "metrics-port": {
      value: "N",
      whole: { from: 0, to: 65_535 },
      text: "serves metrics for Prometheus at /metrics on this port, whatever the settings say",
    },
    "metrics-host": {
      value: "A",
      text: "the address of that port; 0.0.0.0 is the whole network",
      otherwise: "127.0.0.1, this PC only",
    },
    service: {
      text: "for system services: does not print the address; reports to systemd that it is ready, its state, and that the engine answers",
    },
    ...stationFlags,
  },
  examples: [
    ["daemon --data /srv/skyferry", "delivers until Ctrl-C"],
    ["daemon --ui-port 8080 --metrics-port 9100", "the same pages and metrics each time"],
  ],
  exits: {
    0: "stopped as asked",
    2: "bad usage or settings; a restart does not help",
    [startAgain]:
      "start it again (a service manager does so by itself): its record of uploads or its data folder was removed or replaced, or a service could not use its data folder or a port",
  },
});

export const serviceTable = table({
  name: "service",
  summary: "starts the daemon with the PC, without a login",
  about:
    "Linux: a systemd unit; for root a system unit, else a user unit. Windows: a task of the Task Scheduler; needs an administrator. macOS: a launch daemon; needs root.",
  actions: {
    install: "checks everything, then installs and starts the service, or updates it",
    status: "says whether it is installed and runs, and where its pages are",
    remove: "stops and removes it; the data folder stays",
  },
  flags: {
    user: {
      value: "U",
      text: "the account that it runs as; it must be able to read the instruments' folders",
      otherwise: "this account, or the one that called sudo",
    },
    data: { value: "DIR", text: "the data folder", otherwise: "the one that this account already uses" },
    "password-file": {
      value: "FILE",
      text: "a file with the portal's password that only that account can read",
      otherwise: "the password that was typed in Settings",
    },
    "ui-port": {
      value: "N",
      whole: { from: 1, to: 65_535 },
      text: "port of the pages on 127.0.0.1",
      otherwise: "any free one",
    },
    json: { text: "prints one JSON document: what was done, or how it is" },
  },
  examples: [
    ["service install --user ann", "runs as ann from now on (as root)"],
    ["service status", "does it run, and where are its pages?"],
  ],
  exits: {
    0: "done, or running",
    1: "the service is not installed, does not run, or has no password",
    2: "bad usage, or refused: nothing was changed",
  },
});

export const submitTable = table({
  name: "submit",
  summary: "runs once: finds, delivers, reports, ends",
  about:
    "It needs no daemon, and does not run beside one. Without dates it sends everything that is finished and not delivered.",
  words: [{ name: "D", isMany: true, text: "more dates behind --date" }],
  flags: {
    ...dateFlags,
    wait: {
      value: "SECONDS",
      whole: { from: 0, to: 86_400 },
      text: "longest wait for unfinished files",
      otherwise: "the settle time",
    },
    "dry-run": { text: "finds and reports, sends nothing" },
    missing: {
      text: "first reads the portal's lists of these dates (without dates, of the last 62 days), at most six a minute, and sends what is missing; what was delivered and is not on them is asked for again, as by verify",
    },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["submit --dry-run", "what would be sent"],
    ["submit --from 2026-11-01 --to 2026-11-03", "three days"],
  ],
  exits: {
    0: "everything is delivered",
    1: "something is not, a folder or file could not be read, the clock is off by 5 minutes, the new files of an instrument are all held, or the run was stopped early",
    2: "bad usage or settings",
  },
});

export const mockPortalTable = table({
  name: "mock-portal",
  summary: "runs only the bundled portal, on 127.0.0.1",
  about: 'When it is ready, it prints one JSON line, {"url":"http://127.0.0.1:N"}. SIGTERM ends it.',
  flags: {
    data: {
      value: "DIR",
      isRequired: true,
      text: "where it stores records and files; created if missing",
    },
    port: {
      value: "N",
      whole: { from: 0, to: 65_535 },
      text: "port on 127.0.0.1",
      otherwise: "any free one",
    },
    users: {
      value: "FILE",
      text: '{"users": [{"username", "password", "sites": ["hyytiala"] or "*"}]}',
      otherwise: "station / station",
    },
    seed: { choices: ["demo", "empty"], text: "initial content of a new folder", default: "empty" },
    faults: {
      value: "FILE",
      text: "faults to simulate: delays, wrong answers, lost answers, broken connections",
    },
    "processing-delay": {
      value: "SECONDS",
      whole: { from: 0, to: 31_536_000 },
      text: "time from the arrival of a file to its product",
      default: "300",
    },
    "keep-mb": {
      value: "N",
      whole: { from: 1, to: 100_000_000 },
      text: "raw files use at most N megabytes, and the oldest are deleted first",
      default: "10000",
    },
    shape: {
      choices: ["contract", "live"],
      text: "answers as documented, or as the live portal does",
      default: "contract",
    },
  },
  examples: [
    ["mock-portal --data portal --port 8080", "a portal at http://127.0.0.1:8080"],
    ["mock-portal --data portal --seed demo", "a portal with files and products"],
  ],
  exits: { 0: "stopped as asked", 2: "bad usage, or a file or the data folder cannot be used" },
});
