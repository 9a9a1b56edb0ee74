import type { NotificationSettings, QuietHours } from "./notification-settings.ts";

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
 * Choices for a finished file whose content looks damaged or is not what the instrument writes. `warn` sends it and
 * says so, `hold` keeps it until a person decides, `off` does not look.
 */
export const contentChecks = ["warn", "hold", "off"] as const;

export type ContentCheck = (typeof contentChecks)[number];

/** Kind of a folder's files; left out: raw files of an instrument. `model`: files of a weather model. */
export type SourceKind = "model";

/** How long each layer may take. */
export interface Deadlines {
  /** From the end of a file to its acceptance. */
  readonly acceptedHours: number;
  /** From acceptance to processing. */
  readonly processedHours: number;
  /** From processing to a product. */
  readonly publishedDays: number;
}

export const usualDeadlines: Deadlines = { acceptedHours: 2, processedHours: 6, publishedDays: 2 };

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

/** How much of the past is kept. Uploads and their receipts are always kept. */
export interface KeepSettings {
  /** Lines of the journal. */
  readonly journalLines: number;
  /** All log files together, megabytes (1000000 bytes). */
  readonly logMB: number;
}

/** Values that hold where the settings say nothing of it. */
export const usualKeep: KeepSettings = { journalLines: 1_000_000, logMB: 25 };

/** Address at which the metrics of the station are served to programs that watch many stations. */
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

/** A problem of the settings; the rest keeps working. */
export interface SettingsProblem {
  /** Path of the key at fault: `instruments[1].pattern`. */
  readonly key: string;
  /** A sentence: what is wrong and what to do. */
  readonly message: string;
  /** Name of the instrument that is left out because of it, if one is. */
  readonly instrument: string | null;
  /** The state of the disk when the settings were read; a later look at the folders knows better. */
  readonly isOfDisk?: true;
  /** Nothing has been set up yet: no fault, but where everything begins. */
  readonly isFirstStart?: true;
}
