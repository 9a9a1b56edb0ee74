import { z } from "zod";
import { type Tone, trayStates } from "#domain/headline.ts";
import { issueKinds } from "#domain/notification-settings.ts";
import { shape } from "./shape.ts";
import { cause, count, noInput, typed, uploadState, utcTime } from "./values.ts";

/** Causes that an operator can be told about. */
export const notificationCause = z.union([cause, z.literal("silent-instrument"), z.literal("poor-product")]);

/** The queue that shows the files concerned; the shape that `uploads` takes. */
export const notificationFilter = z.strictObject({
  states: z.array(uploadState).readonly().exactOptional(),
  instrument: z.string().exactOptional(),
  cause: cause.exactOptional(),
  text: z.string().exactOptional(),
});

const told = {
  /** The most serious one where several arose at once. */
  cause: notificationCause,
  /** A few words: `The portal cannot be reached`. */
  title: z.string(),
  sentence: z.string(),
  /** Files concerned. */
  count,
};

/** A notification that the operator got. */
const notification = shape({
  id: z.string(),
  kind: z.enum(issueKinds),
  ...told,
  since: utcTime,
  /** Null while it lasts. */
  resolvedAt: utcTime.nullable(),
  filter: notificationFilter,
});

export type NotificationRecordShown = z.input<typeof notification>;

/** A notification for the desktop. It takes the place of another with its `id` that was shown. */
const message = shape({
  id: z.string(),
  kind: z.enum([...issueKinds, "resolved"]),
  ...told,
  /** A reminder: shown without a sound. */
  isRepeat: z.boolean(),
  filter: notificationFilter,
  since: utcTime,
});

/** State of the tray icon, and contents of its menu. */
const tray = z.strictObject({
  state: z.enum(trayStates),
  tone: typed<Tone>(),
  /** The headline of the station. */
  tooltip: z.string(),
  /** The gravest three, the gravest first; a click opens the queue of `filter`, or the settings where they fix the cause. */
  causes: z
    .array(z.strictObject({ cause: notificationCause, label: z.string(), filter: notificationFilter }))
    .readonly(),
  /** Files and other things that need a person; 0 shows no badge. */
  badge: count,
  /** Finished files that are here and not on the portal. */
  unsentCount: count,
  /** Sending is paused by hand; `until` is null until somebody resumes. */
  pause: shape({ until: utcTime.nullable() }).nullable(),
});

export type TrayShown = z.input<typeof tray>;

const shellNews = shape({
  tray,
  /** When this host began to tell; the numbers of another one start again. */
  since: utcTime,
  /** Notifications since then, oldest first; at most 50. */
  told: z
    .array(
      z.strictObject({
        /** Grows by one from 1. */
        number: z.int().positive(),
        /** Id of the notification. */
        id: z.string(),
        /** Null: it is over and is taken away. */
        shown: message.nullable(),
      }),
    )
    .readonly(),
});

export type NotificationMessageShown = z.input<typeof message>;

export const notificationMethods = {
  /** Lists open and earlier notifications, newest first, at most 50. `notifications.changed` of the feed: ask again. */
  notifications: { input: noInput, output: z.strictObject({ notices: z.array(notification).readonly() }) },
  /** Everything for a tray icon and the desktop's notifications. `tray.changed` of the feed: ask again. */
  tray: { input: noInput, output: shellNews },
};
