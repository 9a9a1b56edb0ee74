import type { LanguageTag } from "#base/language.ts";
import { saidIn } from "#base/say.ts";
import { capital } from "#base/text.ts";
import { spokenLanguages } from "#compose/spoken-languages.ts";
import type { TextOutput } from "./command.ts";
import { englishSpeaker, type Speaker } from "./speaker.ts";

/** Colours, gaps between columns, and arrows: each side is read for itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one
const gaps = /(\x1b\[[\d;]*[A-Za-z]|\r|\t| {2,}| → )/;

/** The beginning of what a command says on standard error. */
const sayer = /^skyferry(?: [a-z-]+)?: /;

/** Speaks a language of the catalogues; English where they lack a text. Nothing breaks for a text that cannot be used. */
export function speakerOf(tag: LanguageTag, folder?: string): Speaker {
  const spoken = spokenLanguages(() => undefined, folder)(tag);
  if (spoken === null) return englishSpeaker;
  const { language, inLanguage } = spoken;
  const inLine = (line: string): string => {
    if (line.startsWith("{") || line.startsWith("[")) return line;
    const said = gaps.test(line) ? line : inLanguage(line);
    if (said !== line) return /^[A-Z\d]/.test(line) ? capital(said) : said;
    const [from = ""] = sayer.exec(line) ?? [];
    return from + line.slice(from.length).split(gaps).map(inLanguage).join("");
  };
  return {
    language,
    say: (message, values = {}) =>
      message.includes("{") && Object.keys(values).length > 0
        ? saidIn<string>(language, message, values).join("")
        : (language.textFor(message) ?? inLanguage(message)),
    toPerson: (out) => personsOutput(out, (text) => text.split("\n").map(inLine).join("\n")),
  };
}

function personsOutput(out: TextOutput, said: (text: string) => string): TextOutput {
  return {
    write: (text) => out.write(said(text)),
    ...(out.isTTY === undefined ? {} : { isTTY: out.isTTY }),
    get columns() {
      return out.columns;
    },
  } as TextOutput;
}
