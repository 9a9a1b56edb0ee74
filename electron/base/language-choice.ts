import { type LanguageTag, translatedInto } from "./language.ts";

/** Each language by the name that its speakers give it. */
export const languageNames: Readonly<Record<LanguageTag, string>> = {
  en: "English",
  fi: "suomi",
  de: "Deutsch",
  fr: "français",
  it: "italiano",
  es: "español",
  pl: "polski",
};

export function isLanguageTag(tag: unknown): tag is LanguageTag {
  return tag === "en" || translatedInto.some((known) => known === tag);
}

/** The first of the wanted languages that Skyferry speaks, `de` for `de-AT`; English where it speaks none of them. */
export function bestLanguage(wanted: readonly string[]): LanguageTag {
  const found = wanted.map((tag) => tag.toLowerCase().split(/[-_]/, 1)[0]).find(isLanguageTag);
  return found ?? "en";
}
