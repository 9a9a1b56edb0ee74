import { languageTags } from "#base/chosen-language.ts";

/** Flags of every command. */
export const globalFlags = {
  color: {
    value: "WHEN",
    choices: ["auto", "always", "never"],
    text: "colours: auto (on a terminal; NO_COLOR and FORCE_COLOR count), always or never",
    default: "auto",
  },
  lang: {
    value: "XX",
    choices: languageTags,
    text: "language of what people read: en, fi, de, fr, it, es or pl; JSON, CSV and logs are always English",
    otherwise: "that of LC_ALL, LC_MESSAGES or LANG",
  },
  quiet: { text: "prints no result; problems go to standard error, and the exit code tells" },
  help: { text: "explains the command" },
} as const;

/** Flags by which every command finds the data folder, the settings and the password. */
export const stationFlags = {
  data: {
    value: "DIR",
    text: "data folder: settings, record of uploads, logs",
    otherwise: "this account's, else the service's",
  },
  settings: { value: "FILE", text: "settings file", otherwise: "settings.json in the data folder" },
  "password-file": {
    value: "FILE",
    text: "file with the portal's password on its first line; SKYFERRY_PASSWORD takes precedence",
    otherwise: "the keychain",
  },
} as const;

export const jsonFlag = { json: { text: "prints one JSON document instead of text" } } as const;

/** Flags that several commands share; a help, the manual page and docs/cli.md tell them in a list of their own. */
export const sharedFlags = { ...stationFlags, ...jsonFlag, ...globalFlags } as const;

export const instrumentFlag = {
  instrument: { value: "NAME", text: "only this instrument of the settings" },
} as const;

/** Measurement dates: one end, or both. */
export const fromToFlags = {
  from: { value: "D", text: "only measurement dates (YYYY-MM-DD) from this day on" },
  to: { value: "D", text: "only measurement dates up to this day, included" },
} as const;

/** Options that choose days: `--last N`, or `--from D` and `--to D`. */
export const spanFlags = {
  last: { value: "N", text: "only the last N days, including today (UTC)" },
  ...fromToFlags,
} as const;

/** The same, or `--date D …`. */
export const dateFlags = {
  date: {
    value: "D",
    isMany: true,
    text: "only this measurement date (YYYY-MM-DD); may be given more than once",
  },
  ...spanFlags,
} as const;

export const uiPortFlag = {
  "ui-port": {
    value: "N",
    whole: { from: 0, to: 65_535 },
    text: "port of the pages and the API on 127.0.0.1, also at later starts; 0 is any free one",
    otherwise: "the one that was given last, else any free one",
  },
} as const;
