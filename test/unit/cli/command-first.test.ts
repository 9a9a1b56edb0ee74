import { expect, it } from "vitest";
import { commandFirst } from "#cli/command-first.ts";

it.each([
  ["status", "status"],
  ["--lang fi status --json", "status --lang fi --json"],
  ["--lang=fi --quiet status", "status --lang=fi --quiet"],
  ["--data /d --json status", "status --data /d --json"],
  ["--settings s.json --password-file p submit -n", "submit --settings s.json --password-file p -n"],
  ["--data status", " --data status"],
  ["--help", "--help"],
  ["--other status", "--other status"],
  ["", ""],
])("%j begins with its command", (given, words) => {
  expect(commandFirst(given === "" ? [] : given.split(" ")).join(" ")).toBe(words);
});
