import { z } from "zod";
import { portalAt } from "./settings.ts";
import { byteCount, calendarDate, count } from "./values.ts";

const written = z.record(z.string(), z.unknown(), { error: "must be an object in braces" });

export const planMethods = {
  /**
   * Tells what is here and not on the portal, by day, for instruments as written in the settings file; null takes all that are in
   * force. The first question begins to look; ask again until it has ended. It ends by itself 15 s after the last question, and the
   * answer is kept for some minutes. `portal`: null is the one in force. Error `bad-input` where an instrument cannot be used.
   */
  "settings.plan": {
    input: z.strictObject({
      portal: z.strictObject(portalAt, { error: "must be an object in braces" }).nullable().default(null),
      instruments: z.array(written, { error: "must be a list of instruments" }).readonly().nullable(),
    }),
    output: z.strictObject({
      isRunning: z.boolean(),
      /** Null until every folder was looked through. */
      plan: z
        .strictObject({
          /** By measurement date, oldest first; at most the newest 4000. `files` and `bytes` are not on the portal. */
          days: z
            .array(z.strictObject({ date: calendarDate, files: count, bytes: byteCount, onPortal: count }))
            .readonly(),
          /** New data a day, over the last two weeks. */
          perDay: z.strictObject({ files: z.number().min(0), bytes: byteCount }),
          /** Folders that could not be read, a sentence each: their files are in no figure. */
          unreadable: z.array(z.string()).readonly(),
        })
        .nullable(),
      /** The portal's lists were read; else everything that is here counts as not there. */
      isCompared: z.boolean(),
      /** Why the portal could not be asked; null where it was, or will be. */
      unanswered: z.string().nullable(),
    }),
  },
};
