import type { Status } from "../reports.ts";
import type { Notice, NoticeRecord } from "./attention.ts";
import { type Concern, concernsOf } from "./concerns.ts";
import type { NoticeMemory, OpenNotice, SeenConcern } from "./notice-memory.ts";
import { gatherMs, overAfterMs, patienceMs, repeatAfterMs } from "./notice-times.ts";
import { noticeOf, resolvedOf } from "./notice-words.ts";

/** What one look works on; lives as long as the look. */
export interface Look {
  readonly status: Status;
  readonly nowMs: number;
  readonly unsent: number;
  readonly isQuiet: boolean;
  /** What is over is told. */
  readonly tellsEnds: boolean;
  /** By key, the most serious first. */
  readonly standing: ReadonlyMap<string, Concern>;
  readonly seen: Map<string, SeenConcern>;
  readonly show: Notice[];
  readonly close: string[];
  serial: number;
  open: OpenNotice[];
  owed: readonly Notice[];
  records: readonly NoticeRecord[];
}

const recordsAtMost = 50;

/** What was seen before and now. What falls under a switch that is off now is forgotten, told or not. */
export function remember(
  memory: NoticeMemory,
  standing: ReadonlyMap<string, Concern>,
  status: Status,
  nowMs: number,
): Map<string, SeenConcern> {
  const seen = new Map<string, SeenConcern>();
  const stillThere = new Set(concernsOf(status, nowMs).map(({ key }) => key));
  const { delivered } = status.totals;
  for (const [key, one] of Object.entries(memory.seen))
    if (!stillThere.has(key)) seen.set(key, { ...one, goneSinceMs: one.goneSinceMs ?? nowMs });
  for (const [key, concern] of standing) {
    const one = memory.seen[key];
    const sinceMs = Math.min(concern.sinceMs ?? nowMs, one?.sinceMs ?? nowMs, nowMs);
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

/** Closes what is over and repeats what is due. */
export function goThroughOpen(look: Look): void {
  const { status, nowMs, seen } = look;
  look.open = look.open.flatMap((notice) => {
    const overKeys = notice.keys.filter((key) => isOver(key, seen.get(key), status, nowMs));
    const keys = notice.keys.filter((key) => seen.has(key) && !overKeys.includes(key));
    if (keys.length === 0) closeNotice(notice, overKeys, look);
    for (const key of overKeys) seen.delete(key);
    if (keys.length === 0) return [];
    const left = { ...notice, keys };
    const again = look.isQuiet ? null : toldAgain(left, look);
    if (again === null) return [left];
    show(again.notice, look);
    return [again.open];
  });
}

/** Shows what was over in quiet hours, and one notice for what is due. Not in quiet hours. */
export function tellNew(look: Look): void {
  const { seen, nowMs, unsent } = look;
  look.show.unshift(...look.owed);
  look.owed = [];
  const untold = [...look.standing.values()].filter(({ key }) => seen.get(key)?.noticeId === null);
  const isDue = (concern: Concern) =>
    nowMs >= (seen.get(concern.key)?.firstMs ?? nowMs) + patienceMs(concern);
  if (!untold.some(isDue)) return;
  // Those that only wait for company go with the first that is due.
  const [first, ...rest] = untold.filter((concern) => isDue(concern) || patienceMs(concern) === gatherMs);
  if (first === undefined) return;
  look.serial += 1;
  const id = `${nowMs.toString(36)}-${look.serial}`;
  const told = [first, ...rest].flatMap(({ key }) => {
    const one = seen.get(key);
    return one === undefined ? [] : [{ ...one, key }];
  });
  for (const { key, ...one } of told) seen.set(key, { ...one, noticeId: id });
  const sinceMs = Math.min(...told.map((one) => one.sinceMs));
  const notice = noticeOf({ id, sinceMs }, [first, ...rest], { unsent, nowMs, isRepeat: false });
  const over = rest.length === 0 ? first.over : "all of it is over";
  const { kind } = first;
  const keys = told.map(({ key }) => key);
  look.open.push({ id, kind, title: notice.title, shownAtMs: nowMs, repeats: 0, sinceMs, keys, over });
  show(notice, look);
}

function show(notice: Notice, look: Look): void {
  look.show.push(notice);
  const { isRepeat: _, kind, ...told } = notice;
  if (kind === "resolved") return;
  const record: NoticeRecord = { ...told, kind, resolvedAtMs: null };
  const others = look.records.filter(({ id }) => id !== told.id);
  look.records = [record, ...others].filter((one, i) => i < recordsAtMost || one.resolvedAtMs === null);
}

function closeNotice(notice: OpenNotice, overKeys: readonly string[], look: Look): void {
  look.close.push(notice.id);
  const ends = overKeys.map((key) => look.seen.get(key)?.goneSinceMs ?? look.nowMs);
  // Without an end a switch was turned off, and what was shown is only taken away.
  const resolvedAtMs = ends.length === 0 ? look.nowMs : Math.max(...ends, notice.sinceMs);
  const told = look.records.find(({ id }) => id === notice.id);
  look.records = look.records.map((one) => (one.id === notice.id ? { ...one, resolvedAtMs } : one));
  if (told !== undefined && ends.length > 0 && look.tellsEnds)
    look.owed = [...look.owed, resolvedOf(notice, told, resolvedAtMs)];
}

/** True when what was told is surely over: not only unseen, as after a restart. */
function isOver(key: string, one: SeenConcern | undefined, status: Status, nowMs: number): boolean {
  if (one === undefined) return false;
  if (one.goneSinceMs === null || nowMs - one.goneSinceMs < overAfterMs) return false;
  const { queued, hashing, announcing, sending, waiting, delivered } = status.totals;
  if (key === "portal")
    return delivered > one.delivered || queued + hashing + announcing + sending + waiting === 0;
  const name = /^(?:folder|silent):(.*)$/s.exec(key)?.[1];
  const instrument = status.instruments.find((candidate) => candidate.name === name);
  return instrument === undefined || instrument.lastSweepAtMs !== null;
}

/** The notice as it is shown again: a repeat that is due, or news because it became more serious. */
function toldAgain(
  notice: OpenNotice,
  { standing, unsent, nowMs }: Look,
): { readonly notice: Notice; readonly open: OpenNotice } | null {
  const [first, ...rest] = [...standing.values()].filter(({ key }) => notice.keys.includes(key));
  if (first === undefined) return null;
  const passed = repeatAfterMs.filter((ms) => nowMs - notice.shownAtMs >= ms).length;
  const isWorse = first.kind === "needsYou" && notice.kind !== "needsYou";
  if (!isWorse && passed <= notice.repeats) return null;
  const shown = noticeOf(notice, [first, ...rest], { unsent, nowMs, isRepeat: !isWorse });
  const kind = isWorse ? first.kind : notice.kind;
  const news = isWorse ? { shownAtMs: nowMs, repeats: 0 } : { repeats: passed };
  return { notice: { ...shown, kind }, open: { ...notice, kind, title: shown.title, ...news } };
}
