import { counted } from "#base/text.ts";
import type { CauseAction } from "./cause-action.ts";
import { filesOfCause } from "./cause-files.ts";
import { type CauseRow, causeTable } from "./cause-table.ts";

/** Why one file is not on the portal (a failure) or why nothing is sent for now (a hold). */
export type Cause = keyof typeof causeTable;

/** Every cause. */
export const causes = Object.keys(causeTable) as readonly Cause[];

/** Cause that stopped one file, in words for the operator. */
export interface Failure {
  readonly cause: Cause;
  /** Says what happened and what to do, in one or two plain sentences. */
  readonly message: string;
  /** Words of the portal itself, quoted; null when it said nothing. */
  readonly portalMessage: string | null;
  /** For "unreachable": the network is well, and the portal's own machine does not take the connection. */
  readonly isPortalSide?: true;
  /** For "link-broken": nothing came back until patience ended, and nobody knows whether more will. */
  readonly isSilence?: true;
}

/**
 * Subjects of a hold: the portal or the way to it, the portal's route for model files, this computer's own records, a
 * pause by hand, the quiet hours.
 */
export const holdLanes = ["portal", "models", "record", "pause", "quiet-hours"] as const;

/** An upload may hold a cause of another version: what is said of it must not fail. */
function rowOf(cause: Cause): CauseRow {
  return Object.hasOwn(causeTable, cause) ? causeTable[cause] : causeTable["program-error"];
}

/** An internal error with one file; `said` is what was thrown. */
export function programFailure(relPath: string, said: string): Failure {
  return {
    cause: "program-error",
    message: `Internal error with ${relPath} (${said}). Skyferry retries automatically; please report it with the log.`,
    portalMessage: null,
  };
}

/** True when only a person can remove this cause. */
export function needsYou(cause: Cause): boolean {
  return rowOf(cause).needsPerson ?? false;
}

/** True where the file's receipt is in dispute: a run does not try it again, only a person who names it. */
export function isDispute(cause: Cause): boolean {
  return cause === "replaced-on-portal" || cause === "not-kept";
}

/** True for failures of the portal or the link, which stop every file and blame none. */
export function isHoldCause(cause: Cause): boolean {
  return rowOf(cause).stopsQueue ?? false;
}

/** True where files that it stopped may be delivered by trying again. */
export function canRetryCause(cause: Cause): boolean {
  return rowOf(cause).lasts !== true;
}

/** Gives title and remedy of a cause: its name in words, and what to do about it. */
export function causeWords(cause: Cause): Pick<CauseRow, "title" | "remedy"> {
  return rowOf(cause);
}

/** Gives the action that a person takes first about a cause. */
export function firstAction(cause: Cause): CauseAction {
  return rowOf(cause).action;
}

/** The order of causes of files: what needs a person first, then the most files. */
export function byGravity(one: FilesOfCause, other: FilesOfCause): number {
  return (
    Number(needsYou(other.cause)) - Number(needsYou(one.cause)) ||
    other.count - one.count ||
    (one.cause < other.cause ? -1 : 1)
  );
}

interface FilesOfCause {
  readonly cause: Cause;
  readonly count: number;
}

/** Gives the remedy as a part of a sentence: `check them in Settings`. */
export function remedyClause(cause: Cause): string {
  const { remedy } = rowOf(cause);
  return remedy.charAt(0).toLowerCase() + remedy.slice(1, -1);
}

/** Words for what stops everything, or a part of everything: label, remedy and, when it is over, what is so again. */
export function headlineWords(cause: Cause): { readonly [part in "label" | "remedy" | "over"]: string } {
  const { headline, over = "the portal answers again" } = rowOf(cause);
  return headline === undefined
    ? { label: "Sending has stopped", remedy: "sending resumes automatically", over }
    : { label: headline, remedy: remedyClause(cause), over };
}

/** `3 files were refused by the portal`. */
export function filesLabel(cause: Cause, count: number): string {
  return filesOfCause[cause]?.(count) ?? counted(count, "file cannot be sent", "files cannot be sent");
}

/** True for a cause about an instrument itself, or about what became of its files: no upload waits for it. */
export function isOfInstrument(cause: Cause): boolean {
  return rowOf(cause).ofInstrument === true;
}
