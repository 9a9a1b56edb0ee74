import type { Cause } from "./cause.ts";

/** Events that can happen to the station itself, besides its files. */
export const stationEventKinds = [
  /** Skyferry did not run. */
  "stopped",
  /** Another version runs. */
  "updated",
  /** A ledger was begun: the first one, or another after the former one was lost. */
  "ledger-begun",
  /** The ledger could not be written. */
  "ledger-failed",
  /** The portal, or the way to it, failed. */
  "outage",
  /** The user name or the password was missing or not accepted. */
  "credentials",
  "password-changed",
  "settings-changed",
  /** A person marked a problem as known, or took that back. */
  "known",
  /** Sending was paused by hand. */
  "paused",
  /** This PC's clock differed from the portal's. */
  "clock-off",
  "disk-low",
  /** An instrument wrote no files for much longer than usual. */
  "silent",
  /** The folder of an instrument could not be read. */
  "folder-gone",
] as const;

/** From where a person paused sending: Skyferry's own window, its tray icon, or its pages in a browser. */
export const pausePlaces = ["window", "tray", "browser"] as const;

export type PausePlace = (typeof pausePlaces)[number];

export type StationEventKind = (typeof stationEventKinds)[number];

/** A setting that changed; never its value. */
export interface SettingChange {
  /** Name of the instrument; null for a setting of the whole station. */
  readonly instrument: string | null;
  /** As in the file: `portal.url`, of an instrument `pattern`; null for a whole instrument. */
  readonly key: string | null;
  readonly change: "added" | "changed" | "removed";
}

/** Further facts about an event; each kind uses some of them. */
export interface StationEventDetail {
  /** Cause of an outage, and of missing or refused credentials. */
  readonly cause?: Cause;
  /** A sentence, from the writer of the event. */
  readonly message?: string;
  readonly settings?: readonly SettingChange[];
  /** Version before and after an update. */
  readonly versions?: readonly [before: string, after: string];
  /** Skyferry ended without being stopped: a crash, a power cut. */
  readonly isUnclean?: true;
  /** Until when sending was to be paused, epoch milliseconds; null until somebody resumes. */
  readonly untilMs?: number | null;
  /** Issue that was marked as known. */
  readonly known?: {
    readonly label: string;
    readonly note: string;
    readonly by: string;
    /** The mark was taken back. */
    readonly isEnded: boolean;
  };
  /** From where sending was paused; left out where the caller did not say. */
  readonly pausedFrom?: PausePlace;
}

/** Something that happened to the station, at one moment or from one to another. */
export interface StationEvent {
  /** Grows by one; its number stays while it lasts and when it is over. */
  readonly seq: number;
  readonly kind: StationEventKind;
  /** Name of the instrument, or of the disk (`D:`, `/data`); "" where it is about neither. */
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly fromMs: number;
  /** The same as `fromMs` for what happened at one moment; null while it lasts. */
  readonly toMs: number | null;
  /** How often it began: what comes back soon after it was over is one event. */
  readonly times: number;
  readonly detail: StationEventDetail;
}

/** A step in the record of an event. */
export type StationEventChange =
  /** Something that happened at one moment. */
  | {
      readonly type: "note";
      readonly kind: StationEventKind;
      readonly subject: string;
      readonly atMs: number;
      readonly detail: StationEventDetail;
    }
  /** Does nothing while such an event of this subject lasts; goes on with one that was over a short time ago. */
  | {
      readonly type: "begin";
      readonly kind: StationEventKind;
      readonly subject: string;
      readonly fromMs: number;
      readonly detail: StationEventDetail;
    }
  /** Does nothing where none lasts. */
  | {
      readonly type: "end";
      readonly kind: StationEventKind;
      readonly subject: string;
      readonly toMs: number;
    };

/** An event that comes back within this time is the same event. */
export const rejoinMs = 10 * 60_000;

/** Events that are meant; without any field, all. */
export interface StationEventFilter {
  readonly kinds?: readonly StationEventKind[];
  /** Those of this instrument, and those about none. */
  readonly subject?: string;
  /** Those that lasted at this moment or later, epoch milliseconds. */
  readonly fromMs?: number;
  /** Those that began before this moment. */
  readonly toMs?: number;
}

export interface StationEventQuery extends StationEventFilter {
  /** Only events before this one in the order of the answer; null from the newest on. */
  readonly before: Pick<StationEvent, "fromMs" | "seq"> | null;
  readonly limit: number;
}

/** Events of the journal that are counted by hours. */
export const countedEvents = ["enqueued", "confirmed", "failed-final", "lost", "revoked"] as const;

/** Journal lines by kind. */
export interface LineCounts {
  /** Files that were found and queued. */
  readonly found: number;
  /** Confirmations of the portal. */
  readonly delivered: number;
  /** Files that were stopped and wait for a person. */
  readonly refused: number;
  /** Files that the portal no longer has, or whose receipt is void. */
  readonly lost: number;
}

export const noLines: LineCounts = { found: 0, delivered: 0, refused: 0, lost: 0 };

/** Journal lines of one hour, counted from the epoch, in UTC; hours without any are left out. */
export interface LineHour extends LineCounts {
  readonly hour: number;
}

/** Record that the last run left behind. */
export interface StationRun {
  readonly version: string;
  /** When it last said that it runs, or when it was stopped; epoch milliseconds. */
  readonly aliveMs: number;
  readonly settings: SettingsDigest;
}

/** Digests of the settings by `settingKey`: they tell what changed, not what was set. */
export type SettingsDigest = Readonly<Record<string, string>>;

/** Names one setting in a digest; `key` "" is the instrument itself. */
export function settingKey(instrument: string | null, key: string): string {
  return instrument === null ? key : `${key}\n${instrument}`;
}

/** Gives the settings that differ; the fields of an instrument that came or went are left out. */
export function settingChanges(before: SettingsDigest, now: SettingsDigest): readonly SettingChange[] {
  const differs = (name: string) => before[name] !== now[name];
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(differs);
  return names.toSorted().flatMap((name): SettingChange[] => {
    const at = name.indexOf("\n");
    const instrument = at < 0 ? null : name.slice(at + 1);
    const key = at < 0 ? name : name.slice(0, at);
    if (key !== "" && differs(settingKey(instrument, ""))) return [];
    const change = before[name] === undefined ? "added" : now[name] === undefined ? "removed" : "changed";
    return [{ instrument, key: key === "" ? null : key, change }];
  });
}
