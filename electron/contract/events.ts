import type { JournalEntry } from "./journal.ts";

/** A line of the journal, as it was committed. */
export interface UploadChanged extends JournalEntry {
  readonly type: "upload.changed";
}

/** Events that a host tells its subscribers. Only `upload.changed` and `reset` carry a number and can be resumed from. */
export type FeedEvent =
  | UploadChanged
  /** Ask for `status` again. Comes once at the begin of every subscription. */
  | { readonly type: "status.changed" }
  /** Ephemeral and never replayed; at most five a second for each upload. Bytes. */
  | { readonly type: "progress"; readonly id: string; readonly sentBytes: number; readonly size: number }
  /** A download job moved on or ended: ask `downloads.list`. Ephemeral; at most five a second for each job. */
  | { readonly type: "download.changed"; readonly id: string }
  /** The portal's lists were read: ask `coverage.days` again. Ephemeral. */
  | { readonly type: "coverage.changed" }
  /** Something happened to the station: ask `log.days` and `log.events` again. Ephemeral. */
  | { readonly type: "log.changed" }
  /** The operator was told something, or what was told is over: ask `notifications`. Ephemeral. */
  | { readonly type: "notifications.changed" }
  /** The tray shows something else, or a notification came or went: ask `tray`. Ephemeral. */
  | { readonly type: "tray.changed" }
  /** Events are missing: take a new snapshot; what comes next follows `seq`. */
  | { readonly type: "reset"; readonly seq: number };

/** Events that a transport tells; it adds whether the host can be heard at all. */
export type TransportEvent =
  | FeedEvent
  /** While this is false, the values that are shown may be old. */
  | { readonly type: "link"; readonly isUp: boolean };
