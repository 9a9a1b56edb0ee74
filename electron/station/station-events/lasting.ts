import type { StationEvent, StationEventChange } from "#domain/station-event.ts";
import { totalOf, unsentStates } from "#domain/upload.ts";
import { overAfterMs, timeoutMs } from "#station/notifications/rules.ts";
import type { Issue } from "#station/status/issue.ts";
import { issuesOf } from "#station/status/issues.ts";
import type { Status } from "#station/status/reports.ts";

type Named = Pick<StationEvent, "kind" | "subject" | "detail">;

/** Something that lasts now. */
interface Current extends Named {
  readonly sinceMs: number;
  /** It is recorded when it has lasted so long, and is over when it was not met for so long. */
  readonly afterMs: number;
  readonly overMs: number;
}

/** Something that lasts, or lasted until a moment ago. */
export interface Lasting extends Current {
  /** When it was first met in this run, epoch milliseconds. */
  readonly firstMs: number;
  readonly goneSinceMs: number | null;
  readonly isRecorded: boolean;
  /** Facts of an event of the last run that was not met in this one: when that run ended, and files delivered until then. */
  readonly before: { readonly toMs: number; readonly delivered: number } | null;
}

/** Gives the events that lasted when the last run ended, at `endedMs`. */
export function lastingBefore(events: readonly StationEvent[], endedMs: number, nowMs: number): Lasting[] {
  return events
    .filter(({ toMs, kind }) => toMs === null && kind !== "stopped")
    .map(({ kind, subject, detail, fromMs }) => ({
      kind,
      subject,
      detail,
      sinceMs: fromMs,
      afterMs: 0,
      overMs: overAfterMs(""),
      firstMs: nowMs,
      goneSinceMs: null,
      isRecorded: true,
      before: { toMs: endedMs, delivered: Number.NaN },
    }));
}

/**
 * Tells in one look what began and what is over. Something that passes quickly is not recorded, and what comes and goes is
 * one event: the times are those of the notifications. Pure.
 */
export function lastingAfter(
  before: readonly Lasting[],
  status: Status,
  nowMs: number,
): { readonly lasting: readonly Lasting[]; readonly changes: readonly StationEventChange[] } {
  const current = currentOf(status, nowMs);
  const changes: StationEventChange[] = [];
  const lasting: Lasting[] = [];
  for (const one of before) {
    if (current.some((now) => isSame(now, one))) continue;
    const gone = goneNow(one, status, nowMs);
    if (!isOver(gone, status, nowMs)) lasting.push(gone);
    else if (gone.isRecorded) {
      const { kind, subject } = gone;
      changes.push({ type: "end", kind, subject, toMs: gone.before?.toMs ?? gone.goneSinceMs ?? nowMs });
    }
  }
  for (const now of current) {
    const met = before.find((one) => isSame(now, one));
    const firstMs = met?.firstMs ?? nowMs;
    const sinceMs = Math.min(now.sinceMs, met?.sinceMs ?? now.sinceMs);
    const isRecorded = met?.isRecorded ?? false;
    const isDue = !isRecorded && nowMs - firstMs >= now.afterMs;
    const { kind, subject, detail } = now;
    if (isDue) changes.push({ type: "begin", kind, subject, fromMs: sinceMs, detail });
    lasting.push({
      ...now,
      sinceMs,
      firstMs,
      goneSinceMs: null,
      isRecorded: isRecorded || isDue,
      before: null,
    });
  }
  return { lasting, changes };
}

function isSame(one: Named, other: Named): boolean {
  return one.kind === other.kind && one.subject === other.subject;
}

function goneNow(one: Lasting, { totals }: Status, nowMs: number): Lasting {
  const before =
    one.before === null || !Number.isNaN(one.before.delivered)
      ? one.before
      : { ...one.before, delivered: totals.delivered };
  return { ...one, before, goneSinceMs: one.goneSinceMs ?? nowMs };
}

function isOver({ kind, subject, overMs, goneSinceMs, before }: Lasting, status: Status, nowMs: number) {
  if (goneSinceMs === null || nowMs - goneSinceMs < overMs) return false;
  // After a restart nothing is known before somebody has looked.
  if (before === null) return true;
  if (kind === "outage" || kind === "credentials")
    return (
      status.totals.delivered > before.delivered ||
      totalOf(status.totals, unsentStates) === status.totals.blocked
    );
  if (kind === "clock-off") return status.clockAheadMs !== null;
  const instrument = status.instruments.find(({ name }) => name === subject);
  if (kind === "silent" || kind === "folder-gone")
    return instrument === undefined || instrument.lastRescanAtMs !== null;
  return true;
}

function currentOf(status: Status, nowMs: number): readonly Current[] {
  const pauses = status.holds
    .filter(({ lane }) => lane === "pause")
    .map(
      ({ sinceMs, nextTryAtMs: untilMs, pausedFrom }): Current => ({
        kind: "paused",
        subject: "",
        detail: { untilMs, ...(pausedFrom === undefined ? {} : { pausedFrom }) },
        sinceMs,
        afterMs: 0,
        overMs: 0,
      }),
    );
  const issues = issuesOf(status, nowMs).flatMap((issue): Current[] => {
    const named = namedOf(issue, status);
    if (named === null) return [];
    const sinceMs = Math.min(issue.sinceMs ?? nowMs, nowMs);
    return [{ ...named, sinceMs, afterMs: timeoutMs(issue), overMs: overAfterMs(issue.key) }];
  });
  return [...pauses, ...issues];
}

function namedOf(issue: Issue, status: Status): Named | null {
  const { key, cause, instrument, label } = issue;
  const message = `${label}.`;
  if (key === "records") return { kind: "ledger-failed", subject: "", detail: {} };
  if (key === "portal") return ofPortal(issue, status);
  if (key === "clock") return { kind: "clock-off", subject: "", detail: { message } };
  if (key.startsWith("disk:"))
    return { kind: "disk-low", subject: key.slice("disk:".length), detail: { message } };
  if (instrument === null) return null;
  if (cause === "silent-instrument") return { kind: "silent", subject: instrument, detail: {} };
  if (!key.startsWith("folder:") || issue.isUnseen !== true) return null;
  const said = status.instruments.find(({ name }) => name === instrument)?.folderTrouble?.message;
  return {
    kind: "folder-gone",
    subject: instrument,
    detail: said === undefined ? {} : { message: said },
  };
}

function ofPortal({ cause }: Issue, { holds }: Status): Named | null {
  // Nothing is set up yet, or a person is changing it.
  if (cause === "settings" || cause === "silent-instrument" || cause === "poor-product") return null;
  const message = holds.find(({ lane }) => lane === "portal")?.message;
  const kind = cause === "credentials" ? "credentials" : "outage";
  return { kind, subject: "", detail: { cause, ...(message === undefined ? {} : { message }) } };
}
