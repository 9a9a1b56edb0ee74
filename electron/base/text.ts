import { dayParts, type Period } from "./dates.ts";
import { english, type Language, spokenLanguage } from "./language.ts";
import {
  alternativesIn,
  dateIn,
  dayIn,
  decimalIn,
  monthIn,
  nearDayIn,
  shortDayIn,
  shortMonthIn,
  unitsIn,
  worded,
} from "./local-text.ts";

/** Numbers, sizes, spans and moments as pages, notifications and the command line write them. */

/** The language that is spoken; null for English, whose forms are made here. */
function otherLanguage(): Language | null {
  const language = spokenLanguage();
  return language === english ? null : language;
}

/** `61.84`. */
export function decimalText(value: number, digits: number): string {
  const other = otherLanguage();
  return other === null ? value.toFixed(digits) : decimalIn(other, value, digits);
}

/** `1,204`. */
export function countText(count: number): string {
  return spokenLanguage().countOf(count);
}

/** `1 file`, `1,204 files`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : several}`;
}

const units: readonly string[] = ["B", "kB", "MB", "GB", "TB"];

/** `512 B`, `1.2 MB`, `140 MB`: decimal units, at most three significant figures. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : 1;
  return `${decimalText(value, digits)} ${units[unit]}`;
}

/** `12.4 of 30.3 MB`: both in the unit of the whole. */
export function bytesOfText(bytes: number, ofBytes: number): string {
  const whole = bytesText(ofBytes);
  const [number = "", unit = ""] = whole.split(" ");
  const divisor = 1000 ** units.indexOf(unit);
  const digits = number.split(/[.,]/)[1]?.length ?? 0;
  const done = decimalText(Math.min(bytes, ofBytes) / divisor, digits);
  const other = otherLanguage();
  return other === null ? `${done} of ${whole}` : worded(other, "{done} of {all}", { done, all: whole });
}

/** For sentences, where few bytes are written out: `512 bytes`, `1.2 MB`. */
export function bytesInWords(bytes: number): string {
  if (bytes >= 1000) return bytesText(bytes);
  const other = otherLanguage();
  return other === null ? counted(bytes, "byte") : unitsIn(other, bytes, "byte");
}

/** `2.1 MB/s`. */
export function rateText(bytesPerSecond: number): string {
  return `${bytesText(bytesPerSecond)}/s`;
}

/** Milliseconds, never less than none: `40 s`, `3 min`, `3 h 10 min`, `2 days 4 h`. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return joined(`${hours} h`, minutes % 60, "min");
  const days = Math.floor(hours / 24);
  const other = otherLanguage();
  return joined(other === null ? `${days} days` : unitsIn(other, days, "day"), hours % 24, "h");
}

/** From the first span on, estimates are rounded to the second, milliseconds; the longest first. */
const aboutSteps = [
  [48 * 3_600_000, 86_400_000],
  [3 * 3_600_000, 3_600_000],
  [3_600_000, 10 * 60_000],
] as const;

/** An estimate, no finer than one can be: `40 s`, `12 min`, `1 h 20 min`, `20 h`, `6 days`. */
export function aboutText(ms: number): string {
  const step = aboutSteps.find(([from]) => ms >= from)?.[1] ?? 1;
  return spanText(Math.round(ms / step) * step);
}

/** From so many milliseconds on, two estimates are told apart. */
const rangesFromMs = 20_000;

/** Between two estimates: `30–40 min`, `50 min to 1 h 10 min`, `about 6 days` where they are the same, `about 8 s` below 20 s. */
export function rangeText(fromMs: number, toMs: number): string {
  if (toMs < rangesFromMs) return approximately(spanText((fromMs + toMs) / 2));
  const [from, to] = [aboutText(fromMs), aboutText(toMs)];
  if (from === to) return approximately(to);
  const [, number, unit] = /^(\d+) (\S+)$/.exec(from) ?? [];
  return unit !== undefined && to.endsWith(` ${unit}`) && /^\d+ \S+$/.test(to)
    ? `${number}–${to}`
    : betweenText(from, to);
}

function approximately(span: string): string {
  const other = otherLanguage();
  return other === null ? `about ${span}` : worded(other, "about {span}", { span });
}

function betweenText(from: string, to: string): string {
  const other = otherLanguage();
  return other === null ? `${from} to ${to}` : worded(other, "{from} to {to}", { from, to });
}

function joined(whole: string, rest: number, unit: string): string {
  return rest === 0 ? whole : `${whole} ${rest} ${unit}`;
}

/** Epoch milliseconds, or ISO 8601 in UTC. */
type Moment = number | string;

/** `14:02 UTC`. */
export function clockText(at: Moment): string {
  return written(at, 5, at);
}

/**
 * A moment in a sentence, behind "since", "until" or "due": `14:02 UTC` on the day of `nowMs`, `yesterday 23:10 UTC`,
 * `tomorrow 08:00 UTC`, `Tuesday 17 November, 12:08 UTC`; with its year where that is another, or nothing is said of now.
 */
export function minuteText(at: Moment, nowMs?: number): string {
  const { day, clock, isNear } = momentParts(at, nowMs, 5);
  return [day, clock].filter((part) => part !== "").join(isNear ? " " : ", ");
}

