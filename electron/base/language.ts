/** The languages besides English, by their BCP 47 tags. */
export const translatedInto = ["fi", "de", "fr", "it", "es", "pl"] as const;

export type LanguageTag = "en" | (typeof translatedInto)[number];

/** Rules of a language that a message with a count needs. */
export interface Grammar {
  /** CLDR's category of a count: `one`, `few`, `many`, `other`. */
  readonly categoryOf: (count: number) => string;
  /** A count as the language writes it. */
  readonly countOf: (count: number) => string;
}

/** A language with its texts. */
export interface Language extends Grammar {
  readonly tag: LanguageTag;
  /** Gives the text for an English message; undefined where it has none. */
  readonly textFor: (message: string) => string | undefined;
  /** Hears of each text that cannot be used, and why. */
  readonly onFault: (message: string, fault: string) => void;
}

export const english: Language = {
  tag: "en",
  categoryOf: (count) => (count === 1 ? "one" : "other"),
  countOf: englishCount,
  textFor: () => undefined,
  onFault: () => undefined,
};

/** `1,204`. A number format of the system's would cost every command 20 ms and some megabytes. */
function englishCount(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(?:\d{3})+$)/g, ",");
}

let spoken = english;

/**
 * Texts and numbers are in this language from now on. Programs with one reader call it alone: a page before it is
 * drawn. The engine never does: its log, its record and its answers are English, and are translated where they are
 * shown (`recognise.ts`).
 */
export function speak(language: Language): void {
  spoken = language;
}

/** Gives what `make` does while this language is spoken, for a program that is otherwise English; `make` waits for nothing. */
export function spokenIn<T>(language: Language, make: () => T): T {
  const before = spoken;
  spoken = language;
  try {
    return make();
  } finally {
    spoken = before;
  }
}

export function spokenLanguage(): Language {
  return spoken;
}

/** A language by its tag and its texts, with the rules and numbers of `Intl`. */
export function languageOf(
  tag: LanguageTag,
  textFor: Language["textFor"],
  onFault: Language["onFault"] = () => undefined,
): Language {
  if (tag === "en") return english;
  const rules = new Intl.PluralRules(tag);
  const numbers = new Intl.NumberFormat(tag);
  return {
    tag,
    categoryOf: (count) => rules.select(count),
    countOf: (count) => numbers.format(Math.round(count)),
    textFor,
    onFault,
  };
}
