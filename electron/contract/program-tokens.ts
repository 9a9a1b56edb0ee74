import { z } from "zod";
import { mostTokenDays, tokenScopes } from "#domain/stored-token.ts";
import { shape } from "./shape.ts";
import { noInput, utcTime, word } from "./values.ts";

/**
 * Tokens of programs. They outlive this process, and may do less than the host's own. A change, here or by
 * `skyferry token`, is in force at once.
 */

const scope = z.enum(tokenScopes, { error: 'must be "read" or "operate"' });

/** A token without its text. */
const facts = {
  id: z.string(),
  name: z.string(),
  scope,
  createdAt: utcTime,
  /** Null where it does not expire. */
  expiresAt: utcTime.nullable(),
};

const daysMessage = `must be a whole number of days from 1 to ${mostTokenDays}, or null`;

export const tokenMethods = {
  "tokens.list": {
    input: noInput,
    output: z.strictObject({
      /** In the order in which they were created. */
      tokens: z
        .array(
          shape({
            ...facts,
            isExpired: z.boolean(),
            /** To the hour after a restart of the host; null where it was not used yet. */
            lastUsedAt: utcTime.nullable(),
          }),
        )
        .readonly(),
      /** Why their file cannot be used: none of them works then. Null where all is well. */
      message: z.string().nullable(),
    }),
  },
  /** Creates a token. `token` is told here alone: what is kept is a hash of it. Error `bad-input`: the name cannot be had. */
  "tokens.create": {
    input: z.strictObject({
      name: word,
      /** `read` sees the state of the station; `operate` may also pause, retry, cancel, send again and rescan. */
      scope,
      /** Null: it does not expire. */
      days: z
        .int({ error: daysMessage })
        .min(1, { error: daysMessage })
        .max(mostTokenDays, { error: daysMessage })
        .nullable()
        .default(null),
    }),
    output: shape({ token: z.string(), ...facts }),
  },
  /** Ends a token at once, by its name or id. */
  "tokens.revoke": { input: z.strictObject({ token: word }), output: shape({ ...facts }) },
};
