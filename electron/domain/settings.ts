import type { instrumentRows, laterInstrumentRows } from "./instrument-rows.ts";
import type { NotificationSettings } from "./notification-settings.ts";
import { usualOf, type ValueOf, type ValuesOf } from "./setting-rows.ts";
import { keepRows, type metricsRows, type portalRows, type stationReportRows } from "./settings-table.ts";
import type { stationRows } from "./station-rows.ts";
import type { RateRow } from "./timetable.ts";

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

/** Choices for a finished file whose content looks damaged or is not what the instrument writes. */
export type ContentCheck = ValueOf<typeof laterInstrumentRows.check>;

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
export interface Instrument
  extends ValuesOf<typeof instrumentRows>,
    Partial<ValuesOf<typeof laterInstrumentRows>> {
  readonly kind?: SourceKind;
  readonly finish: FinishPolicy;
  /** When the layers of a day are overdue; left out: as usual. */
  readonly deadlines?: Deadlines | undefined;
}

export interface PortalSettings extends ValuesOf<typeof portalRows> {
  /** Timetable, the first row that fits; left out: none. */
  readonly rates?: readonly RateRow[] | undefined;
}

/** How much of the past is kept. Uploads and their receipts are always kept. */
export type KeepSettings = ValuesOf<typeof keepRows>;

/** Values that hold where the settings say nothing of it. */
export const usualKeep: KeepSettings = usualOf(keepRows);

/** Address at which the metrics of the station are served to programs that watch many stations. */
export interface MetricsSettings extends ValuesOf<typeof metricsRows> {
  readonly host: string;
}

/** Place that the station report goes to, and how often: `url` or `folder`, the other is null. */
export type StationReportSettings = ValuesOf<typeof stationReportRows>;

/** Settings at the top of the file. */
export type StationSettings = ValuesOf<typeof stationRows>;

export interface Settings {
  readonly portal: PortalSettings;
  readonly instruments: readonly Instrument[];
  readonly notifications: NotificationSettings;
  readonly keep: KeepSettings;
  /** Null or left out: on no port of their own. */
  readonly metrics?: MetricsSettings | null;
  /** Null or left out: none is sent. */
  readonly report?: StationReportSettings | null;
  /** `auto` where it is left out: that of the system. */
  readonly language?: StationSettings["language"];
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
