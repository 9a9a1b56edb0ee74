import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { tokensOf } from "#base/icu.ts";
import { messagesOfPart, type PartName, parts } from "./message-sources.ts";

const folder = path.join(import.meta.dirname, "../../languages");

/** English messages with their texts in another language. */
export type Texts = Readonly<Record<string, string>>;

export const partNames = Object.keys(parts) as readonly PartName[];

function fileOf(tag: string, part: string): string {
  return path.join(folder, tag, `${part}.json`);
}

/** The texts of a part of a language; throws where there is no such file, or it is no JSON. */
export function textsOf(tag: string, part: PartName): Texts {
  return JSON.parse(readFileSync(fileOf(tag, part), "utf8")) as Texts;
}

/** Writes the texts of a part in the order of the messages; texts that nobody says are left out. */
export function writeTexts(tag: string, part: PartName, texts: Texts): void {
  const kept = ownMessages()[part].flatMap((message) => {
    const text = texts[message];
    return text === undefined ? [] : [[message, text] as const];
  });
  writeFileSync(fileOf(tag, part), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

/** The messages of each part; one that several parts say belongs to the first. */
export function ownMessages(): Readonly<Record<PartName, readonly string[]>> {
  const said = new Set<string>();
  const own = partNames.map((part) => {
    const messages = messagesOfPart(part).filter((message) => !said.has(message));
    for (const message of messages) said.add(message);
    return [part, messages] as const;
  });
  return Object.fromEntries(own) as unknown as Record<PartName, readonly string[]>;
}

/** Names of a message's placeholders; null where its braces are no placeholders. */
export function placeholdersOf(message: string): ReadonlySet<string> | null {
  const found = new Set<string>();
  try {
    collect(tokensOf(message), found);
    return found;
  } catch {
    return null;
  }
}

function collect(tokens: ReturnType<typeof tokensOf>, found: Set<string>): void {
  for (const token of tokens) {
    if (token.type === "function") throw new RangeError("braces that are no placeholder");
    if (token.type === "argument") found.add(token.arg);
    if (!("cases" in token)) continue;
    found.add(token.arg);
    for (const { tokens: within } of token.cases) collect(within, found);
  }
}
