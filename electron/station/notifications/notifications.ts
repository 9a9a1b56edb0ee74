import type { NotificationSettings } from "#domain/notification-settings.ts";
import type { Issue } from "#station/status/issue.ts";
import { unsentCount } from "#station/status/issues.ts";
import type { Status } from "#station/status/reports.ts";
import { type NotificationMemory, notAhead } from "./memory.ts";
import {
  endRecords,
  goThroughOpen,
  overAfterMs,
  type RuleLook,
  remember,
  repeatMs,
  tellNew,
  timeoutMs,
  toldOf,
} from "./rules.ts";
import type { NotificationMessage } from "./types.ts";

/** Facts of which one look is made. */
export interface NotificationFacts {
  readonly status: Status;
  readonly rules: NotificationSettings;
  /** How long the quiet hours for notifications still last; 0 outside them. */
  readonly quietForMs: number;
}

/** Result of one look. */
export interface NotificationStep {
  readonly memory: NotificationMemory;
  readonly show: readonly NotificationMessage[];
  /** Ids of notifications that are over; before `show`. */
  readonly close: readonly string[];
  /** When to look again although nothing happens, epoch milliseconds; null when time alone changes nothing. */
  readonly nextLookAtMs: number | null;
}

/**
 * Compares the open issues with what was told: one look. There is one notification a cause, however many files, and one for
 * several causes that arise at once. While it lasts the notification is repeated 10 min, 1 h and 1 day after it was shown, each
 * time under the same id and with `isRepeat`: the shell replaces it in place without a sound, so an outage of three days is
 * one notification down and one up. When all that it told of is over it is closed, and a notification `resolved` follows.
 * In the quiet hours nothing is shown; what is still open when they end is shown then. Pure: no clock, no ports.
 */
export function evaluateNotifications(
  before: NotificationMemory,
  facts: NotificationFacts,
  nowMs: number,
): NotificationStep {
  const { status, rules, quietForMs } = facts;
  const memory = notAhead(before, nowMs);
  const all = toldOf(status, nowMs);
  const issues = all.filter(({ kind, snoozed }) => rules[kind] && snoozed === undefined);
  const current = new Map(issues.map((issue) => [issue.key, issue]));
  const { serial, open, owed, records } = memory;
  const look: RuleLook = {
    status,
    nowMs,
    current,
    snoozed: new Set(all.flatMap(({ key, snoozed }) => (snoozed === undefined ? [] : [key]))),
    serial,
    owed,
    records,
    unsent: unsentCount(status),
    isQuiet: quietForMs > 0,
    tellsEnds: rules.resolved,
    seen: remember(memory, current, status, nowMs),
    open: [...open],
    show: [],
    close: [],
  };
  endRecords(look);
  goThroughOpen(look);
  for (const [key, { noticeId, goneSinceMs }] of look.seen)
    if (noticeId === null && goneSinceMs !== null && nowMs - goneSinceMs >= overAfterMs(key))
      look.seen.delete(key);
  if (!look.isQuiet) tellNew(look);
  const after: NotificationMemory = {
    form: 1,
    serial: look.serial,
    seen: Object.fromEntries(look.seen),
    open: look.open,
    owed: look.owed,
    records: look.records,
  };
  const { show, close } = look;
  return { memory: after, show, close, nextLookAtMs: nextLook(after, issues, facts, nowMs) };
}

function nextLook(
  { seen, open }: NotificationMemory,
  issues: readonly Issue[],
  { status, quietForMs }: NotificationFacts,
  nowMs: number,
): number | null {
  const moments = [
    ...issues.map((issue) =>
      seen[issue.key]?.noticeId === null ? (seen[issue.key]?.firstMs ?? nowMs) + timeoutMs(issue) : 0,
    ),
    ...Object.entries(seen).map(([key, { goneSinceMs }]) => (goneSinceMs ?? 0) + overAfterMs(key)),
    ...open.map(({ kind, shownAtMs, repeats }) => shownAtMs + repeatMs(kind, repeats)),
    ...status.instruments.map(({ silentAtMs }) => (silentAtMs ?? Number.NaN) + 1),
    nowMs + quietForMs,
  ].filter((atMs) => atMs > nowMs);
  return moments.length === 0 ? null : Math.min(...moments);
}
