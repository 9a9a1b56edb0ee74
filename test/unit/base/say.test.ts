import { afterEach, expect, it } from "vitest";
import { english, languageOf, speak } from "#base/language.ts";
import { createRecogniser } from "#base/recognise.ts";
import { say, sayParts } from "#base/say.ts";
import { countText } from "#base/text.ts";

const files = "{files, plural, one {# file is} other {# files are}} not on the portal yet.";
const texts = new Map([
  ["Needs you", "Wymaga działania"],
  [
    files,
    "Jeszcze nie w portalu: {files, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}.",
  ],
  ["{name} has no file since {moment}", "od {moment} brak plików: {name}"],
  ["yesterday", "wczoraj"],
  ["broken {name}", "{nom}"],
]);
const faults: string[] = [];
const polish = languageOf(
  "pl",
  (message) => texts.get(message),
  (message) => faults.push(message),
);

afterEach(() => {
  speak(english);
  faults.length = 0;
});

it("gives English where no other language is spoken", () => {
  expect(say("Needs you")).toBe("Needs you");
  expect(say(files, { files: 1 })).toBe("1 file is not on the portal yet.");
  expect(say(files, { files: 1204 })).toBe("1,204 files are not on the portal yet.");
  expect(say('such as {"days":"mon-fri"}')).toBe('such as {"days":"mon-fri"}');
});

it("has every plural form of a language", () => {
  speak(polish);
  expect([0, 1, 2, 5, 21, 22].map((count) => say(files, { files: count }).split(": ")[1])).toEqual([
    "0 plików.",
    "1 plik.",
    "2 pliki.",
    "5 plików.",
    "21 plików.",
    "22 pliki.",
  ]);
  expect(countText(12_345.4)).toBe("12\u00a0345");
});

it("gives values that are no text in their place", () => {
  const moment = { at: 1 };
  speak(polish);
  expect(sayParts("{name} has no file since {moment}", { name: "Mira", moment })).toEqual([
    "od ",
    moment,
    " brak plików: ",
    "Mira",
  ]);
});

it("falls back to English, and says so, where a text is missing or cannot be used", () => {
  speak(polish);
  expect(say("Nothing is translated here")).toBe("Nothing is translated here");
  expect(say("broken {name}", { name: "Mira" })).toBe("broken Mira");
  expect(faults).toEqual(["broken {name}"]);
});

it("recognises a sentence, its values and its plural form", () => {
  const { inLanguage } = createRecogniser([...texts.keys()], polish);
  expect(inLanguage("1 file is not on the portal yet.")).toBe("Jeszcze nie w portalu: 1 plik.");
  expect(inLanguage("1,204 files are not on the portal yet.")).toBe("Jeszcze nie w portalu: 1204 pliki.");
  expect(inLanguage("Needs you: Mira has no file since yesterday.")).toBe(
    "Wymaga działania: od wczoraj brak plików: Mira.",
  );
  expect(inLanguage("The portal says no.")).toBe("The portal says no.");
});

it("recognises a remedy of two sentences behind what it is for, in small letters and without its stop", () => {
  const remedy = "Check the drive. Sending then continues.";
  const inPolish = "Sprawdź dysk. Wysyłanie będzie kontynuowane.";
  const language = languageOf("pl", (message) => (message === remedy ? inPolish : undefined));
  const { inLanguage } = createRecogniser([remedy], language);
  expect(inLanguage(remedy)).toBe(inPolish);
  expect(inLanguage("check the drive. Sending then continues")).toBe(
    "sprawdź dysk. Wysyłanie będzie kontynuowane",
  );
});

it("recognises a whole sentence before one that says as much with a value", () => {
  const known = new Map([
    ["a NetCDF file", "plik NetCDF"],
    ["{found} is not {wanted}", "{found} to nie {wanted}"],
    ["{file} is not a NetCDF file.", "{file} nie jest plikiem NetCDF."],
  ]);
  const { inLanguage } = createRecogniser(
    [...known.keys()],
    languageOf("pl", (message) => known.get(message)),
  );
  expect(inLanguage("a.nc is not a NetCDF file.")).toBe("a.nc nie jest plikiem NetCDF.");
  expect(inLanguage("a.nc is not a b.")).toBe("a.nc to nie a b.");
});

it("recognises what a key of the settings must be", () => {
  const must = "must be at most {count} characters";
  const language = languageOf("pl", (message) =>
    message === must ? "ma najwyżej {count} znaków" : undefined,
  );
  const { inLanguage } = createRecogniser([must], language);
  expect(inLanguage("instruments[0].name must be at most 100 characters.")).toBe(
    "instruments[0].name ma najwyżej 100 znaków.",
  );
});

it("recognises clauses behind “or”, and lists of messages that hold a link themselves", () => {
  const known = new Map([
    ["it ends where {wanted} should be", "kończy się tam, gdzie powinno być: {wanted}"],
    ["a time (%H or %M)", "czas (%H lub %M)"],
    ["a year (%Y)", "rok (%Y)"],
    [", or ", ", albo "],
  ]);
  const { inLanguage } = createRecogniser(
    [...known.keys()],
    languageOf("pl", (message) => known.get(message)),
  );
  expect(inLanguage('it ends where a year (%Y) or a time (%H or %M) or "x" should be')).toBe(
    'kończy się tam, gdzie powinno być: rok (%Y), czas (%H lub %M) lub "x"',
  );
  expect(inLanguage('it ends where "a" should be, or it ends where "b" should be')).toBe(
    'kończy się tam, gdzie powinno być: "a", albo kończy się tam, gdzie powinno być: "b"',
  );
  expect(inLanguage("Check the paper, or ask for help.")).toBe("Check the paper, or ask for help.");
});