/** The same as a clause: `at 14:02 UTC`, `yesterday at 23:10 UTC`, `on Tuesday 17 November at 12:08 UTC`; to the second where told. */
export function atText(at: Moment, nowMs: number, unit: "minute" | "second" = "minute"): string {
  const { day, clock, isNear } = momentParts(at, nowMs, unit === "minute" ? 5 : 8);
  const other = otherLanguage();
  if (other === null) return `${day === "" ? "" : isNear ? `${day} ` : `on ${day} `}at ${clock}`;
  if (day === "") return worded(other, "at {clock}", { clock });
  return isNear
    ? worded(other, "{near} at {clock}", { near: day, clock })
    : worded(other, "on {day} at {clock}", { day, clock });
}

/** `2026-11-17` in a sentence: `Tuesday 17 November`; with its year where that is another than that of `nowMs`. */
export function dateText(date: string, nowMs: number): string {
  return dayInYear(Date.parse(`${date}T00:00:00Z`), nowMs);
}

/** `2026-11-25` in a sentence that is kept, copied or has several dates: `25 Nov 2026`; of a month `Nov 2026`. */
export function absoluteDate(date: string, period: Period = "day"): string {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  const other = otherLanguage();
  if (other !== null) return dateIn(other, atMs, period);
  const { day, month, year } = dayParts(atMs);
  return `${period === "day" ? `${day} ` : ""}${month.slice(0, 3)} ${year}`;
}

/** The same of a moment: `25 Nov 2026, 07:54 UTC`; to the second where told. */
export function absoluteMoment(at: Moment, unit: "minute" | "second" = "minute"): string {
  const [date = "", clock = ""] = isoOf(at).split("T");
  return `${absoluteDate(date)}, ${clock.slice(0, unit === "minute" ? 5 : 8)} UTC`;
}

const dayMs = 86_400_000;

function momentParts(at: Moment, nowMs: number | undefined, digits: 5 | 8) {
  const iso = isoOf(at);
  const clock = `${iso.split("T")[1]?.slice(0, digits) ?? ""} UTC`;
  const atMs = Date.parse(iso);
  if (nowMs === undefined) return { day: dayInYear(atMs), clock, isNear: false };
  const days = Math.floor(atMs / dayMs) - Math.floor(nowMs / dayMs);
  const near = days === 0 ? "" : Math.abs(days) === 1 ? nearDayText(days) : null;
  if (near !== null) return { day: near, clock, isNear: true };
  return { day: dayInYear(atMs, nowMs), clock, isNear: false };
}

function nearDayText(days: number): string {
  const other = otherLanguage();
  if (other !== null) return nearDayIn(other, days);
  return days < 0 ? "yesterday" : "tomorrow";
}

/** `Sat 21 Nov`, of a moment; with its year where that is another than that of `nowMs`. */
export function shortDayText(atMs: number, nowMs?: number): string {
  const { weekday, day, month, year } = dayParts(atMs);
  const isOtherYear = nowMs !== undefined && dayParts(nowMs).year !== year;
  const other = otherLanguage();
  if (other !== null) return shortDayIn(other, atMs, isOtherYear);
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}${isOtherYear ? ` ${year}` : ""}`;
}

/** `November 2026`, of a moment. */
export function monthText(atMs: number): string {
  const other = otherLanguage();
  if (other !== null) return monthIn(other, atMs);
  const { month, year } = dayParts(atMs);
  return `${month} ${year}`;
}

/** `Nov`, of a moment. */
export function shortMonthText(atMs: number): string {
  const other = otherLanguage();
  return other === null ? dayParts(atMs).month.slice(0, 3) : shortMonthIn(other, atMs);
}

/** `A, B or C`; in English `A or B or C`. */
export function alternativesText(names: readonly string[]): string {
  const other = otherLanguage();
  return other === null ? names.join(" or ") : alternativesIn(other, names);
}

function dayInYear(atMs: number, nowMs?: number): string {
  const { weekday, day, month, year } = dayParts(atMs);
  const isSameYear = nowMs !== undefined && dayParts(nowMs).year === year;
  const other = otherLanguage();
  if (other !== null) return dayIn(other, atMs, !isSameYear);
  return `${weekday} ${day} ${month}${isSameYear ? "" : ` ${year}`}`;
}

/** For tables: `2026-11-19 14:02 UTC`; without its day on the day of `nowMs`: `14:02 UTC`. */
export function minuteStamp(at: Moment, nowMs?: number): string {
  return written(at, 5, nowMs);
}

/** For tables: `2026-11-19 14:02:10 UTC`. */
export function secondText(at: Moment): string {
  return written(at, 8, undefined);
}

function written(at: Moment, digits: 5 | 8, now: Moment | undefined): string {
  const [day = "", clock = ""] = isoOf(at).split("T");
  const isSameDay = now !== undefined && day === isoOf(now).split("T", 1)[0];
  return `${isSameDay ? "" : `${day} `}${clock.slice(0, digits)} UTC`;
}

/** Furthest moments that a date can name (ECMAScript, "Time Values and Time Range"). */
const furthestMs = 8.64e15;

/** Epoch milliseconds as ISO 8601 in UTC; moments that no date can name are cut to the furthest. */
export function isoTime(atMs: number): string {
  return new Date(Math.max(-furthestMs, Math.min(furthestMs, atMs))).toISOString();
}

function isoOf(at: Moment): string {
  return typeof at === "string" ? at : isoTime(at);
}

/** `Like this`, of `like this`. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Text on one line: control characters, line ends among them, as they are written in source text. */
export function oneLine(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it writes out
    /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g,
    (char) => named[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Gives the message of an error; anything else that was thrown, as text. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True where two addresses differ in spelling alone. */
export function isSameAddress(a: string, b: string): boolean {
  const spelled = (address: string) => (URL.parse(address)?.href ?? address).replace(/\/+$/, "");
  return a === b || spelled(a) === spelled(b);
}
