import { z } from "zod";
import { causes } from "#domain/cause.ts";

/** Why a file is not on the portal, or why nothing is sent for now. */
export const cause = z.enum(causes, { error: 'must be a cause such as "credentials"' });

/** What stopped one file, in words for the operator. */
export const failure = z.strictObject({
  cause,
  /** What happened and what to do. */
  message: z.string(),
  /** What the portal itself said. */
  portalMessage: z.string().nullable(),
  /** Only a person can remove it. */
  needsYou: z.boolean(),
});
