import { existsSync } from "node:fs";
import path from "node:path";
import { readLanguage, type Spoken } from "#adapters/languages/language-files.ts";
import { type LanguageTag, translatedInto } from "#base/language.ts";

/** Folder of the languages, beside the sources or beside the bundle; null where there is none. */
function languagesFolder(): string | null {
  const here = import.meta.dirname;
  const places = [path.join(here, "../../languages"), path.join(here, "../../out/languages")];
  return places.find((place) => translatedInto.some((tag) => existsSync(path.join(place, tag)))) ?? null;
}

/** Each language is read when it is first asked for. Null for English, and for one that has no text at all. */
export function spokenLanguages(
  onFault: (fault: string) => void,
  folder: string | null = languagesFolder(),
): (tag: LanguageTag) => Spoken | null {
  const kept = new Map<LanguageTag, Spoken | null>();
  return (tag) => {
    if (tag === "en") return null;
    const known = kept.get(tag);
    if (known !== undefined) return known;
    const read = readLanguage(tag, folder, onFault);
    kept.set(tag, read);
    return read;
  };
}
