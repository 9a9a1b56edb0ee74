import { english, type Language } from "#base/language.ts";
import type { Say, TextOutput } from "./command.ts";

/** Says to people what a command has for them, in their language. */
export interface Speaker {
  readonly say: Say;
  /** For documents that are made in it as a whole. */
  readonly language: Language;
  /** The same output, for text in English that is to be read by a person. */
  readonly toPerson: (out: TextOutput) => TextOutput;
}

/** Loads nothing: a message that has values has no plural here. */
export const sayEnglish: Say = (message, values) =>
  values === undefined ? message : message.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

export const englishSpeaker: Speaker = { say: sayEnglish, language: english, toPerson: (out) => out };
