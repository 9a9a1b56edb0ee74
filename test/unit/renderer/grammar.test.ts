import { expect, it } from "vitest";
import { type LanguageTag, languageOf, spokenIn } from "#base/language.ts";
import { textsOf } from "#build/languages/language-files.ts";
import { agoText, inText, spanWithin } from "#renderer/components/format.ts";

const nowMs = Date.UTC(2026, 10, 29, 12);
const hoursFromNow = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString();

it.each<[LanguageTag, readonly string[]]>([
  ["en", ["3 days ago", "in 2 days 4 h", "3 h ago", "3 days"]],
  ["de", ["vor 3 Tagen", "in 2 Tagen 4 h", "vor 3 h", "3 Tagen"]],
  ["fr", ["il y a 3 jours", "dans 2 jours 4 h", "il y a 3 h", "3 jours"]],
])("a span behind a preposition has its case: %s", (tag, words) => {
  const texts = tag === "en" ? {} : textsOf(tag, "pages");
  const said = spokenIn(
    languageOf(tag, (message) => texts[message]),
    () => [
      agoText(hoursFromNow(-72), nowMs),
      inText(hoursFromNow(52), nowMs),
      agoText(hoursFromNow(-3), nowMs),
      spanWithin(tag === "de" ? "3 Tage" : tag === "fr" ? "3 jours" : "3 days"),
    ],
  );
  expect(said.map((text) => text.replaceAll("\u00a0", " "))).toEqual(words);
});
