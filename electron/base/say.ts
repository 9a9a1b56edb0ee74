import { formatted } from "./icu.ts";
import { english, type Language, spokenLanguage } from "./language.ts";

/**
 * A message in the language of the reader. English is its own id and stands in the code; `values` fill its
 * placeholders, as ICU MessageFormat has them: `{count, plural, one {# file} other {# files}}`. Without values braces
 * are left alone.
 */
export function say(message: string, values?: Readonly<Record<string, string | number>>): string {
  if (values === undefined) return spokenLanguage().textFor(message) ?? message;
  return sayParts(message, values).join("");
}

/** The same with values that are no text, such as elements of a page: the parts in their order. */
export function sayParts<V>(
  message: string,
  values: Readonly<Record<string, V | string | number>>,
): readonly (V | string)[] {
  return saidIn(spokenLanguage(), message, values);
}

/** The same in a language that is handed in; in English where its text is missing or cannot be used. */
export function saidIn<V>(
  language: Language,
  message: string,
  values: Readonly<Record<string, V | string | number>>,
): readonly (V | string)[] {
  const text = language.textFor(message);
  if (text !== undefined)
    try {
      return formatted(text, values, language);
    } catch (fault) {
      language.onFault(message, fault instanceof Error ? fault.message : String(fault));
    }
  return formatted(message, values, english);
}
