import type { Channel } from "./channels.ts";
import type { Deadlines } from "./coverage.ts";

/** When a file of an instrument counts as finished (docs/settings.md). */
export type FinishPolicy =
  | { readonly policy: "settle"; readonly seconds: number }
  | { readonly policy: "next-file"; readonly seconds: number }
  | { readonly policy: "sentinel"; readonly suffix: string; readonly seconds: number }
  | { readonly policy: "day-closed"; readonly graceMinutes: number; readonly seconds: number }
  | {
      readonly policy: "append";
      readonly everyHours: number;
      readonly graceMinutes: number;
      readonly seconds: number;
    };

/**
 * What is done with a finished file whose content looks damaged or is not what the instrument writes: `warn` sends it
 * and says so, `hold` keeps it until a person decides, `off` does not look.
 */
export const contentChecks = ["warn", "hold", "off"] as const;

export type ContentCheck = (typeof contentChecks)[number];

/** What a folder's files are; left out: raw files of an instrument. `model`: files of a weather model. */
export type SourceKind = "model";

/** A configured folder with its rules. `name` is unique and identifies the instrument in the ledger. */
export interface Instrument {
  readonly kind?: SourceKind;
  readonly name: string;
  /** Site id of the portal. */
  readonly site: string;
  /** Instrument id of the portal (`rpg-fmcw-94`), or model id (`ecmwf`). */
  readonly instrument: string;
  /** Persistent identifier, `https://hdl.handle.net/…`; of a model, what `modelPid` gives. */
  readonly pid: string;
  /** Absolute path of the folder; never written to. */
  readonly folder: string;
  /** Relative to `folder`, `/` between parts: date tokens, `*`, `?`, `**`, `{a,b}`. */
  readonly pattern: string;
  readonly tags: readonly string[];
  readonly finish: FinishPolicy;
  /** `YYYY-MM-DD`; files with an older measurement date are left alone. */
  readonly since: string | null;
  /** On a network drive: clocks differ and hints do not arrive, so only own observation counts. */
  readonly network: boolean;
  readonly expectEveryMinutes: number | null;
  /** `YYYY-MM-DD`: switched off until this day (UTC) begins, so that its silence says nothing. Left out: it is on. */
  readonly offUntil?: string | null;
  /** Left out: `warn`. */
  readonly check?: ContentCheck;
  /** When the layers of a day are overdue; left out: as usual. */
  readonly deadlines?: Deadlines | undefined;
}

/** A span of local wall-clock time in which nothing is sent, `HH:MM`; may pass midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

export interface PortalSettings {
  /** Base address without a trailing slash. */
  readonly url: string;
  readonly username: string;
  /** Uploads at the same time, 1 to 16. */
  readonly concurrency: number;
  /** Upper bound of sent bytes, kilobytes (1000 bytes) a second; null is no bound. */
  readonly bandwidthKBps: number | null;
  readonly quietHours: QuietHours | null;
  /** Address of an HTTP proxy; null takes the environment's. */
  readonly proxy: string | null;
  /** PEM file with certificates to trust beside the system's. */
  readonly caFile: string | null;
  /** Allows plain `http` to a host other than loopback. */
  readonly allowInsecureHttp: boolean;
}

/**
 * Kinds of notifications that last until they are over. `needsYou`: something waits for a person. `waiting`: the portal or
 * the way to it fails; files wait. `silentInstrument`: one has stopped writing. `poorProduct`: the portal found errors in products.
 */
export const issueKinds = ["needsYou", "waiting", "silentInstrument", "poorProduct"] as const;

export type IssueKind = (typeof issueKinds)[number];

/** Every notification falls under one of these switches. `resolved`: what was told before is over. */
export const notificationKinds = [...issueKinds, "resolved"] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** What the operator is told about: the switches are those of this PC, and of channels that name no kinds. */
export interface NotificationSettings extends Readonly<Record<NotificationKind, boolean>> {
  /** No notification is shown then; what is still open at the end is shown then. */
  readonly quietHours: QuietHours | null;
  /** Where each notification is posted as JSON, too. */
  readonly webhook: string | null;
  /** Who else is told. */
  readonly channels: readonly Channel[];
  /** `HH:MM`, local time: when digests are sent. */
  readonly digestAt: string;
}

/** What holds where the settings say nothing of notifications. */
export const usualNotifications: NotificationSettings = {
  needsYou: true,
  waiting: true,
  resolved: true,
  silentInstrument: true,
  poorProduct: false,
  quietHours: null,
  webhook: null,
  channels: [],
  digestAt: "08:00",
};

/** How much of the past is kept. Uploads and their receipts are always kept. */
export interface KeepSettings {
  /** Lines of the journal. */
  readonly journalLines: number;
  /** All log files together, megabytes (1000000 bytes). */
  readonly logMB: number;
}

/** What holds where the settings say nothing of it. */
export const usualKeep: KeepSettings = { journalLines: 1_000_000, logMB: 25 };

/** Where the metrics of the station are served to programs that watch many stations. */
export interface MetricsSettings {
  readonly port: number;
  /** An address of this PC; "0.0.0.0" or "::" is every one. */
  readonly host: string;
}

export interface Settings {
  readonly portal: PortalSettings;
  readonly instruments: readonly Instrument[];
  readonly notifications: NotificationSettings;
  readonly keep: KeepSettings;
  /** Null or left out: on no port of their own. */
  readonly metrics?: MetricsSettings | null;
}

/** One thing that is wrong in the settings; the rest keeps working. */
export interface SettingsProblem {
  /** Path of the key at fault: `instruments[1].pattern`. */
  readonly key: string;
  /** One sentence: what is wrong and what to do. */
  readonly message: string;
  /** Name of the instrument that is left out because of it, if one is. */
  readonly instrument: string | null;
  /** The state of the disk when the settings were read; a later look at the folders knows better. */
  readonly isOfDisk?: true;
  /** Nothing has been set up yet: no fault, but where everything begins. */
  readonly isFirstStart?: true;
}
