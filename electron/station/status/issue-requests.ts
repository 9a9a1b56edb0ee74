import { createEmitter } from "#base/event.ts";
import type { KnownChange, KnownIssue } from "#domain/known-issue.ts";
import type { KnownIssues } from "#engine/known-issues.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Station } from "#station/station-api.ts";
import type { Issue } from "./issue.ts";
import { issuesOf } from "./issues.ts";
import type { Snoozes } from "./snoozes.ts";
import type { VerdictWatch } from "./verdicts.ts";

/** Requests of a person who wants not to be reminded of an open issue, or not to be told of it any more. */
type IssueRequests = Pick<Station, "snooze" | "endSnooze" | "known" | "markKnown" | "endKnown" | "onKnown">;

export function createIssueRequests(parts: {
  readonly clock: Pick<Clock, "nowMs">;
  readonly known: KnownIssues;
  readonly snoozes: Snoozes;
  readonly status: Station["status"];
  readonly verdicts: Pick<VerdictWatch, "forget">;
  statusChanged(): void;
}): IssueRequests {
  const { clock, known, snoozes, statusChanged } = parts;
  const knownChanged = createEmitter<KnownChange>();

  const openIssue = async (key: string): Promise<Issue | undefined> =>
    issuesOf(await parts.status(), clock.nowMs()).find((one) => one.key === key);
  const noteKnown = (one: KnownIssue, isEnded: boolean): void => {
    parts.verdicts.forget();
    knownChanged.emit({ known: one, isEnded });
    statusChanged();
  };

  return {
    async snooze(key, untilMs) {
      const issue = await openIssue(key);
      if (issue === undefined || issue.kind === "waiting") return false;
      await snoozes.begin(issue, untilMs);
      statusChanged();
      return true;
    },
    async endSnooze(key) {
      if (await snoozes.end(key)) statusChanged();
    },
    known: known.list,
    async markKnown(key, because) {
      const issue = await openIssue(key);
      const marked = issue === undefined ? null : await known.mark(issue, because);
      if (marked !== null) noteKnown(marked, false);
      return marked;
    },
    async endKnown(id) {
      const ended = await known.end(id);
      if (ended !== null) noteKnown(ended, true);
      return ended !== null;
    },
    onKnown: knownChanged.on,
  };
}
