import { describe, expect, expectTypeOf, it } from "vitest";
import { readArguments } from "#cli/arguments.ts";
import { helpText } from "#cli/help-text.ts";
import { table } from "#cli/table.ts";

const sample = table({
  name: "sample",
  summary: "does something",
  actions: { show: "shows it", keep: "keeps it" },
  words: [
    { name: "NAME", isRequired: true, text: "whose" },
    { name: "FILE", isMany: true, text: "files" },
  ],
  flags: {
    last: { value: "N", whole: { from: 1, to: 9 }, text: "days" },
    format: { choices: ["text", "html"], default: "text", text: "how it is written" },
    date: { value: "D", isMany: true, text: "days" },
    data: { value: "DIR", isRequired: true, text: "where" },
    gaps: { actions: ["show"], text: "only gaps" },
  },
  examples: [["sample show A --data x", "shows A"]],
  exits: { 0: "done" },
});

const read = (line: string) => readArguments(sample, line.split(" "));

describe("a command line", () => {
  it("is read by its table, with defaults, numbers and lists", () => {
    const found = read("show A b c --data=x --last 3 --date 1 --date 2 --gaps");
    expect(found).toMatchObject({
      action: "show",
      words: ["A", "b", "c"],
      flags: { data: "x", last: 3, date: ["1", "2"], format: "text", gaps: true, quiet: false },
    });
    expect(found.flags.color).toBe("auto");
    expectTypeOf(found.flags.format).toEqualTypeOf<"text" | "html">();
    expectTypeOf(found.flags.last).toEqualTypeOf<number | undefined>();
    expectTypeOf(found.flags.data).toEqualTypeOf<string>();
    expectTypeOf(found.flags.date).toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf(found.flags.gaps).toEqualTypeOf<boolean>();
    expectTypeOf(found.action).toEqualTypeOf<"show" | "keep">();
  });

  it.each([
    ["", "An argument is empty; see --help."],
    ["--data x", "show or keep is missing; see --help."],
    ["shw A --data x", '"shw" is not an action of sample; did you mean show?'],
    ["show --data x", "NAME is missing; see --help."],
    ["show A", "--data DIR is missing; see --help."],
    ["show A --data x --jsn", "--jsn is not a flag of sample; see --help."],
    ["show A --data x --fromat=html", "--fromat is not a flag of sample; did you mean --format?"],
    ["show A --data x -x", "-x is not a flag of sample; see --help."],
    ["show A --data x --format pdf", '--format must be text or html, not "pdf".'],
    ["show A --data x --last 10", '--last must be a whole number from 1 to 9, not "10".'],
    ["show A --data x --last -3", '--last must be a whole number from 1 to 9, not "-3".'],
    [
      "show A --data --gaps",
      "--data is followed by --gaps: write --data=--gaps if that is its value; see --help.",
    ],
    ["show A --data", "--data needs a value; see --help."],
    ["show A --data x --gaps=1", "--gaps takes no value; see --help."],
    ["keep A --data x --gaps", "--gaps belongs to sample show, not to keep; see --help."],
    ["show A --data x --toString", "--toString is not a flag of sample; see --help."],
  ])("%j is refused with a sentence", (line, said) => {
    expect(() => read(line)).toThrow(said);
  });
});

describe("the help of a command", () => {
  it("has all of its table within 80 characters", () => {
    const help = helpText({ ...sample, about: "It goes on. ".repeat(20).trim() });
    for (const part of [
      "Usage: skyferry sample show|keep NAME [FILE…] --data DIR [FLAGS]",
      "  keep  keeps it",
    ])
      expect(help).toContain(part);
    for (const name of Object.keys(sample.flags)) expect(help).toContain(`  --${name}`);
    expect(help).toContain("how it is written; default: text");
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});
