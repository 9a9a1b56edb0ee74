import { minuteText } from "#base/text.ts";
import type { Cause } from "#domain/cause.ts";
import type { CauseAction } from "#domain/cause-action.ts";
import type { KnownFile } from "#domain/known-issue.ts";
import type { IssueKind } from "#domain/notification-settings.ts";
import type { UploadFilter } from "#domain/queue.ts";
import type { Renamed } from "#domain/renamed.ts";

/** Causes that an operator can be told about. */
export type IssueCause = Cause | "silent-instrument" | "poor-product";

/** Something that an operator may have to know, however many files it concerns. */
export interface Issue {
  /** Identifies it while it lasts: one notification a key. */
  readonly key: string;
  readonly cause: IssueCause;
  readonly kind: IssueKind;
  /** A few words. */
  readonly label: string;
  /** `label` may go on with `since 14:02 UTC`. */
  readonly takesSince: boolean;
  /** Clause of its own: what happens next, or what to do. */
  readonly remedy: string;
  /** Action that a person takes first about it. */
  readonly action: CauseAction;
  /** Whose matter it is; null where it is not one instrument's. */
  readonly instrument: string | null;
  /** Clause of its own: what is so again when it is over. */
  readonly over: string;
  /** The portal's own words about its files; left out: nothing, or several things. */
  readonly portalMessage?: string;
  /** Files concerned. */
  readonly count: number;
  /** Only what is usual speaks for it. */
  readonly isLearned?: true;
  /** The files concerned cannot be seen, so no count of files speaks of them. */
  readonly isUnseen?: true;
  /** Epoch milliseconds; null where only the first look at it tells. */
  readonly sinceMs: number | null;
  readonly filter: UploadFilter;
  /** Measurement date on which it shows, `YYYY-MM-DD`. */
  readonly day?: string;
  /** The files concerned, where a person may mark them as known. */
  readonly files?: readonly KnownFile[];
  /** A person does not want to be reminded of it until then, epoch milliseconds; null: until it changes. Left out: nobody. */
  readonly snoozed?: { readonly untilMs: number | null };
}

/** Begins of keys that end with the name of an instrument. */
const keysOfInstruments: ReadonlySet<string> = new Set([
  "folder",
  "date",
  "empty",
  "damaged",
  "unmatched",
  "invalid",
  "unprocessed",
  "silent",
  "poor",
]);

/** The key of an issue of an instrument that has another name now; others are as they were. */
export function keyNow(key: string, { from, to }: Renamed): string {
  const at = key.indexOf(":");
  const isOfIt = keysOfInstruments.has(key.slice(0, at)) && key.slice(at + 1) === from;
  return isOfIt ? `${key.slice(0, at)}:${to}` : key;
}

/** `Portal unreachable since 14:02 UTC`. */
export function inWords({ label, takesSince, sinceMs }: Issue, nowMs: number): string {
  return takesSince && sinceMs !== null ? `${label} since ${minuteText(sinceMs, nowMs)}` : label;
}
