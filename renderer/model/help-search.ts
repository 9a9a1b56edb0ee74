/** A page of the help, without its text. */
export interface HelpEntry {
  /** Behind `/help/`: `tasks/disk-full`. */
  readonly name: string;
  readonly title: string;
  readonly headings: readonly { readonly text: string; readonly anchor: string }[];
  load(): Promise<{ readonly html: string }>;
}

/** A section that has all words: `heading` is null for the beginning of a page. */
export interface HelpFound {
  readonly page: string;
  readonly title: string;
  readonly heading: string | null;
  readonly anchor: string | null;
}

interface Section extends HelpFound {
  readonly text: string;
}

/** The sections of a page as the program shows it, each with its words in lower case. */
export function helpSections({ name, title, headings }: HelpEntry, html: string): readonly Section[] {
  const texts = html.split(/(?=<h[23] id=")/).map((part) => part.replaceAll(/<[^>]+>/g, " ").toLowerCase());
  const starts = [{ text: null, anchor: null }, ...headings];
  return starts.map(({ text, anchor }, at) => ({
    page: name,
    title,
    heading: text,
    anchor,
    text: texts[at] ?? "",
  }));
}

/** Sections with every word of `typed`: those with all of them in title or heading come first. */
export function findHelp(sections: readonly Section[], typed: string): readonly HelpFound[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const rank = ({ title, heading, text }: Section) => {
    const named = heading === null ? title : heading;
    const places = [named, `${title} ${heading ?? ""}`, `${title} ${text}`];
    return places.findIndex((place) => words.every((word) => place.toLowerCase().includes(word)));
  };
  return sections
    .map((section) => ({ section, rank: rank(section) }))
    .filter((one) => one.rank >= 0)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ section: { text: _, ...found } }) => found);
}
