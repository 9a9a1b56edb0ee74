import type { SettingRows } from "./setting-rows.ts";

export const instrumentRows = {
  name: {
    kind: "text",
    label: "Display name",
    help: "Shown on every page. You can rename it: the history follows if nothing else changes at the same time.",
    meaning: "your name for it; unique; at most 1,000 instruments",
    must: "must be a name for this instrument",
    rules: { "must be at most 100 characters": (name) => name.length <= 100 },
  },
  /** Site id of the portal. */
  site: { kind: "text", label: "Site", must: "must be the site id of the portal, such as hyytiala" },
  /** Instrument id of the portal (`rpg-fmcw-94`), or model id (`ecmwf`). */
  instrument: {
    kind: "text",
    label: "Instrument type",
    must: "must be the instrument id of the portal, such as rpg-fmcw-94",
  },
  /** Persistent identifier, `https://hdl.handle.net/…`; of a model, the value of `modelPid`. */
  pid: {
    kind: "text",
    label: "Persistent identifier (PID)",
    must: "must be a persistent identifier that starts with https://hdl.handle.net/",
    fits: (written) => /^https:\/\/hdl\.handle\.net\/[^\s/]+\/\S+$/.test(written),
    placeholder: "https://hdl.handle.net/…",
  },
  /** Absolute path of the folder; never written to. */
  folder: {
    kind: "text",
    label: "Folder",
    help: "Where the instrument writes its files. Skyferry only reads them.",
    must: "must be the absolute path of the folder that the instrument writes to",
    isVerbatim: true,
    fits: (written) => written !== "",
  },
  /** Relative to `folder`, `/` between parts: date tokens, `*`, `?`, `**`, `{a,b}`. */
  pattern: {
    kind: "text",
    label: "Pattern",
    help: "File names below the folder: %Y year, %m month (%b where it is Jan to Dec), %d day, %y two-digit year, * anything, ** any folders, {a,b} one of them.",
    meaning: "which files to send, and where their names contain the date ([below](#patterns))",
    must: "must be a file name pattern, such as %Y/%m/%Y%m%d_*.nc",
    isVerbatim: true,
    isCode: true,
  },
  tags: {
    kind: "texts",
    label: "Tags",
    help: "Sent with every file from this folder. They tell apart files that have the same name.",
    must: 'must be a list of tags, such as ["co"], or []',
    each: "must be a tag: text in quotes",
    usual: [],
  },
  finish: {
    kind: "own",
    label: "A file is finished",
    meaning: "when nothing more is written to it ([below](#when-a-file-is-finished))",
    usually: '`{"policy":"settle","seconds":60}`',
  },
  /** Files with an older measurement date are left alone. */
  since: {
    kind: "day",
    label: "Start date",
    help: "Only files measured on this day or later are sent. Empty: all files, newest days first.",
    must: 'must be a valid date such as "2024-02-29", or null',
    usual: null,
  },
  /** Clocks differ and hints do not arrive, so only own observation counts. */
  network: {
    kind: "switch",
    label: "The folder is on a network drive",
    help: "Scanned more often, because network drives do not report changes and their clocks may differ.",
    usual: false,
  },
  expectEveryMinutes: {
    kind: "number",
    label: "Writes a file every … minutes",
    help: "You are notified when it goes silent. Empty: Skyferry learns how often it usually writes.",
    meaning: "you are notified when it goes silent ([below](#silence))",
    must: "must be a number of minutes above 0, or null",
    usual: null,
  },
} as const satisfies SettingRows;

/** Settings that are missing where an earlier version kept the instrument. */
export const laterInstrumentRows = {
  offUntil: {
    kind: "day",
    label: "Off until",
    help: "The instrument is switched off: you are not notified of its silence before this day (UTC) begins.",
    must: 'must be a valid date such as "2026-12-01", or null',
    usual: null,
  },
  /** `hold` keeps a file until a person decides, `off` does not look. */
  check: {
    kind: "choice",
    label: "A file that looks damaged",
    help: "A file that is cut off, has no data, or is in the wrong format for this instrument.",
    meaning:
      "It is cut off, has no data, or is in the wrong format ([known formats](docs/cli-files.md#check))",
    must: 'must be "warn", "hold" or "off"',
    choices: {
      warn: "is sent, and you are notified",
      hold: "is held back until you decide",
      off: "is sent like any other",
    },
    usual: "warn",
  },
  deadlines: {
    kind: "own",
    meaning:
      'when missing data become a gap: `acceptedHours` after a file is finished, `processedHours` after it is accepted, `publishedDays` after it is processed; such as `{"processedHours":24}`',
    usually: "2, 6 and 2",
  },
} as const satisfies SettingRows;

const { instrument: _, pid: __, tags: ___, ...sourceRows } = { ...instrumentRows, ...laterInstrumentRows };

/** As an instrument, with a model in place of type, PID and tags. */
export const modelRows = {
  ...sourceRows,
  name: { ...sourceRows.name, must: "must be a name for these model files" },
  folder: { ...sourceRows.folder, must: "must be the absolute path of the folder with the model files" },
  model: {
    kind: "text",
    label: "Model",
    meaning: "the portal's id of a weather model ([below](#model-files))",
    must: "must be the model id of the portal, such as ecmwf",
  },
} as const satisfies SettingRows;
