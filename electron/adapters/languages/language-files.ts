import { readFileSync } from "node:fs";
import path from "node:path";
import { type Language, type LanguageTag, languageOf } from "#base/language.ts";
import { messageFault } from "#base/message-fault.ts";
import { createRecogniser, type Recogniser } from "#base/recognise.ts";
import { createValues } from "#base/spoken-values.ts";

/** A language with its texts, and what says the engine's sentences in it. */
export interface Spoken extends Recogniser {
  readonly language: Language;
}

/** Files of a language: each `{"English message": "text"}`. */
const parts = ["pages", "station", "commands"] as const;

/**
 * Reads a language from `folder` (`fi/pages.json` …). Null where it has no text. Whatever cannot be used is English and told once: a file that is
 * missing or broken, a text with a wrong placeholder or without a plural form.
 */
export function readLanguage(
  tag: LanguageTag,
  folder: string | null,
  onFault: (fault: string) => void,
): Spoken | null {
  const texts = new Map<string, unknown>();
  for (const part of parts)
    try {
      const file = path.join(folder ?? "languages", tag, `${part}.json`);
      const read: unknown = JSON.parse(readFileSync(file, "utf8"));
      if (read === null || typeof read !== "object" || Array.isArray(read))
        throw new Error(`${file} is no object`);
      for (const [message, text] of Object.entries(read)) texts.set(message, text);
    } catch (error) {
      onFault(`${tag}, ${part}: ${error instanceof Error ? error.message : String(error)}`);
    }
  if (texts.size === 0) return null;
  const judged = new Map<string, string | undefined>();
  const textFor = (message: string): string | undefined => {
    if (judged.has(message)) return judged.get(message);
    const text = texts.get(message);
    if (text === undefined) return undefined;
    const fault = messageFault(message, text, language);
    if (fault !== null) onFault(`${tag}: the text for "${message}" is not used: ${fault}`);
    judged.set(message, fault === null ? String(text) : undefined);
    return judged.get(message);
  };
  const language: Language = languageOf(tag, textFor, (message, fault) =>
    onFault(`${tag}: "${message}": ${fault}`),
  );
  return { language, ...createRecogniser([...texts.keys()], language, createValues(language)) };
}
