import { type LanguageTag, spokenLanguage } from "#base/language.ts";

let kept: { readonly tag: LanguageTag; readonly compare: Intl.Collator["compare"] } | null = null;

/**
 * Compares two names as the page's language orders them: `Ålesund` is beside `Alert` in German, behind `Zeppelin` in
 * Finnish. Numbers in them count by their value.
 */
export function compareNames(one: string, other: string): number {
  const { tag } = spokenLanguage();
  // A collator takes longer to make than to use.
  if (kept?.tag !== tag) kept = { tag, compare: new Intl.Collator(tag, { numeric: true }).compare };
  return kept.compare(one, other);
}
