import { z } from "zod";
import { secretPlaces } from "#domain/connection.ts";
import { channelTypes } from "#domain/notification-settings.ts";
import { word } from "./values.ts";

/** A channel as it is in `notifications.channels` of a document; it need not be saved, nor be right. */
const writtenChannel = z.record(z.string(), z.unknown(), { error: "must be a channel in braces" });

const secret = z
  .string({ error: "must be text" })
  .min(1, { error: "must not be empty" })
  .max(10_000, { error: "is too long" });

const channelTest = z.strictObject({
  name: z.string(),
  type: z.enum([...channelTypes, "heartbeat", "report"]),
  isTaken: z.boolean(),
  /** Answer of the service, in one sentence: `Slack answered 404: no_service.` */
  sentence: z.string(),
});

/** Never the secret itself. */
const secretState = z.strictObject({
  /** False for a channel without a user name. */
  isNeeded: z.boolean(),
  /** Null where none is known or its place cannot be read now. */
  place: z.enum(secretPlaces).nullable(),
  /** Why there is none, or why it was not kept; null where all is well. */
  message: z.string().nullable(),
});

export const channelMethods = {
  /**
   * Sends a test message once to one channel of the settings, or to every one, at the same time; to the service of the heartbeat
   * (`heartbeat`) one heartbeat as it is now, and one station report (`report`). Error `not-found`: there is no channel of this name that can be used.
   */
  "notifications.test": {
    input: z.strictObject({ name: word.nullable().default(null) }),
    output: z.strictObject({ results: z.array(channelTest).readonly() }),
  },
  /** The same for a channel as it is in a form. `password` null takes the kept one. Error `bad-input`: it cannot be used. */
  "notifications.testChannel": {
    input: z.strictObject({ channel: writtenChannel, password: secret.nullable().default(null) }),
    output: channelTest,
  },
  /** Tells the place of the password or access token of a channel. Error `bad-input`: the channel cannot be used. */
  "notifications.password": { input: z.strictObject({ channel: writtenChannel }), output: secretState },
  /** Keeps it as that of the portal is kept. Error `bad-input`: the channel cannot be used. */
  "notifications.setPassword": {
    input: z.strictObject({ channel: writtenChannel, password: secret }),
    output: secretState,
  },
};
