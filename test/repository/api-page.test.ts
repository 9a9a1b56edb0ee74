import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { apiPage } from "#build/api-page/page.ts";
import { methods } from "#contract/methods.ts";

const top = path.join(import.meta.dirname, "../..");
const page = readFileSync(path.join(top, "docs/api.md"), "utf8");

test("docs/api.md is what `npm run docs:api` writes", () => {
  expect(page === apiPage(top) ? "as written" : "old: run `npm run docs:api`").toBe("as written");
});

test("docs/api.md has every method, each with input and output", () => {
  const told = [...page.matchAll(/^### `(.+)`\n(?:\n(?!```).+\n)?\n```ts\ninput: [\s\S]+?\noutput: /gm)];
  expect(told.map(([, name]) => name)).toEqual(Object.keys(methods));
});

test("docs/api.md names no shape that it does not show, and none twice", () => {
  const shown = [...page.matchAll(/^(?:type|interface) (\w+)/gm)].map(([, name = ""]) => name);
  expect(new Set(shown).size).toBe(shown.length);
  const code = [...page.matchAll(/```ts\n([\s\S]+?)```/g)].map(([, text = ""]) => text).join("\n");
  const bare = code.replace(/\/\*\*[\s\S]*?\*\/|"[^"]*"/g, "");
  const named = [...bare.matchAll(/(?<![\w.])[A-Z]\w*\b(?!\??:)/g)].map(([name]) => name);
  const ofTypeScript = ["Omit", "Pick", "Record", "Partial", "Float32Array", "Uint8Array"];
  expect([...new Set(named)].filter((name) => !shown.includes(name) && !ofTypeScript.includes(name))).toEqual(
    [],
  );
});

test("docs/api.md gives the status of every error", () => {
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (\d*) \|/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [row, , status = ""] of rows) expect([row, /^[45]\d\d$/.test(status)]).toEqual([row, true]);
});
