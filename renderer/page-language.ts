import { languageFiles } from "virtual:languages";
import { bestLanguage } from "#base/chosen-language.ts";
import { type LanguageTag, languageOf, speak } from "#base/language.ts";
import { messageKey, unpackTexts } from "#base/message-key.ts";
import { keepEnglish } from "./store/english-names.ts";
import { keptLanguage } from "./store/kept-language.ts";
import { setLaterTexts } from "./store/later-texts.ts";

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
  const files = languageFiles[tag];
  if (files === undefined) throw new Error("there are none");
  const texts = unpackTexts((await files.first()).default);
  setLaterTexts(async () => {
    try {
      for (const [key, text] of unpackTexts((await files.later()).default)) texts.set(key, text);
    } catch (error) {
      console.warn(`A part of the pages is in English: the texts for ${tag} cannot be loaded.`, error);
    }
  });
  const told = new Set<string>();
  const onFault = (message: string, fault: string) => {
    if (told.size === 0) console.warn(`A text for ${tag} cannot be used: ${fault} in “${message}”.`);
    told.add(message);
  };
  const textFor = (message: string): string | undefined => {
    const text = texts.get(messageKey(message));
    if (text !== undefined) keepEnglish(text, message);
    return text;
  };
  speak(languageOf(tag, textFor, onFault));
  document.documentElement.lang = tag;
}
