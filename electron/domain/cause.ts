/** Why one file is not on the portal (a failure) or why nothing is sent for now (a hold). */
export type Cause =
  // this file, final until a person acts
  | "unfit-name"
  | "record-clash"
  | "claimed-twice"
  | "refused"
  | "no-permission"
  | "too-large"
  | "future-date"
  // this file, passing
  | "file-unreadable"
  | "file-locked"
  | "file-vanished"
  | "file-changing"
  | "link-broken"
  | "no-progress"
  | "portal-error"
  | "record-in-use"
  | "portal-contradiction"
  // the portal or the link, for all files
  | "unreachable"
  | "tls"
  | "credentials"
  | "maintenance"
  | "throttled"
  | "portal-trouble"
  | "not-the-portal"
  | "settings"
  // this PC
  | "paused"
  | "quiet-hours"
  | "program-error"
  | "folder-unreachable"
  | "empty-file"
  | "ledger-trouble";

/** What stopped one file, in words for the operator. */
export interface Failure {
  readonly cause: Cause;
  /** One or two plain sentences: what happened and what to do. */
  readonly message: string;
  /** What the portal itself said, quoted; null when it said nothing. */
  readonly portalMessage: string | null;
  /** Of "unreachable": the network is well, and the portal's own machine does not take the connection. */
  readonly isPortalSide?: true;
  /** Of "link-broken": nothing came back until patience ended, and nobody knows whether more will. */
  readonly isSilence?: true;
}

/** Causes that wait for a person; all others pass by themselves. */
const needsPerson: ReadonlySet<Cause> = new Set([
  "unfit-name",
  "record-clash",
  "claimed-twice",
  "refused",
  "no-permission",
  "too-large",
  "future-date",
  "credentials",
  "tls",
  "not-the-portal",
  "settings",
]);

/** True when only a person can remove this cause. */
export function needsYou(cause: Cause): boolean {
  return needsPerson.has(cause);
}

/** What a hold is about: the portal or the way to it, this computer's own records, a pause by hand, the quiet hours. */
export const holdLanes = ["portal", "record", "pause", "quiet-hours"] as const;

const holdCauses: ReadonlySet<Cause> = new Set([
  "unreachable",
  "tls",
  "credentials",
  "maintenance",
  "throttled",
  "portal-trouble",
  "not-the-portal",
  "settings",
]);

/** True for troubles of the portal or the link, which stop every file and blame none. */
export function isHoldCause(cause: Cause): boolean {
  return holdCauses.has(cause);
}
