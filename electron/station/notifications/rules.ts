import { poorProductIssues } from "#station/status/file-issues.ts";
import type { Issue } from "#station/status/issue.ts";
import { issuesOf } from "#station/status/issues.ts";
import type { Status } from "#station/status/reports.ts";
import type { NotificationMemory, OpenNotification, SeenIssue } from "./memory.ts";
import { notificationOf, notificationText, resolvedOf, resolvedWords } from "./text.ts";
import type { NotificationMessage, NotificationRecord } from "./types.ts";

const secondMs = 1_000;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const noProgress = "files:no-progress";

/** Causes that come within this time are told in one notification. */
const gatherMs = 10 * secondMs;

/** Gives how long a problem is gone before it is over; one that comes and goes is one problem. */
export function overAfterMs(key: string): number {
  // A file with this cause is tried for minutes, and waits a quarter of an hour at most in between.
  return key === noProgress ? 20 * minuteMs : minuteMs;
}

/** When a notification is repeated, counted from when it was first shown. */
const repeatAfterMs: readonly number[] = [10 * minuteMs, 60 * minuteMs, dayMs];

/** Everything that may be told, the gravest first. */
export function toldOf(status: Status, nowMs: number): readonly Issue[] {
  return [...issuesOf(status, nowMs), ...poorProductIssues(status)];
}

/** When it is repeated for the n-th time, from 0, counted from when it was first shown; NaN: not again. */
export function repeatMs(kind: Issue["kind"], n: number): number {
  // Findings of quality control are told once a day, and as long as they hold.
  return kind === "poorProduct" ? (n + 1) * dayMs : (repeatAfterMs[n] ?? Number.NaN);
}

/** How long an issue lasts before it is told: what passes by itself quickly is not worth a word. */
export function timeoutMs({ key, kind, isLearned }: Issue): number {
  // It has lasted for minutes when it is seen.
  if (key === noProgress) return 2 * minuteMs;
  if (key.startsWith("files:")) return kind === "waiting" ? 30 * minuteMs : gatherMs;
  if (key === "portal") return kind === "waiting" ? 2 * minuteMs : gatherMs;
  if (key.startsWith("folder:")) return 2 * minuteMs;
  // After a start of this PC the instrument's own program starts, too.
  if (isLearned) return 10 * minuteMs;
  if ((key === "clock" || key.startsWith("disk:")) && kind === "waiting") return 30 * minuteMs;
  return key === "records" || key === "settings" ? minuteMs : gatherMs;
}

/** State on which one look works; lives as long as the look. */
export interface RuleLook {
  readonly status: Status;
  readonly nowMs: number;
  readonly unsent: number;
  readonly isQuiet: boolean;
  /** The end of an issue is told. */
  readonly tellsEnds: boolean;
  /** By key, the most serious first. */
  readonly current: ReadonlyMap<string, Issue>;
  /** Keys of what nobody wants to be reminded of now. */
  readonly snoozed: ReadonlySet<string>;
  readonly seen: Map<string, SeenIssue>;
  readonly show: NotificationMessage[];
  readonly close: string[];
  serial: number;
  open: OpenNotification[];
  owed: readonly NotificationMessage[];
  records: readonly NotificationRecord[];
}

const recordsAtMost = 50;

/** Gives the issues seen before and now. An issue whose switch is off now, or that is snoozed, is forgotten, told or not. */
export function remember(
  memory: NotificationMemory,
  current: ReadonlyMap<string, Issue>,
  status: Status,
  nowMs: number,
): Map<string, SeenIssue> {
  const seen = new Map<string, SeenIssue>();
  const stillThere = new Set(toldOf(status, nowMs).map(({ key }) => key));
  const { delivered } = status.totals;
  for (const [key, one] of Object.entries(memory.seen))
    if (!stillThere.has(key) && !isSilenceMeant(key, one, status))
      seen.set(key, { ...one, goneSinceMs: one.goneSinceMs ?? nowMs });
  for (const [key, issue] of current) {
    const one = memory.seen[key];
    const sinceMs = Math.min(issue.sinceMs ?? nowMs, one?.sinceMs ?? nowMs, nowMs);
    const firstMs = one?.firstMs ?? nowMs;
    const noticeId = one?.noticeId ?? null;
    seen.set(key, {
      firstMs,
      sinceMs,
      goneSinceMs: null,
      delivered: key === "portal" ? delivered : 0,
      noticeId,
    });
  }
  return seen;
}

