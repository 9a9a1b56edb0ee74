import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import { translatedInto } from "#base/language.ts";
import { messageKey, packTexts } from "#base/message-key.ts";
import { filesOfFirstView } from "./first-view.ts";
import { messagesOfPart, messagesSaidIn } from "./message-sources.ts";
import { causeTexts } from "./table-words.ts";

const folder = path.join(import.meta.dirname, "../../languages");
const list = "virtual:languages";
const one = "virtual:language/";

/** Below this share of its messages a language is a draft. */
const leastShare = 0.98;

/** Gives the pages the texts of each language in `languages/`: a part of its own, loaded only where it is spoken. */
export function pageLanguages(): Plugin {
  return {
    name: "page-languages",
    resolveId: (id) => (id === list || id.startsWith(one) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${list}`) return { code: listModule(), moduleType: "js" };
      if (!id.startsWith(`\0${one}`)) return null;
      const [tag = "", part] = id.slice(one.length + 1).split("/");
      const texts = pageTexts(tag, part === "later" ? "later" : "first");
      return { code: `export default ${JSON.stringify(packTexts(texts))};`, moduleType: "js" };
    },
  };
}

function listModule(): string {
  const tags = translatedInto.filter((tag) => existsSync(fileOf(tag, "pages")));
  const drafts = tags.filter(
    (tag) => pageTexts(tag, "first").size + pageTexts(tag, "later").size < messages().length * leastShare,
  );
  const loads = tags.map(
    (tag) =>
      `${tag}: { first: () => import("${one}${tag}/first"), later: () => import("${one}${tag}/later") }`,
  );
  return `export const languageFiles = { ${loads.join(", ")} };
export const draftLanguages = ${JSON.stringify(drafts)};`;
}

let found: readonly string[] | null = null;

/** Messages that the pages say. Throws where two have the same key. */
function messages(): readonly string[] {
  found ??= messagesOfPart("pages");
  const byKey = new Map<number, string>();
  for (const message of found) {
    const other = byKey.get(messageKey(message));
    if (other !== undefined) throw new Error(`the same key for “${message}” and “${other}”: reword one`);
    byKey.set(messageKey(message), message);
  }
  return found;
}

let ofFirstView: ReadonlySet<string> | null = null;

/** Messages that are said before anything is loaded later; those of the causes among them. */
function isOfFirstView(message: string): boolean {
  ofFirstView ??= new Set([...messagesSaidIn(filesOfFirstView()), ...causeTexts()]);
  return ofFirstView.has(message);
}

/** Texts of a language for the messages of the pages, by their keys; those of other parts where the pages say the same. */
function pageTexts(tag: string, part: "first" | "later"): ReadonlyMap<number, string> {
  const known = { ...textsIn(tag, "commands"), ...textsIn(tag, "station"), ...textsIn(tag, "pages") };
  return new Map(
    messages().flatMap((message) => {
      if (isOfFirstView(message) !== (part === "first")) return [];
      const text = known[message];
      return text === undefined ? [] : [[messageKey(message), text] as const];
    }),
  );
}

function fileOf(tag: string, part: string): string {
  return path.join(folder, tag, `${part}.json`);
}

function textsIn(tag: string, part: string): Readonly<Record<string, string>> {
  const file = fileOf(tag, part);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}
