import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { english, languageOf, translatedInto } from "#base/language.ts";
import { createRecogniser } from "#base/recognise.ts";
import { saidIn } from "#base/say.ts";
import {
  ownMessages,
  partNames,
  placeholdersOf,
  type Texts,
  textsOf,
} from "#build/languages/language-files.ts";
import { terms, wordsOf } from "#build/languages/terms.ts";
import { atMost } from "#test/support/limits.ts";

const folder = path.join(import.meta.dirname, "../../languages");
const own = ownMessages();
const messages = partNames.flatMap((part) => own[part]);

interface Term {
  readonly term: string;
  /** In lower case; a translation holds one of them. */
  readonly stems: readonly string[];
}

function allTexts(tag: string): Texts {
  return Object.assign({}, ...partNames.map((part) => textsOf(tag, part)));
}

/** Values for each placeholder: names that no message has, and three where something is counted. */
function sampleValues(message: string, text: string): Readonly<Record<string, string | number>> {
  const names = [...(placeholdersOf(message) ?? [])];
  const counted = new Set([...(message + text).matchAll(/\{(\w+), plural,/g)].map(([, name]) => name));
  const samples = ["Mira-35", "Hyde", "/data/a b/f.nc", "Rpg", "Halo"];
  return Object.fromEntries(
    names.map((name, index) => [name, counted.has(name) ? 3 : `${samples[index % samples.length]}${index}`]),
  );
}

it("finds the messages of every part", () => {
  for (const part of partNames) expect(own[part].length).toBeGreaterThan(400);
});

describe.each(translatedInto)("%s", (tag) => {
  const texts = allTexts(tag);

  it("has a text for 98 of 100 messages of each part", () => {
    for (const part of partNames) {
      const missing = own[part].filter((message) => texts[message] === undefined);
      expect(missing.length / own[part].length, `${part}: ${missing.join("\n")}`).toBeLessThanOrEqual(0.02);
    }
  });

  it("has no text that nobody says", () => {
    const said = new Set(messages);
    expect(Object.keys(texts).filter((message) => !said.has(message))).toEqual([]);
  });

  it("leaves no sentence in English", () => {
    const same = Object.entries(texts).filter(
      ([message, text]) => message === text && message.split(" ").length > 4 && !/[{}<>=:]/.test(message),
    );
    expect(same.length, same.map(([message]) => message).join("\n")).toBeLessThanOrEqual(20);
  });

  it("begins no text with a dash, as where words follow any count", () => {
    expect(
      Object.entries(texts).filter(([message, text]) => /^[–—] /.test(text) && !/^[–—]/.test(message)),
    ).toEqual([]);
  });

  it("has the placeholders of each message, and no other", () => {
    const off = Object.entries(texts).filter(([message, text]) => {
      const names = placeholdersOf(message);
      if (names === null || names.size === 0) return false;
      return [...names].sort().join() !== [...(placeholdersOf(text) ?? [])].sort().join();
    });
    expect(off).toEqual([]);
  });

  it("says every message with 0, 1, 2, 5 and 21, in a form of its own", () => {
    const faults: string[] = [];
    const language = languageOf(
      tag,
      (message) => texts[message],
      (message) => faults.push(message),
    );
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    for (const [message, text] of Object.entries(texts)) {
      if (!/, plural,/.test(text)) continue;
      for (const count of [0, 1, 2, 5, 21]) {
        const values = Object.fromEntries([...(placeholdersOf(message) ?? [])].map((name) => [name, count]));
        expect(saidIn<string>(language, message, values).join(""), message).not.toBe("");
        const category = language.categoryOf(count);
        if (category !== "many" || categories.includes("few"))
          expect(text, message).toMatch(new RegExp(`${category} ?\\{|=${count} ?\\{`));
      }
    }
    expect(faults).toEqual([]);
  });

  it("has the word of its glossary for each term", () => {
    const words = JSON.parse(readFileSync(path.join(folder, tag, "terms.json"), "utf8")) as Record<
      string,
      Term
    >;
    expect(Object.keys(words).sort()).toEqual(Object.keys(terms).sort());
    const off = Object.entries(texts).flatMap(([message, text]) =>
      Object.entries(terms).flatMap(([term, form]) =>
        form.test(wordsOf(message)) &&
        text !== message &&
        !words[term]?.stems.some((stem) => text.toLowerCase().includes(stem))
          ? [`${term}: ${message} => ${text}`]
          : [],
      ),
    );
    expect(off).toEqual([]);
  });
});

it("has a text for each message that values within sentences say", () => {
  const source = readFileSync(path.join(import.meta.dirname, "../../electron/base/spoken-values.ts"), "utf8");
  const said = [...source.matchAll(/\bsay\((["'])(.+?)\1,/g)].map(([, , message = ""]) => message);
  expect(said.length).toBeGreaterThan(6);
  expect(said.filter((message) => !messages.includes(message))).toEqual([]);
});

it(
  "recognises 98 of 100 sentences of the engine and the commands, with their values",
  () => {
    const tag = "pl";
    const texts = allTexts(tag);
    const language = languageOf(tag, (message) => texts[message]);
    const { inLanguage } = createRecogniser(Object.keys(texts), language);
    const valued = [...own.station, ...own.commands].filter(
      (message) => texts[message] !== undefined && (placeholdersOf(message)?.size ?? 0) > 0,
    );
    const lost = valued.filter((message) => {
      const values = sampleValues(message, texts[message] ?? "");
      const sentence = saidIn<string>(english, message, values).join("");
      return inLanguage(sentence) !== saidIn<string>(language, message, values).join("");
    });
    expect(valued.length).toBeGreaterThan(700);
    expect(lost.length / valued.length, lost.join("\n")).toBeLessThanOrEqual(0.02);
  },
  atMost(60_000),
);