/** No file came, and the settings call that silence no more. */
function isSilenceMeant(key: string, { sinceMs }: SeenIssue, { instruments }: Status): boolean {
  const instrument = instruments.find(({ name }) => key === `silent:${name}`);
  if (instrument === undefined || !isLookedAt(instrument)) return false;
  return instrument.lastFileAtMs !== null && instrument.lastFileAtMs <= sinceMs;
}

function isLookedAt({ folderTrouble, lastRescanAtMs }: Status["instruments"][number]): boolean {
  return folderTrouble === null && lastRescanAtMs !== null;
}

/** Closes what is over and repeats what is due. */
export function goThroughOpen(look: RuleLook): void {
  const { status, nowMs, seen } = look;
  look.open = look.open.flatMap((notification) => {
    const overKeys = notification.keys.filter((key) => isOver(key, seen.get(key), status, nowMs));
    const keys = notification.keys.filter((key) => seen.has(key) && !overKeys.includes(key));
    if (keys.length === 0) closeNotification(notification, overKeys, look);
    for (const key of overKeys) seen.delete(key);
    if (keys.length === 0) return [];
    const left = { ...notification, keys };
    const again = look.isQuiet ? null : toldAgain(left, look);
    if (again === null) return [left];
    look.show.push(again.notification);
    for (const key of keys) {
      const issue = look.current.get(key);
      if (issue !== undefined) note(issue, notification.id, look);
    }
    return [again.open];
  });
}

/** Shows what was over in quiet hours, and one notification for what is due. Not in quiet hours. */
export function tellNew(look: RuleLook): void {
  const { seen, nowMs, unsent } = look;
  look.show.unshift(...look.owed);
  look.owed = [];
  const untold = [...look.current.values()].filter(({ key }) => seen.get(key)?.noticeId === null);
  const isDue = (issue: Issue) => nowMs >= (seen.get(issue.key)?.firstMs ?? nowMs) + timeoutMs(issue);
  if (!untold.some(isDue)) return;
  // Those that only wait for company go with the first that is due.
  const [first, ...rest] = untold.filter((issue) => isDue(issue) || timeoutMs(issue) === gatherMs);
  if (first === undefined) return;
  look.serial += 1;
  const id = `${nowMs.toString(36)}-${look.serial}`;
  const due = [first, ...rest].flatMap(({ key }) => {
    const one = seen.get(key);
    return one === undefined ? [] : [{ ...one, key }];
  });
  for (const { key, ...one } of due) seen.set(key, { ...one, noticeId: id });
  const sinceMs = Math.min(...due.map((one) => one.sinceMs));
  const notification = notificationOf({ id, sinceMs }, [first, ...rest], { unsent, nowMs, isRepeat: false });
  const over = rest.length === 0 ? first.over : notificationText.allResolved;
  const { kind } = first;
  const { kinds, instruments } = notification;
  const keys = due.map(({ key }) => key);
  look.open.push({
    id,
    kind,
    kinds,
    instruments,
    title: notification.title,
    shownAtMs: nowMs,
    repeats: 0,
    sinceMs,
    keys,
    over,
  });
  look.show.push(notification);
  for (const issue of [first, ...rest].toReversed()) note(issue, id, look);
}

/** Writes down one cause as it is now, in front of the others. */
function note(issue: Issue, noticeId: string, look: RuleLook): void {
  const record = recordOf(issue, noticeId, look);
  const others = look.records.filter(({ id }) => id !== record.id);
  look.records = [record, ...others].filter((one, i) => i < recordsAtMost || one.resolvedAtMs === null);
}

/** With the number of this moment. It remembers the greatest: that is what there was to be solved. */
function recordOf(issue: Issue, noticeId: string, look: RuleLook): NotificationRecord {
  const { seen, unsent, nowMs, records } = look;
  const { key, kind, over } = issue;
  const id = `${noticeId}:${key}`;
  const sinceMs = seen.get(key)?.sinceMs ?? nowMs;
  const {
    isRepeat: _,
    kinds: __,
    instruments: ___,
    ...told
  } = notificationOf({ id, sinceMs }, [issue], {
    unsent,
    nowMs,
    isRepeat: false,
  });
  const { title, count } = told;
  const before = records.find((one) => one.id === id)?.most;
  const most = before !== undefined && before.count > count ? before : { title, count };
  return { ...told, kind, key, noticeId, over, most, resolvedAtMs: null };
}

