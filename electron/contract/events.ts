import { z } from "zod";
import { journalEntry } from "./journal.ts";
import { byteCount, journalSeq } from "./values.ts";

/** A line of the journal, as it was committed. */
const uploadChanged = z.object({ type: z.literal("upload.changed"), ...journalEntry.def.in.shape });

/** Events that a host tells its subscribers. Only `upload.changed` and `reset` carry a number and can be resumed from. */
export const feedEvent = z.discriminatedUnion("type", [
  uploadChanged,
  /** Ask for `status` again. Comes once at the begin of every subscription. */
  z.object({ type: z.literal("status.changed") }),
  /** Ephemeral and never replayed; at most five a second for each upload. Bytes. */
  z.object({ type: z.literal("progress"), id: z.string(), sentBytes: byteCount, size: byteCount }),
  /** A download job moved on or ended: ask `downloads.list`. Ephemeral; at most five a second for each job. */
  z.object({ type: z.literal("download.changed"), id: z.string() }),
  /** The portal's lists were read: ask `coverage.days` again. Ephemeral. */
  z.object({ type: z.literal("coverage.changed") }),
  /** Something happened to the station: ask `log.days` and `log.events` again. Ephemeral. */
  z.object({ type: z.literal("log.changed") }),
  /** The operator was told something, or what was told is over: ask `notifications`. Ephemeral. */
  z.object({ type: z.literal("notifications.changed") }),
  /** The tray shows something else, or a notification came or went: ask `tray`. Ephemeral. */
  z.object({ type: z.literal("tray.changed") }),
  /** Events are missing: take a new snapshot; what comes next follows `seq`. */
  z.object({ type: z.literal("reset"), seq: journalSeq }),
]);

type Frozen<T> = { readonly [Key in keyof T]: T[Key] };

/** A line of the journal, as it was committed. */
export type UploadChanged = Frozen<z.input<typeof uploadChanged>>;

export type FeedEvent = Frozen<z.input<typeof feedEvent>>;

/** Events that a transport tells; it adds whether the host can be heard at all. */
export type TransportEvent =
  | FeedEvent
  /** While this is false, the values that are shown may be old. */
  | { readonly type: "link"; readonly isUp: boolean };
