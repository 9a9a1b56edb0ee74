import type { Cause } from "./cause.ts";
import type { IssueKind } from "./notification-settings.ts";

/**
 * Something open of which a person does not want to be reminded for a while. It goes on, is counted, and is shown where somebody
 * looks; its notification is taken away meanwhile.
 */
export interface Snooze extends Snoozable {
  /** Epoch milliseconds; null until it changes. */
  readonly untilMs: number | null;
}

/** Subject of a snooze, as it was when the snooze was asked for. */
export interface Snoozable {
  /** Key of the issue. */
  readonly key: string;
  readonly cause: Cause | "silent-instrument" | "poor-product";
  readonly kind: IssueKind;
  /** Files concerned. */
  readonly count: number;
}

/** The snooze that holds for an issue; undefined where none does. A snooze without an end is over with another cause or more files. */
export function snoozeOf(
  snoozes: readonly Snooze[],
  { key, cause, count }: Snoozable,
  nowMs: number,
): Snooze | undefined {
  return snoozes.find(
    (one) =>
      one.key === key &&
      (one.untilMs === null ? one.cause === cause && count <= one.count : nowMs < one.untilMs),
  );
}
