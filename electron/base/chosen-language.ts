import { type LanguageTag, translatedInto } from "./language.ts";

/** Choice of the language that a reader wants, as the system, a browser or a flag says it; no text is loaded for it. */

export const languageTags: readonly LanguageTag[] = ["en", ...translatedInto];

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
  return languageTags.some((known) => known === tag);
}

/** The language of a tag such as `fi`, `fi-FI` or `fi_FI`; null for one that Skyferry does not speak. */
export function languageNamed(tag: string): LanguageTag | null {
  const [primary = ""] = tag.trim().toLowerCase().split(/[-_]/, 1);
  return languageTags.find((one) => one === primary) ?? null;
}

/** The first of the wanted languages that Skyferry speaks, `de` for `de-AT`; English where it speaks none of them. */
export function bestLanguage(wanted: readonly string[]): LanguageTag {
  return wanted.map(languageNamed).find((one) => one !== null) ?? "en";
}

/**
 * The language of a program's surroundings: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set. A charset
 * that is not UTF-8 could not show the letters, so it is English; `@euro` alone means ISO-8859-15. Null where none is set: the
 * system itself may tell.
 */
export function languageOfEnvironment(env: Environment): LanguageTag | null {
  const given = localeOf(env);
  if (given === undefined) return null;
  const { locale, isUtf8 } = localeParts(given);
  return (isUtf8 ? languageNamed(locale) : null) ?? "en";
}

/** The locale whose language is ours but whose charset is not UTF-8, so that English is spoken; null where that is not why. */
export function localeWithoutUtf8(env: Environment): string | null {
  const given = localeOf(env) ?? "";
  const { locale, isUtf8 } = localeParts(given);
  return isUtf8 || (languageNamed(locale) ?? "en") === "en" ? null : given;
}

type Environment = Readonly<Record<string, string | undefined>>;

function localeOf({ LC_ALL, LC_MESSAGES, LANG }: Environment): string | undefined {
  return [LC_ALL, LC_MESSAGES, LANG].find((one) => one !== undefined && one !== "");
}

/** A locale that names no charset counts as UTF-8. */
function localeParts(given: string): { readonly locale: string; readonly isUtf8: boolean } {
  const [, locale = "", charset = given.endsWith("@euro") ? "ISO-8859-15" : "UTF-8"] =
    /^([^.@]*)(?:\.([^@]*))?/.exec(given) ?? [];
  return { locale, isUtf8: /^utf-?8$/i.test(charset) };
}

/** As `languageOfEnvironment`; where none is set and `asksSystem`, the language of the system: Windows sets none of them. */
export function languageOfSystem(
  env: Readonly<Record<string, string | undefined>>,
  asksSystem: boolean,
): LanguageTag {
  const told = languageOfEnvironment(env);
  if (told !== null || !asksSystem) return told ?? "en";
  return languageNamed(Intl.DateTimeFormat().resolvedOptions().locale) ?? "en";
}

/** The language that `Accept-Language` weighs highest (RFC 9110, 12.5.4); English where none is ours, or it names none. */
export function languageAccepted(header: string): LanguageTag {
  const [best] = header
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((one) => one.trim());
      const weight = parameters.map((one) => /^q=([\d.]+)$/i.exec(one)?.[1]).find((one) => one !== undefined);
      return { tag: languageNamed(tag), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== null && weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return best?.tag ?? "en";
}
