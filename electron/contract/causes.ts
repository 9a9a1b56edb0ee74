import { z } from "zod";

/** Why a file is not on the portal, or why nothing is sent for now. */
const causes = [
  "unfit-name",
  "record-clash",
  "claimed-twice",
  "refused",
  "no-permission",
  "too-large",
  "future-date",
  "file-unreadable",
  "file-locked",
  "file-vanished",
  "file-changing",
  "link-broken",
  "no-progress",
  "portal-error",
  "record-in-use",
  "portal-contradiction",
  "unreachable",
  "tls",
  "credentials",
  "maintenance",
  "throttled",
  "portal-trouble",
  "not-the-portal",
  "settings",
  "paused",
  "quiet-hours",
  "program-error",
  "folder-unreachable",
  "empty-file",
  "ledger-trouble",
] as const;

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
