import { languageFiles } from "virtual:languages";
import { type LanguageTag, languageOf, speak } from "#base/language.ts";
import { bestLanguage } from "#base/language-choice.ts";
import { messageKey, unpackTexts } from "#base/message-key.ts";
import { keptLanguage } from "./store/kept-language.ts";

/** Lets the page speak the reader's language from now on; English where that has no texts that can be used. */
export async function speakPageLanguage(): Promise<void> {
  const tag = keptLanguage() ?? bestLanguage(navigator.languages);
  try {
    if (tag !== "en") await speakIn(tag);
  } catch (error) {
    console.warn(`The pages are in English: the texts for ${tag} cannot be used.`, error);
  }
}

async function speakIn(tag: LanguageTag): Promise<void> {
  const load = languageFiles[tag];
  if (load === undefined) throw new Error("there are none");
  const texts = unpackTexts((await load()).default);
  const told = new Set<string>();
  const onFault = (message: string, fault: string) => {
    if (told.size === 0) console.warn(`A text for ${tag} cannot be used: ${fault} in “${message}”.`);
    told.add(message);
  };
  speak(languageOf(tag, (message) => texts.get(messageKey(message)), onFault));
  document.documentElement.lang = tag;
}
