import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { messagesOfPart, type PartName } from "#build/languages/message-sources.ts";
import { fillKept } from "#test/support/hosts/made-once.ts";

/** A language that has a text for each message: the same words with other letters, so that English is seen at once. */

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const others = "áƀćđéƒǵħíĵķłḿńóṕɋŕśťúṽẃẍýźÁɃĆĐÉƑǴĦÍĴĶŁḾŃÓṔɊŔŚŤÚṼẂẌÝŹ";

function turned(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => [...others][letters.indexOf(letter)] ?? letter);
}

/** Placeholders and the words of a plural stay as they are. */
function pseudoText(message: string): string {
  return message.replace(
    /\{\w+, (?:plural|select), |(?:=\d+|\w+) \{(?=[^{},]*[#{])|\{\w+\}|[A-Za-z]+/g,
    (part) => (part.includes("{") ? part : turned(part)),
  );
}

/** Sources of all messages, and of how they are read and turned. */
const sources = ["electron", "renderer", "build/languages", "test/support/languages"];

/**
 * Writes the language for each tag into `folder`, as `languages/` holds the real ones. Reading the messages from the sources takes
 * seconds, so an earlier run's are taken where nothing has changed.
 */
export async function writePseudoLanguage(folder: string, tags: readonly string[]): Promise<void> {
  for (const tag of tags) {
    const own = path.join(folder, tag);
    await fillKept(own, { name: "pseudo-language", sources }, async () => {
      await mkdir(own, { recursive: true });
      for (const part of ["pages", "station", "commands"] satisfies PartName[]) {
        const texts = Object.fromEntries(messagesOfPart(part).map((one) => [one, pseudoText(one)]));
        await writeFile(path.join(own, `${part}.json`), JSON.stringify(texts));
      }
    });
  }
}
