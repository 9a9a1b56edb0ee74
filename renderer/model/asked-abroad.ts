import { dayParts } from "#base/dates.ts";
import type { LanguageTag } from "#base/language.ts";
import { type Question, readAsked } from "./asked.ts";

/** Reading of what is asked in the words of another language: each is put into English, which `readAsked` knows. */

/** English of each group of words, in the order of `wordsToAsk`; the last ones say nothing. */
const meanings = [
  "why",
  "send",
  "again",
  "report",
  "today",
  "yesterday",
  "last",
  "last month",
  "this month",
  "",
] as const;

/** An ending that a name may have behind what is known of it, in letters: `marraskuun`. */
const longestEnding = 3;

/** Words of a language for questions: `words` are their groups, `warum | sende, senden | …`. */
interface WordsToAsk {
  readonly tag: LanguageTag;
  readonly words: string;
}

/** The same as `readAsked`, also for words of a language. */
export function readAskedIn(
  { tag, words }: WordsToAsk,
  typed: string,
  names: readonly string[],
  today: string,
): readonly Question[] {
  const isAnswer = (one: Question) => one.kind !== "file" || one.isWhy;
  const english = readAsked(typed, names, today);
  if (tag === "en" || english.some(isAnswer)) return english;
  const own = readAsked(inEnglish(typed, tag, words), names, today);
  return own.some(isAnswer) ? own : english;
}

function inEnglish(typed: string, tag: LanguageTag, words: string): string {
  const phrases = words
    .split("|")
    .flatMap((group, at) =>
      group.split(",").map((phrase) => ({ parts: plain(phrase).split(" "), english: meanings[at] ?? "" })),
    )
    .toSorted((one, other) => other.parts.length - one.parts.length);
  const given = typed.trim().split(/\s+/);
  const tokens = given.map(plain);
  const found: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const phrase = phrases.find(({ parts }) => parts.every((part, i) => part === tokens[at + i]));
    if (phrase?.english === "why") return ["why", ...given.slice(at + phrase.parts.length)].join(" ");
    found.push(phrase?.english ?? dateWord(tokens[at] ?? "", tag) ?? given[at] ?? "");
    at += phrase?.parts.length ?? 1;
  }
  // The action stands last in some languages, and so does "last" behind its day.
  const isFirst = (word: string) => word === "send" || word === "report";
  return [...found.filter(isFirst), ...found.filter((word) => !isFirst(word))]
    .filter((word) => word !== "")
    .join(" ")
    .replace(/(\w+day) last\b/, "last $1");
}

/** In small letters without accents and marks of a question, so that `Fevrier` is `février`; `d’avril` is `avril`. */
function plain(text: string): string {
  const bare = text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
  return bare
    .replaceAll("’", "'")
    .replace(/^¿|[?!]$/g, "")
    .replace(/^[dl]'/, "");
}

/** The English name of a month or a day of the week; `1` for `1er`; null for another word. */
function dateWord(word: string, tag: LanguageTag): string | null {
  if (word === "1er") return "1";
  const found = dateNames(tag).find(
    ({ long, short, least }) => word === short || long.some((name) => isName(word, name, least)),
  );
  return found?.english ?? null;
}

interface DateName {
  readonly english: string;
  readonly long: readonly string[];
  readonly short: string | null;
  /** Letters from which its beginning counts. */
  readonly least: number;
}

const kept = new Map<LanguageTag, readonly DateName[]>();

/** Months, also as they stand behind a day, then the days of the week. */
function dateNames(tag: LanguageTag): readonly DateName[] {
  const known = kept.get(tag);
  if (known !== undefined) return known;
  const named = (form: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { ...form, timeZone: "UTC" });
    return (ms: number) =>
      plain(format.formatToParts(ms).find(({ type }) => type === "month" || type === "weekday")?.value ?? "");
  };
  const [month, monthOfDay] = [named({ month: "long" }), named({ month: "long", day: "numeric" })];
  const [weekday, shortDay] = [named({ weekday: "long" }), named({ weekday: "short" })];
  const months = Array.from({ length: 12 }, (_, at) => {
    const ms = Date.UTC(2024, at, 3);
    const english = dayParts(ms).month.toLowerCase();
    return { english, long: [month(ms), monthOfDay(ms)], short: null, least: 3 };
  });
  const days = Array.from({ length: 7 }, (_, at) => {
    const ms = Date.UTC(2024, 0, 1 + at);
    const english = dayParts(ms).weekday.toLowerCase();
    return { english, long: [weekday(ms)], short: shortDay(ms).replace(".", ""), least: 4 };
  });
  const names = [...months, ...days];
  kept.set(tag, names);
  return names;
}

/** True for the name, its beginning from so many letters on, and the name with an ending. */
function isName(word: string, name: string, least: number): boolean {
  if (word.length >= least && name.startsWith(word)) return true;
  return name.length > 4 && word.startsWith(name) && word.length <= name.length + longestEnding;
}
