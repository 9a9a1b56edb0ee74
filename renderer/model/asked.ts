import { addDays, dayParts, isCalendarDay, isRealDate, startOfDayMs } from "#base/dates.ts";
import { isRealMonth } from "#domain/calendar-month.ts";

/** Something that is asked for in words; what it opens starts nothing by itself. */
export type Question =
  /** Plots of a day, and what else it has; `instruments` are those that were named, none for all. */
  | { readonly kind: "day"; readonly date: string; readonly instruments: readonly string[] }
  /** Files of a day that are to be sent again. */
  | { readonly kind: "send"; readonly date: string; readonly instruments: readonly string[] }
  | { readonly kind: "month"; readonly month: string }
  | { readonly kind: "report"; readonly month: string }
  /** A file, by a part of its name; `isWhy`: why it is where it is. */
  | { readonly kind: "file"; readonly text: string; readonly isWhy: boolean };

/** Letters from which a file is looked for. */
const leastLetters = 3;

/** Reads `radar yesterday`, `send 3 Oct again`, `report november`, `why NAME`, or a part of a file's name; `today` is `YYYY-MM-DD`. */
export function readAsked(typed: string, names: readonly string[], today: string): readonly Question[] {
  const words = typed.trim().split(/\s+/).filter(Boolean);
  const [first = "", ...others] = words.map((word) => word.toLowerCase());
  if (first === "why") return fileOf(words.slice(1).join(" ").replace(/\?$/, ""), true);
  const isSend = first === "send" || first === "resend";
  const rest = (isSend || first === "report" ? others : [first, ...others]).filter(
    (word) => !isSend || word !== "again",
  );
  if (first === "report") return monthIn(rest, today).map((month) => ({ kind: "report", month }));
  const day = dayIn(rest, today);
  if (day === null) {
    const months = isSend ? [] : monthIn(rest, today);
    if (months.length > 0) return months.map((month) => ({ kind: "month", month }));
    return isSend ? [] : fileOf(words.join(" "), false);
  }
  const { date, others: named } = day;
  const found = names.filter((name) => named.every((word) => name.toLowerCase().includes(word)));
  if (named.length > 0 && found.length === 0) return fileOf(words.join(" "), false);
  const instruments = named.length === 0 ? [] : found;
  return [{ kind: isSend ? "send" : "day", date, instruments }];
}

function fileOf(text: string, isWhy: boolean): readonly Question[] {
  return text.length < leastLetters ? [] : [{ kind: "file", text, isWhy }];
}

const monthNames = Array.from({ length: 12 }, (_, index) =>
  dayParts(Date.UTC(2024, index, 1)).month.toLowerCase(),
);
/** From Monday on. */
const weekdays = Array.from({ length: 7 }, (_, index) =>
  dayParts(Date.UTC(2024, 0, 1 + index)).weekday.toLowerCase(),
);

/** Place of the only name that begins with a word of three letters or more; -1 where there is none. */
function placeIn(names: readonly string[], word: string): number {
  return word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word));
}

const two = (number: number) => String(number).padStart(2, "0");

interface FoundDay {
  readonly date: string;
  /** Words that are not of the day. */
  readonly others: readonly string[];
}

/** The day that is named, never one that is to come where no year is told; null where none is. */
function dayIn(words: readonly string[], today: string): FoundDay | null {
  for (const [at, word] of words.entries()) {
    const without = (from: number, count: number) => words.filter((_, i) => i < from || i >= from + count);
    const alone = dayOfWord(word, today);
    if (alone !== null) {
      const isLast = words[at - 1] === "last";
      const date = isLast && alone === today ? addDays(today, -7) : alone;
      return { date, others: isLast ? without(at - 1, 2) : without(at, 1) };
    }
    const [one = "", other = ""] = [word, words[at + 1]];
    const number = [one, other].map((part) => /^(\d{1,2})(?:st|nd|rd|th|\.)?$/.exec(part)?.[1]);
    const month = number[0] === undefined ? placeIn(monthNames, one) : placeIn(monthNames, other);
    const day = Number(number[0] ?? number[1] ?? 0);
    if (month < 0 || day === 0) continue;
    const year = /^\d{4}$/.exec(words[at + 2] ?? "")?.[0];
    const date = dateOf(year, month + 1, day, today);
    if (date !== null) return { date, others: without(at, year === undefined ? 2 : 3) };
  }
  return null;
}

function dayOfWord(word: string, today: string): string | null {
  if (word === "today") return today;
  if (word === "yesterday") return addDays(today, -1);
  if (isRealDate(word)) return word;
  const weekday = placeIn(weekdays, word);
  const isToday = (new Date(startOfDayMs(today)).getUTCDay() + 6) % 7;
  return weekday < 0 ? null : addDays(today, -((isToday - weekday + 7) % 7));
}

function dateOf(year: string | undefined, month: number, day: number, today: string): string | null {
  const own = Number(year ?? today.slice(0, 4));
  if (!isCalendarDay(own, month, day)) return null;
  const date = `${own}-${two(month)}-${two(day)}`;
  return year === undefined && date > today ? `${own - 1}${date.slice(4)}` : date;
}

/** The month that is named, never one that is to come; none or one, `YYYY-MM`. */
function monthIn(words: readonly string[], today: string): readonly string[] {
  const [one = "", other = ""] = words;
  const now = today.slice(0, 7);
  const before = addDays(`${now}-01`, -1).slice(0, 7);
  if (other === "month" && words.length === 2) return one === "last" ? [before] : one === "this" ? [now] : [];
  if (isRealMonth(one) && words.length === 1) return one <= now ? [one] : [];
  const place = placeIn(monthNames, one);
  const isYear = /^\d{4}$/.test(other);
  if (place < 0 || words.length > 2 || (words.length === 2 && !isYear)) return [];
  const month = `${isYear ? other : now.slice(0, 4)}-${two(place + 1)}`;
  if (month <= now) return [month];
  return isYear ? [] : [`${Number(now.slice(0, 4)) - 1}${month.slice(4)}`];
}
