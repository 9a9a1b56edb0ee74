import { table } from "#cli/table.ts";
import { jsonFlag, stationFlags } from "./shared-flags.ts";

/** Commands about the station as a whole, and about the command line itself. */

export const pauseTable = table({
  name: "pause",
  summary: "sends nothing until a resume; with --backlog only files of earlier days wait",
  about:
    "A pause of everything ends with the program that sends; --backlog also lasts over a restart, and lets files of today and yesterday (UTC) go on. A run of submit sends files of earlier days all the same.",
  flags: {
    for: { value: "SPAN", text: "ends by itself after 30m, 8h or 2d", otherwise: "until a resume" },
    backlog: { text: "only files of earlier days wait, until skyferry resume --backlog" },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["pause --for 1h", "the line is free for an hour"],
    ["pause --backlog", "today's files go on, older ones wait"],
  ],
  exits: {
    0: "paused",
    1: "nothing runs that could be paused",
    2: "bad usage, or the data folder cannot be read",
  },
});

export const resumeTable = table({
  name: "resume",
  summary: "ends a pause; after a restore it confirms that the old station is off",
  flags: {
    backlog: { text: "ends the pause of files of earlier days (skyferry pause --backlog), and no other" },
    ...stationFlags,
    ...jsonFlag,
  },
  examples: [
    ["resume", "sending goes on"],
    ["resume --backlog", "files of earlier days are sent, too"],
  ],
  exits: { 0: "that pause is over", 2: "bad usage, or the data folder cannot be read" },
});

export const openPagesTable = table({
  name: "open",
  summary: "opens the pages in the browser, or prints their address",
  about: "Anyone who has the address can do what its user can do: do not share it.",
  flags: {
    data: stationFlags.data,
    json: { text: "opens nothing; prints the address as one JSON document" },
  },
  examples: [
    ["open", "the pages of the station that runs here"],
    ["open --json", "their address, for a program"],
  ],
  exits: {
    0: "opened, or the address is printed",
    1: "nothing runs that has pages",
    2: "the data folder cannot be read",
  },
});

export const backupTable = table({
  name: "backup",
  summary: "writes settings, record of uploads and receipts to one file",
  about:
    "It also holds notes, files that a person added, and the key of the station report, and no password: all that the station needs to go on elsewhere. FILE is a tar archive, packed by gzip; its manifest.json names each file with its SHA-256. If it cannot be written, FILE stays as it was.",
  words: [
    {
      name: "FILE",
      isRequired: true,
      text: "file to write; replaced where it is a backup, otherwise it must not exist",
    },
  ],
  flags: { ...stationFlags, ...jsonFlag },
  examples: [
    ["backup station.tar.gz", "while Skyferry runs, or not"],
    ["backup /mnt/usb/station.tar.gz --json", "onto another disk, for a program"],
  ],
  exits: { 0: "written", 2: "bad usage, the file cannot be written, or the data folder cannot be read" },
});

export const restoreTable = table({
  name: "restore",
  summary: "puts a backup into a new folder, on this PC or another",
  about:
    "The station there sends nothing until you confirm that the old one is off: with Resume in its pages, or skyferry resume. All of it is checked before anything is put in its place. An interrupted restore is run again with the same words.",
  words: [
    {
      name: "FILE",
      isRequired: true,
      text: "backup, as skyferry backup or the weekly copies in the folder backups have written it",
    },
  ],
  flags: {
    data: { value: "DIR", isRequired: true, text: "the data folder to fill; new or empty" },
    folder: {
      value: "OLD=NEW",
      isMany: true,
      text: "a folder or drive of the instruments that is another one here, with all below it; may be given more than once",
    },
    ...jsonFlag,
  },
  examples: [
    ["restore station.tar.gz --data /srv/skyferry", "into a new folder"],
    ["restore station.tar.gz --data D:\\skyferry --folder E:=F:", "the drive E: is F: here"],
  ],
  exits: {
    0: "restored",
    2: "bad usage, the backup cannot be used, or the folder is not empty; nothing is restored then",
  },
});

export const notifyTable = table({
  name: "notify",
  summary: "sends a test message to the notification channels, and says what each answered",
  about: "It shows no address or password.",
  actions: { test: "sends the test message" },
  words: [{ name: "NAME", text: "only this channel, heartbeat or report; default: all" }],
  flags: { ...stationFlags, ...jsonFlag },
  examples: [
    ["notify test", "all channels, heartbeat and station report"],
    ["notify test heartbeat", "only the heartbeat"],
  ],
  exits: {
    0: "every channel accepted the test",
    1: "one did not",
    2: "bad usage, no channel, or the data folder cannot be read",
  },
});

