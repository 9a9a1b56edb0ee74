import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { expect, it } from "vitest";

const top = path.join(import.meta.dirname, "../..");

/** Files in which sentences for people are written; all others name them. */
const catalogues = ["electron/station/notifications/{headline-text,text}.ts", "electron/main/text.ts"];
const rooms = ["renderer/**/*.{ts,tsx}", "electron/station/notifications/*.ts", "electron/main/**/*.ts"];

/** Attributes and keys whose text nobody reads. */
const unread = /^(?:className|style|key|id|to|href|src|d|viewBox|fontFamily\w*|data-.*)$/;
/** Calls that say a message in the language of the page (`electron/base/say.ts`). */
const saying = /^(?:say|sayParts|sayNodes)$/;
/** Names of calls with words for the log, for the developer's console, or for a page that asks what no page of ours asks. */
const unshown = /^(?:log|note|console|write|fail|refuse|refusal|onRefused|onBug|onLost|onGivenUp)$/;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Three words or more, or two with a full stop. Values put in are no words; selectors and desktop entries are for programs. */
function isSentence(text: string): boolean {
  if (/\[role=|^\[Desktop Entry\]/.test(text)) return false;
  const words = text.match(/(?<![\w./#%-])[A-Za-z][a-z’'-]*(?=[\s.,:;!?…)]|$)/g) ?? [];
  return words.length >= 3 || (words.length === 2 && /\w\.$/.test(text.trim()));
}

function nameOf(value: unknown): string {
  if (!isNode(value)) return "";
  const { name, object, property } = value;
  if (typeof name === "string") return name;
  const last = nameOf(property);
  return unshown.test(last) ? last : nameOf(object);
}

/** The texts of a syntax tree that a person may read: of elements with their values left out, literals and templates. */
function textsOf(node: Node): readonly string[] {
  const { type } = node;
  if (/^(?:Import|Export(?:All)|TS(?:Literal|Type|Interface|Enum))|^ThrowStatement/.test(type)) return [];
  if (type === "CallExpression" && unshown.test(nameOf(node.callee))) return [];
  if (type === "CallExpression" && saying.test(nameOf(node.callee)))
    return textsWithin((node.arguments as readonly Node[]).slice(1));
  if (type === "JSXAttribute" && unread.test(nameOf(node.name))) return [];
  if (type === "Property" && unread.test(nameOf(node.key))) return [];
  if (type === "Literal") return typeof node.value === "string" ? [node.value] : [];
  if (type === "TemplateLiteral") return [templateText(node), ...textsWithin(node.expressions)];
  if (type === "JSXElement" || type === "JSXFragment") {
    const children = (node.children as readonly Node[]).map((child) =>
      child.type === "JSXText" ? String(child.value).replace(/\s+/g, " ") : " {} ",
    );
    return [children.join(""), ...textsWithin(Object.values(node))];
  }
  return type === "JSXText" ? [] : textsWithin(Object.values(node));
}

function templateText({ quasis }: Node): string {
  return (quasis as readonly { readonly value: { readonly cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join("{}");
}

function textsWithin(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsWithin);
  return isNode(value) ? textsOf(value) : [];
}

/** Attributes, keys and calls whose text is a label. */
const labelled = /^(?:label|title|header|placeholder|aria-label|alt|legend|words?)$/;

/** A word with a capital, or several: no name of a service, a key or a unit. */
function isLabel(text: string): boolean {
  return /^[A-Z][a-z]+(?:[ .,:…]|$)/.test(text.trim()) && !/^(?:Skyferry|Ctrl|Esc)$/.test(text.trim());
}

/** Labels of a syntax tree that are not said. */
function labelsWithin(value: unknown, isShown = false): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => labelsWithin(one, isShown));
  if (!isNode(value)) return [];
  const { type } = value;
  if (type === "CallExpression" && saying.test(nameOf(value.callee)))
    return labelsWithin((value.arguments as readonly Node[]).slice(1));
  if (type === "Literal")
    return isShown && typeof value.value === "string" && isLabel(value.value) ? [value.value] : [];
  if (type === "JSXText") return isLabel(String(value.value)) ? [String(value.value).trim()] : [];
  if (type === "JSXAttribute") return labelsWithin(value.value, labelled.test(nameOf(value.name)));
  if (type === "Property") return labelsWithin(value.value, labelled.test(nameOf(value.key)));
  const isPassed = /^(?:ConditionalExpression|LogicalExpression|JSXExpressionContainer)$/.test(type);
  return labelsWithin(Object.values(value), isPassed && isShown);
}

/** Names of values that hold a date as machines write it. */
const dated = /^(?:measurementDate|date|since|today|todayUtc|offUntil)$/;

/** The texts that put such a date beside words. */
function machineDatesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(machineDatesIn);
  if (!isNode(value)) return [];
  const within = Object.values(value).flatMap(machineDatesIn);
  if (value.type !== "TemplateLiteral") return within;
  const around = templateText(value).split("{}");
  const isPut = (value.expressions as readonly Node[]).some(
    (one, index) =>
      /Identifier|MemberExpression/.test(one.type) &&
      dated.test(nameOf(isNode(one.property) ? one.property : one)) &&
      (/[a-z,:] $/.test(around[index] ?? "") || /^,? [a-z]/.test(around[index + 1] ?? "")),
  );
  return isPut ? [templateText(value), ...within] : within;
}

function sentencesOf(file: string, source: string): readonly string[] {
  const { program, errors } = parseSync(file, source);
  expect(errors).toEqual([]);
  return textsWithin(program.body)
    .map((text) => text.trim())
    .filter(isSentence);
}

it("the sentences of the pages, the notifications and the desktop come from the catalogues", () => {
  const files = globSync(rooms, { cwd: top, exclude: catalogues });
  expect(files.length).toBeGreaterThan(200);
  const outside = files.flatMap((file) =>
    sentencesOf(file, readFileSync(path.join(top, file), "utf8")).map((text) => `${file}: ${text}`),
  );
  expect(outside).toEqual([]);
});

it("every label of the pages is said in the language of the page", () => {
  const files = globSync("renderer/**/*.{ts,tsx}", { cwd: top });
  const outside = files.flatMap((file) =>
    labelsWithin(parseSync(file, readFileSync(path.join(top, file), "utf8")).program.body).map(
      (text) => `${file}: ${text}`,
    ),
  );
  expect(outside).toEqual([]);
});

it.each([
  ["an attribute", '<Panel title="Site" />'],
  ["a choice", '<Panel label={isOn ? "On" : say("Off")} />'],
  ["text of an element", "<p>Close</p>"],
  ["a heading of a table", '({ header: "Size" })'],
])("a label in %s is found", (_, source) => {
  expect(
    labelsWithin(parseSync("planted.tsx", `const planted = () => ${source};`).program.body),
  ).toHaveLength(1);
});

it("people read of the record of uploads, never of a ledger", () => {
  const files = globSync("{electron,renderer}/**/*.{ts,tsx}", { cwd: top });
  const found = files.flatMap((file) =>
    textsWithin(parseSync(file, readFileSync(path.join(top, file), "utf8")).program.body)
      .filter((text) => /^[A-Z][^\n]* .*\.$/.test(text) && /\bledger\b/i.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it("people read dates as they say them", () => {
  // The texts of the pages are given dates in words; simulated files are read by programs.
  const exclude = ["electron/{mock-portal,demo}/**", "renderer/text/**"];
  const files = globSync("{electron,renderer}/**/*.{ts,tsx}", { cwd: top, exclude });
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    machineDatesIn(parseSync(file, readFileSync(path.join(top, file), "utf8")).program.body).map(
      (text) => `${file}: ${text}`,
    ),
  );
  expect(found).toEqual([]);
});

it("a catalogue is full of them", () => {
  const files = globSync(catalogues, { cwd: top });
  for (const file of files)
    expect(sentencesOf(file, readFileSync(path.join(top, file), "utf8")).length).toBeGreaterThan(5);
  expect(files.length).toBe(3);
});

it("every name of the pages' catalogues is used", () => {
  const sources = globSync("renderer/**/*.{ts,tsx}", { cwd: top }).map((file) =>
    readFileSync(path.join(top, file), "utf8"),
  );
  const all = sources.join("\n");
  const names = sources.flatMap((source) => {
    const [, catalogue = ""] = /^export const (\w+Text) = \{$/m.exec(source) ?? [];
    return catalogue === ""
      ? []
      : [...source.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => `${catalogue}.${name}`);
  });
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(all))).toEqual([]);
});

it.each([
  ["text of an element", "<p>The portal is away</p>"],
  ["text around a value", "<p>The portal {name} away</p>"],
  ["text in two lines", "<p>\n  The portal\n  is away\n</p>"],
  ["an attribute", '<Panel title="The portal is away" />'],
  ["a label for screen readers", '<Panel aria-label="What the portal said" />'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
  ["a text with a value", "show({ message: `The portal of ${name} is away` })"],
  ["two words and a full stop", 'show("Path copied.")'],
  ["a table", '({ away: "The portal is away" })'],
  ["a style that is computed", '<p className={tone}>{isAway ? "the portal is away" : ""}</p>'],
])("%s is found", (_, source) => {
  expect(sentencesOf("planted.tsx", `const planted = () => ${source};`)).toHaveLength(1);
});

it.each([
  ["a label of two words", "<p>Try again</p>"],
  ["a message that is said", 'say("The portal of {name} is away", { name })'],
  ["a log line", 'log.warn("the portal is away")'],
  ["an error of the program", "() => { throw new Error(`the portal is away`) }"],
  ["a class", '<p className="muted row wide" />'],
  ["a name from a catalogue", "<p>{filesText.portalIsAway}</p>"],
])("%s is none", (_, source) => {
  expect(sentencesOf("planted.tsx", `const planted = () => ${source};`)).toEqual([]);
});
