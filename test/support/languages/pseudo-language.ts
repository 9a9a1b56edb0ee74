import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { messagesOfPart, type PartName } from "#build/languages/message-sources.ts";

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

/** Writes the language for each tag into `folder`, as `languages/` holds the real ones. */
export async function writePseudoLanguage(folder: string, tags: readonly string[]): Promise<void> {
  for (const tag of tags)
    for (const part of ["pages", "station", "commands"] satisfies PartName[]) {
      const texts = Object.fromEntries(messagesOfPart(part).map((one) => [one, pseudoText(one)]));
      await mkdir(path.join(folder, tag), { recursive: true });
      await writeFile(path.join(folder, tag, `${part}.json`), JSON.stringify(texts));
    }
}
