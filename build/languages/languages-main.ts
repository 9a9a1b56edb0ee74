import { translatedInto } from "#base/language.ts";
import { ownMessages, partNames, textsOf, writeTexts } from "./language-files.ts";

/**
 * `npm run languages`: what each language lacks. `--write` takes out texts of messages that nobody says any more and puts
 * the rest in order; `--missing TAG` prints the messages without a text as JSON, to be filled in.
 */
const [what, tag] = process.argv.slice(2);
const own = ownMessages();

for (const language of translatedInto) {
  if (what === "--missing" && tag !== language) continue;
  for (const part of partNames) {
    const texts = textsOf(language, part);
    const missing = own[part].filter((message) => texts[message] === undefined);
    if (what === "--missing") {
      console.log(
        `${part}.json`,
        JSON.stringify(Object.fromEntries(missing.map((one) => [one, ""])), null, 2),
      );
      continue;
    }
    const gone = Object.keys(texts).length - (own[part].length - missing.length);
    const share = (100 * (1 - missing.length / own[part].length)).toFixed(1);
    console.log(
      `${language} ${part}: ${share} % of ${own[part].length}, ${missing.length} missing, ${gone} no longer said`,
    );
    if (what === "--write") writeTexts(language, part, texts);
  }
}
