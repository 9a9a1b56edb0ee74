import { expect, it } from "vitest";
import { inColumn } from "#cli/words.ts";

it.each([
  ["OK", "OK        "],
  ["PROBLEM", "PROBLÈME !"],
])("%s is as wide as the longest word of its column in the language", (word, said) => {
  const words = { ok: "OK", problem: "PROBLEM" };
  expect(inColumn(word, words, (one) => (one === "PROBLEM" ? "PROBLÈME !" : one))).toBe(said);
});
