import { searchWord } from "./search-word.ts";

/** A page of the help, without its text. */
export interface HelpEntry {
  /** Behind `/help/`: `tasks/disk-full`. */
  readonly name: string;
  readonly title: string;
  readonly headings: readonly { readonly text: string; readonly anchor: string }[];
  load(): Promise<{ readonly html: string }>;
}

/** A section that was found: `heading` is null for the beginning of a page. */
export interface HelpFound {
  readonly page: string;
  readonly title: string;
  readonly heading: string | null;
  readonly anchor: string | null;
}

interface Section extends HelpFound {
  /** Its words in each place, the weightiest first, as ` word word`. */
  readonly places: readonly string[];
}

/** Weight of a word in the heading, in the words that people also use for it, in the page's title, and in the text. */
const weights = [4, 3, 2, 1];

const mostFound = 30;

/** The sections of a page as the program shows it. */
export function helpSections({ name, title, headings }: HelpEntry, html: string): readonly Section[] {
  const texts = html.split(/(?=<h[23] id=")/);
  const starts = [{ text: null, anchor: null }, ...headings];
  return starts.map(({ text: heading, anchor }, at) => {
    const text = texts[at] ?? "";
    const also = [...text.matchAll(/<p hidden>(.*?)<\/p>/gs)].map(([, words]) => words);
    const places = [heading ?? title, also.join(" "), title, text.replaceAll(/<[^>]+>/g, " ")];
    return { page: name, title, heading, anchor, places: places.map(spaced) };
  });
}

/**
 * The sections that have what was typed, the best first. Filler words do not count, a rare word weighs more than a usual one, and
 * of three words one may be missing. A task comes before a reference.
 */
export function findHelp(sections: readonly Section[], typed: string): readonly HelpFound[] {
  const typedWords = spaced(typed).match(/\S+/g) ?? [];
  const words = [...new Set(typedWords.map(searchWord))].filter((word) => word !== null);
  const found = words.map((word) => placesOf(sections, ` ${word}`));
  return sections
    .map(({ places: _, ...section }, at) => {
      const scores = found.map((one) => one[at] ?? 0);
      const isTask = /^(?:tasks\/(?!by-hand)|concepts\/)/.test(section.page);
      const score = scores.reduce((sum, one) => sum + one, 0) * (isTask ? 2 : 1);
      return { section, score, missing: scores.filter((one) => one === 0).length };
    })
    .filter(({ score, missing }) => score > 0 && missing <= (words.length - 1) / 2)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostFound)
    .map(({ section }) => section);
}

/** For each section how much a word says for it: 0 where it is not. */
function placesOf(sections: readonly Section[], word: string): readonly number[] {
  const placed = sections.map(({ places }) => places.findIndex((place) => place.includes(word)));
  const having = placed.filter((place) => place >= 0).length;
  const rarity = Math.log(1 + sections.length / Math.max(1, having));
  return placed.map((place) => rarity * (weights[place] ?? 0));
}

/** Words of a text in lower case, each after a space. */
function spaced(text: string): string {
  return ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ")}`;
}
