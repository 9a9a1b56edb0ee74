import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { bareValues } from "#build/languages/bare-values.ts";
import { messagesOfPart, type PartName, parts } from "#build/languages/message-sources.ts";
import { messagesOf } from "#build/languages/messages-of.ts";

const top = path.join(import.meta.dirname, "../..");
const named = (text: string): string =>
  text
    .trim()
    .replace(/^[,;] /, "")
    .toLowerCase();

it("gives no message an English value that other languages have no text for", () => {
  const names = Object.keys(parts) as PartName[];
  const messages = new Set(names.flatMap(messagesOfPart).map(named));
  const found = names.flatMap((name) =>
    globSync([...parts[name].files], { cwd: top, exclude: [...parts[name].except] }).flatMap((file) =>
      bareValues(file, readFileSync(path.join(top, file), "utf8"), (text) => messages.has(named(text))),
    ),
  );
  expect(found, "make it a whole message, or the value a phrase()").toEqual([]);
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: sources of files
it.each([
  ['const isNot = "is not"; const said = `The month ${isNot} over yet`;', "is not"],
  ["const said = (how: 'read' | 'sent') => `The file changed while it was ${how}`;", "read"],
  ['const say = (to: string) => `The password ${to} at the next start`; say("is gone");', "is gone"],
  ['function what() { return "a pipe"; } const said = `The file is ${what()}.`;', "a pipe"],
  ['const one = { after: " should be" }; const said = `The name ends there ${one.after}`;', "should be"],
  ['const said = `The file is ${names.join(" or at least ")}.`;', "or at least"],
])("finds the value in %s", (source, value) => {
  const found = bareValues("one.ts", source, () => false);
  expect(found.join("\n")).toContain(value);
});

it("takes names, lists and other messages as values", () => {
  const source =
    'const file = "settings.json"; const said = `The file ${file} has ${names.join(" or ")} in ${`the folder ${file}`}`;';
  expect(bareValues("one.ts", source, (text) => text.startsWith("the folder"))).toEqual([]);
});

it("refuses a message with more variants than are looked up, and names its file", () => {
  const choice = '${isOne ? "one" : "two"}';
  const source = (count: number) => `const said = \`The file is ${choice.repeat(count)} now.\`;`;
  expect(messagesOf("one.ts", source(3))).toHaveLength(8);
  expect(() => messagesOf("one.ts", source(4))).toThrow("one.ts: A message has more than 12 variants");
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: sources of files
