import type { Say, TextOutput } from "./command.ts";

/** Says to people what a command has for them, in their language. */
export interface Speaker {
  readonly say: Say;
  /** The same output, for text in English that is to be read by a person. */
  readonly toPerson: (out: TextOutput) => TextOutput;
}

/** Loads nothing: a message that has values has no plural here. */
export const sayEnglish: Say = (message, values) =>
  values === undefined ? message : message.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

export const englishSpeaker: Speaker = { say: sayEnglish, toPerson: (out) => out };