/**
 * Records follow the number of what they tell. An issue that is over is told in the past tense at once. It is told in the
 * present again should it come back within the minute after which the notification itself is closed.
 */
export function endRecords(look: RuleLook): void {
  const { seen, current, status, nowMs } = look;
  look.records = look.records.map((record) => {
    const { key, noticeId, sinceMs, over, resolvedAtMs } = record;
    const one = seen.get(key);
    if (one === undefined || one.noticeId !== noticeId) return record;
    const issue = current.get(key);
    const isOtherwise = resolvedAtMs !== null || issue?.count !== record.count;
    if (issue !== undefined && isOtherwise) return recordOf(issue, noticeId, look);
    if (resolvedAtMs !== null) return record;
    if (one.goneSinceMs === null || !isGone(key, one, status)) return record;
    const endMs = Math.min(nowMs, Math.max(one.goneSinceMs, sinceMs));
    return { ...record, ...record.most, resolvedAtMs: endMs, sentence: resolvedWords(endMs - sinceMs, over) };
  });
}

function closeNotification(
  notification: OpenNotification,
  overKeys: readonly string[],
  look: RuleLook,
): void {
  look.close.push(notification.id);
  const ends = overKeys.map((key) => look.seen.get(key)?.goneSinceMs ?? look.nowMs);
  // Without an end a switch was turned off, or it was snoozed, and what was shown is only taken away.
  const resolvedAtMs = ends.length === 0 ? look.nowMs : Math.max(...ends, notification.sinceMs);
  const recorded = look.records.find(({ noticeId }) => noticeId === notification.id);
  look.records = look.records.map((one) =>
    one.noticeId === notification.id && one.resolvedAtMs === null
      ? {
          ...one,
          resolvedAtMs,
          sentence: look.snoozed.has(one.key) ? notificationText.snoozed : notificationText.switchedOff,
        }
      : one,
  );
  if (recorded !== undefined && ends.length > 0 && look.tellsEnds)
    look.owed = [...look.owed, resolvedOf(notification, recorded, resolvedAtMs)];
}

/** True when what was told is surely over: not only unseen, as after a restart. */
function isOver(key: string, one: SeenIssue | undefined, status: Status, nowMs: number): boolean {
  if (one === undefined) return false;
  if (one.goneSinceMs === null || nowMs - one.goneSinceMs < overAfterMs(key)) return false;
  return isGone(key, one, status);
}

function isGone(key: string, one: SeenIssue, status: Status): boolean {
  const { queued, hashing, announcing, sending, waiting, delivered } = status.totals;
  if (key === "portal")
    return delivered > one.delivered || queued + hashing + announcing + sending + waiting === 0;
  const name = /^(?:folder|silent|empty):(.*)$/s.exec(key)?.[1];
  const instrument = status.instruments.find((candidate) => candidate.name === name);
  if (key === "clock") return status.clockAheadMs !== null;
  if (key.startsWith("silent:")) return instrument === undefined || isLookedAt(instrument);
  return instrument === undefined || instrument.lastRescanAtMs !== null;
}

/** The notification as it is shown again: a repeat that is due, or news because it became more serious. */
function toldAgain(
  notification: OpenNotification,
  { current, unsent, nowMs }: RuleLook,
): { readonly notification: NotificationMessage; readonly open: OpenNotification } | null {
  const [first, ...rest] = [...current.values()].filter(({ key }) => notification.keys.includes(key));
  if (first === undefined) return null;
  let passed = notification.repeats;
  while (nowMs - notification.shownAtMs >= repeatMs(first.kind, passed)) passed += 1;
  const isWorse = first.kind === "needsYou" && notification.kind !== "needsYou";
  if (!isWorse && passed <= notification.repeats) return null;
  const shown = notificationOf(notification, [first, ...rest], { unsent, nowMs, isRepeat: !isWorse });
  const kind = isWorse ? first.kind : notification.kind;
  const news = isWorse ? { shownAtMs: nowMs, repeats: 0 } : { repeats: passed };
  const kinds = [...new Set([...(notification.kinds ?? [notification.kind]), ...shown.kinds])];
  const instruments = [...new Set([...(notification.instruments ?? [null]), ...shown.instruments])];
  const open = { ...notification, kind, kinds, instruments, title: shown.title, ...news };
  return { notification: { ...shown, kind }, open };
}
