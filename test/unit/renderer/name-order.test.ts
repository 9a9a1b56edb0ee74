import { afterEach, expect, test } from "vitest";
import { english, languageOf, speak } from "#base/language.ts";
import { compareNames } from "#renderer/model/name-order.ts";

afterEach(() => speak(english));

const names = ["Zeppelin", "Ålesund", "Alert", "CL61 10", "CL61 9"];

test("names are in the order of the page's language, numbers by their value", () => {
  const inEnglish = ["Alert", "Ålesund", "CL61 9", "CL61 10", "Zeppelin"];
  expect(names.toSorted(compareNames)).toEqual(inEnglish);
  speak(languageOf("fi", () => undefined));
  expect(names.toSorted(compareNames)).toEqual(["Alert", "CL61 9", "CL61 10", "Zeppelin", "Ålesund"]);
  speak(languageOf("de", () => undefined));
  expect(names.toSorted(compareNames)).toEqual(inEnglish);
});
