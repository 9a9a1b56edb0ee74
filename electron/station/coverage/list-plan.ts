import { addDays, todayUtc } from "#base/dates.ts";
import { daysOfMonth } from "#domain/calendar-month.ts";
import { recentDays, recentMark } from "#domain/portal-records.ts";
import type { DateSpan } from "#engine/ports/ledger.ts";
import type { AskedList, ListMark, ListName, ListSpan } from "#engine/ports/portal-lists.ts";

/** A list that is asked for, and the PIDs of its site whose records are kept. */
export interface WantedList extends AskedList {
  readonly pids: readonly string[];
  /** Earliest date that is of interest; later than `to`: none is. */
  readonly from: string;
  /** Latest date that is; left out: the newest. */
  readonly to?: string;
}

/** A request for a list. */
export interface PlannedList {
  readonly list: WantedList;
  readonly span: ListSpan;
  /** `ListMark.month` of the mark that it leaves. */
  readonly month: string;
  /** Dates that are listed as a whole, so that what is not shown is gone; null for what changed. */
  readonly whole: { readonly from: string; readonly to: string } | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** An answer is asked for again from so long before the newest change: clocks differ, and transactions overlap. */
const overlapMs = hourMs;

/**
 * A month is read as a whole again after so long: what was removed from the portal shows in no list of changes. Without
 * such a list, older days show in nothing else, and a day is the longest.
 */
const monthEveryMs = 30 * dayMs;

/** The month of a date, `YYYY-MM`. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** The months of `from` to `to`, newest first. */
export function monthsBetween(from: string, to: string): readonly string[] {
  const months: string[] = [];
  for (let month = monthOf(to); month >= monthOf(from); month = monthOf(addDays(`${month}-01`, -1)))
    months.push(month);
  return months;
}

/** The last days, and those that a file may be ahead. */
export function recentDates(nowMs: number): DateSpan {
  const today = todayUtc(nowMs);
  return { from: addDays(today, -recentDays), to: addDays(today, 5) };
}

/** True for two names of one list. */
export function isSameList(a: ListName, b: ListName): boolean {
  return a.kind === b.kind && a.site === b.site && a.instrument === b.instrument;
}

/** Facts that are known when the next request is chosen. */
export interface PlanFacts {
  readonly lists: readonly WantedList[];
  readonly marks: readonly ListMark[];
  readonly nowMs: number;
  /** The portal refuses `updatedAtFrom` for this list. */
  takesNoChanges(list: ListName): boolean;
  /** The list failed lately. */
  rests(list: ListName): boolean;
}

/**
 * The next request, or null when none is due: every month once, newest first; then each list once an hour, for what
 * changed, once a day for the last days as a whole, and now and then for a month.
 */
export function nextList(facts: PlanFacts): PlannedList | null {
  const today = todayUtc(facts.nowMs);
  // A list of which no date is of interest any more is read for who asks for a month of it.
  const lists = facts.lists.filter((list) => !facts.rests(list) && list.from <= (list.to ?? today));
  let first: { readonly list: WantedList; readonly month: string } | null = null;
  for (const list of lists) {
    const read = new Set(marksOf(list, facts.marks).map(({ month }) => month));
    const month = monthsBetween(list.from, list.to ?? today).find((one) => !read.has(one));
    if (month !== undefined && (first === null || month > first.month)) first = { list, month };
  }
  if (first !== null) return wholeMonth(first.list, first.month);
  const due = lists
    .map((list) => ({ list, mark: newestMark(list, facts.marks) }))
    .filter(({ mark }) => isOlder(mark?.readAtMs, hourMs, facts.nowMs))
    .sort((a, b) => (a.mark?.readAtMs ?? 0) - (b.mark?.readAtMs ?? 0))[0];
  return due === undefined ? null : hourly(due.list, due.mark, facts, today);
}

/** A mark that lies ahead is of a clock that was set back. */
function isOlder(atMs: number | undefined, ms: number, nowMs: number): boolean {
  return atMs === undefined || nowMs - atMs >= ms || atMs - nowMs > 60_000;
}

function marksOf(list: ListName, marks: readonly ListMark[]): readonly ListMark[] {
  return marks.filter((mark) => isSameList(mark, list));
}

/** True where the month was read and any look at the list came after `sinceMs`. */
export function isFresh(list: ListName, month: string, marks: readonly ListMark[], sinceMs: number): boolean {
  const isKnown = marksOf(list, marks).some((mark) => mark.month === month);
  return isKnown && (newestMark(list, marks)?.readAtMs ?? sinceMs) > sinceMs;
}

/** The newest look of any kind. */
function newestMark(list: ListName, marks: readonly ListMark[]): ListMark | undefined {
  return marksOf(list, marks).reduce<ListMark | undefined>(
    (newest, mark) => (newest === undefined || mark.readAtMs > newest.readAtMs ? mark : newest),
    undefined,
  );
}

function wholeMonth(list: WantedList, month: string): PlannedList {
  const { from: dateFrom, to: dateTo } = daysOfMonth(month);
  return { list, span: { dateFrom, dateTo }, month, whole: { from: dateFrom, to: dateTo } };
}

function hourly(
  list: WantedList,
  newest: ListMark | undefined,
  { marks, nowMs, takesNoChanges }: PlanFacts,
  today: string,
): PlannedList {
  const own = marksOf(list, marks);
  const changes = own.find(({ month }) => month === "") ?? oldest(own);
  const months = own.filter(({ month }) => month !== "" && month !== recentMark);
  const changesAtMs = changes?.readAtMs ?? 0;
  // By the portal's clock where it is known, but never from the future.
  const newestAtMs = Math.max(...own.map((mark) => mark.newestAtMs));
  const sinceMs = Math.min(changesAtMs, newestAtMs > 0 ? newestAtMs : changesAtMs) - overlapMs;
  const isBlind = takesNoChanges(list);
  const whole = recentDates(nowMs);
  const recent = {
    list,
    span: { dateFrom: whole.from },
    month: recentMark,
    whole,
  };
  const ofRecent = own.filter(({ month }) => month === recentMark || month === monthOf(today));
  if (ofRecent.every(({ readAtMs }) => isOlder(readAtMs, dayMs, nowMs))) return recent;
  const old = oldest(
    months.filter(({ readAtMs }) => isOlder(readAtMs, isBlind ? dayMs : monthEveryMs, nowMs)),
  );
  // Never twice in a row: what is new comes first.
  if (old !== undefined && newest?.month === (isBlind ? recentMark : "")) return wholeMonth(list, old.month);
  if (isBlind) return recent;
  return {
    list,
    span: { updatedAtFrom: new Date(Math.max(0, sinceMs)).toISOString() },
    month: "",
    whole: null,
  };
}

function oldest(marks: readonly ListMark[]): ListMark | undefined {
  return marks.reduce<ListMark | undefined>(
    (found, mark) => (found === undefined || mark.readAtMs < found.readAtMs ? mark : found),
    undefined,
  );
}