export const settingsCommandTable = table({
  name: "settings",
  summary: "shows, checks and changes the settings, also those of an administrator",
  about:
    "A running Skyferry takes a change within seconds. Files of an administrator are below settings.json: /etc/skyferry/settings.d/*.json, on Windows %ProgramData%\\Skyferry\\settings.d, or the folder that SKYFERRY_SETTINGS_D names. A key that they lock is not changed.",
  actions: {
    schema: "prints the JSON Schema of the settings file, for editors",
    check: "names file, line and key of each mistake; without FILE, of all settings in force",
    show: "prints the settings in force as they are written",
    get: 'prints the value of KEY: portal.concurrency, "instruments[Radar].since"',
    set: "writes VALUE to settings.json; null takes KEY out",
    apply: "puts FILE, or standard input (-), in the place of settings.json, and prints what changes",
  },
  words: [
    { name: "FILE", text: "the file of check and apply, or the KEY of get and set" },
    { name: "VALUE", text: "for set: text, or JSON" },
  ],
  flags: {
    admin: {
      text: "schema and check FILE: that of an administrator, in which every part may be left out",
      actions: ["schema", "check"],
    },
    origin: { text: "prints each value with the file that it is from", actions: ["show"] },
    "dry-run": { text: "writes nothing", actions: ["apply"] },
    data: stationFlags.data,
    settings: stationFlags.settings,
    ...jsonFlag,
  },
  examples: [
    ["settings show --origin", "each value, and the file that it is from"],
    ["settings set portal.concurrency 2", "one value"],
  ],
  exits: {
    0: "done, also if nothing changed",
    1: "a mistake was found, the change was refused, or the key is not set",
    2: "bad usage",
  },
});

export const tokenTable = table({
  name: "token",
  summary: "creates, lists and revokes tokens, by which programs ask a running Skyferry",
  about:
    "What is changed is in force at once, also in a Skyferry that runs. A token is shown once; only a hash of it is kept. Its scope read sees the state of the station; operate may also pause, resume, retry, cancel, resend and rescan. Neither sees passwords, settings or the content of files.",
  actions: {
    create: "creates a token and prints it; nothing shows it again",
    list: "prints the tokens, without their text",
    revoke: "ends the token NAME; also takes its id",
  },
  words: [{ name: "NAME", text: "the token to revoke, by its name or id" }],
  flags: {
    name: {
      value: "N",
      text: "its name: letters, digits, spaces, dots, hyphens and underscores; at most 50",
      actions: ["create"],
    },
    scope: { choices: ["read", "operate"], text: "what it may do", actions: ["create"] },
    days: {
      value: "D",
      whole: { from: 1, to: 3_650 },
      text: "it expires after so many days",
      otherwise: "it does not expire",
      actions: ["create"],
    },
    data: stationFlags.data,
    ...jsonFlag,
  },
  examples: [
    ["token create --name grafana --scope read --json", "for a program that looks"],
    ["token revoke grafana", "it is refused from now on"],
  ],
  exits: {
    0: "done",
    1: "there is no token of that name",
    2: "bad usage, the name is taken or not allowed, or the tokens cannot be read or written",
  },
});

export const doctorTable = table({
  name: "doctor",
  summary: "checks that this PC has everything that Skyferry needs, and says what to do",
  about:
    "It changes nothing in the data folder, and shows no password or token. Each check has a time limit.",
  flags: {
    network: { text: "also asks the portal whether it answers, without a password" },
    data: { value: "DIR", text: "the data folder to check", otherwise: "the window's" },
    settings: stationFlags.settings,
    ...jsonFlag,
  },
  examples: [
    ["doctor", "what is wrong on this PC?"],
    ["doctor --network --json", "with the portal, for a program"],
  ],
  exits: { 0: "no problem", 1: "there is a problem", 2: "bad usage" },
});

export const importTable = table({
  name: "import-submit-config",
  summary: "imports settings from the official client's file",
  about: "Instruments, models and user name. The password goes to the keychain, never into a settings file.",
  words: [{ name: "FILE.toml", isRequired: true, text: "configuration of the official command-line client" }],
  flags: {
    settings: {
      value: "FILE",
      text: "the settings file to write; instruments and models that it already has stay",
      otherwise: "settings.json in the data folder",
    },
    data: {
      value: "DIR",
      text: "the data folder",
      otherwise: "the folder of --settings, else this account's",
    },
    "portal-url": {
      value: "URL",
      text: "the portal's address, which the official client's file does not contain",
    },
    ...jsonFlag,
  },
  examples: [
    ["import-submit-config submit.toml --data /srv/skyferry", "into a new station"],
    ["import-submit-config submit.toml --settings settings.json", "into a settings file"],
  ],
  exits: {
    0: "written; what could not be imported is told",
    2: "bad usage, or the file cannot be read: nothing is written",
  },
});

export const completionTable = table({
  name: "completion",
  summary: "prints a script that completes commands and flags in a shell",
  about:
    "bash: source <(skyferry completion bash) in ~/.bashrc. zsh: skyferry completion zsh > _skyferry in a folder of $fpath. fish: skyferry completion fish | source in config.fish. PowerShell: skyferry completion powershell | Out-String | Invoke-Expression in $PROFILE. The packages for Linux bring the first three.",
  words: [
    {
      name: "SHELL",
      isRequired: true,
      choices: ["bash", "zsh", "fish", "powershell"],
      text: "bash, zsh, fish or powershell",
    },
  ],
  flags: {},
  examples: [
    ["completion bash > ~/.skyferry-completion", "for source in ~/.bashrc"],
    ["completion fish | source", "in this fish"],
  ],
  exits: { 0: "printed", 2: "bad usage" },
});

export const helpTable = table({
  name: "help",
  summary: "lists the commands, or explains one",
  words: [{ name: "COMMAND", text: "the command; default: all" }],
  flags: {},
  examples: [
    ["help", "the list"],
    ["help submit", "the same as submit --help"],
  ],
  exits: { 0: "printed", 2: "no such command" },
});

export const versionTable = table({
  name: "version",
  summary: "prints the version; so do --version and -V",
  flags: { ...jsonFlag },
  examples: [
    ["version", "0.2.0"],
    ["version --json", "for a program"],
  ],
  exits: { 0: "printed" },
});
