import { describe, expect, it } from "vitest";
import { type LanguageTag, translatedInto } from "#base/language.ts";
import { textsOf } from "#build/languages/language-files.ts";
import { readAskedIn } from "#renderer/model/asked-abroad.ts";
import { frameText } from "#renderer/text/frame-text.tsx";

const names = ["Cloud radar", "Ceilometer"];
/** A Saturday. */
const today = "2026-11-28";
const english = frameText.wordsToAsk;

function read(tag: LanguageTag, typed: string) {
  const words = tag === "en" ? english : (textsOf(tag, "pages")[english] ?? "");
  return readAskedIn({ tag, words }, typed, names, today).map((one) => {
    if (one.kind === "file") return one.isWhy ? `why ${one.text}` : `file ${one.text}`;
    if ("month" in one) return `${one.kind} ${one.month}`;
    return `${one.kind} ${one.date} ${one.instruments.join()}`.trim();
  })[0];
}

describe("what is asked in the words of a language", () => {
  const yesterday = "day 2026-11-27 Cloud radar";
  const again = "send 2026-11-27 Cloud radar";
  it.each([
    ["fi", "radar eilen", yesterday],
    ["fi", "marraskuun raportti", "report 2026-11"],
    ["fi", "raportti viime kuu", "report 2026-10"],
    ["fi", "ceilo maanantaina", "day 2026-11-23 Ceilometer"],
    ["fi", "miksi raportti.nc?", "why raportti.nc"],
    ["de", "Radar gestern", yesterday],
    ["de", "Bericht vom März", "report 2026-03"],
    ["de", "radar gestern noch einmal senden", again],
    ["de", "warum die Datei", "why die Datei"],
    ["de", "3. Okt", "day 2026-10-03"],
    ["de", "gestern_abend", "file gestern_abend"],
    ["de", "Bericht", "file Bericht"],
    ["fr", "radar d’hier", yesterday],
    ["fr", "rapport de fevrier 2025", "report 2025-02"],
    ["fr", "renvoyer radar hier", again],
    ["fr", "le 1er mai", "day 2026-05-01"],
    ["fr", "lundi dernier", "day 2026-11-23"],
    ["it", "rapporto del mese scorso", "report 2026-10"],
    ["it", "perché nome", "why nome"],
    ["es", "radar el 27 de noviembre", yesterday],
    ["es", "¿Por qué nombre?", "why nombre"],
    ["pl", "raport za październik", "report 2026-10"],
    ["pl", "radar 27 listopada", yesterday],
    ["pl", "w poniedziałek", "day 2026-11-23"],
    ["en", "radar gestern", "file radar gestern"],
  ] as const)("%s, %s: %s", (tag, typed, found) => {
    expect(read(tag, typed)).toBe(found);
  });

  it.each(translatedInto)("in %s, too, English is understood, and each group of words is there", (tag) => {
    expect(read(tag, "radar yesterday")).toBe(yesterday);
    expect(read(tag, "report november")).toBe("report 2026-11");
    expect(read(tag, "why name")).toBe("why name");
    expect(textsOf(tag, "pages")[english]?.split("|")).toHaveLength(english.split("|").length);
  });
});
