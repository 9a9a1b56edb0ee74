import { isLanguageTag } from "#base/chosen-language.ts";
import type { LanguageTag } from "#base/language.ts";

const key = "skyferry.language";

/** The language that the settings named last, as far as this page knows; null where the browser's counts. */
export function keptLanguage(): LanguageTag | null {
  const kept = window.localStorage.getItem(key);
  return isLanguageTag(kept) ? kept : null;
}

/** Keeps what the settings say, `auto` or a language. Tells whether that is another than before. */
export function keepLanguage(chosen: string): boolean {
  const [before, now] = [keptLanguage(), isLanguageTag(chosen) ? chosen : null];
  if (now === null) window.localStorage.removeItem(key);
  else window.localStorage.setItem(key, now);
  return before !== now;
}
