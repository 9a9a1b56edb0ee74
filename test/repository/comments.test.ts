import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const top = path.join(import.meta.dirname, "../..");
const block = /\/\*(?<text>[\s\S]*?)\*\//g;
const lines = /(?:^[ \t]*\/\/[^\n]*\n)+/gm;
const clauses = /^(?:What|One|Of|Where|Which)\b/;

/** Sentences of the comments in a source. */
function sentencesOf(source: string): readonly string[] {
  const blocks = [...source.matchAll(block)].map(({ groups }) =>
    (groups?.text ?? "").replaceAll(/^\s*\*+/gm, ""),
  );
  const runs = [...source.matchAll(lines)].map(([text]) => text.replaceAll(/^[ \t]*\/\/+/gm, ""));
  return [...blocks, ...runs].flatMap((text) =>
    text
      .replaceAll(/\s+/g, " ")
      .trim()
      .split(/(?<=[.!?;:]) (?=[A-Z`])/),
  );
}

function withoutNoun(source: string): readonly string[] {
  return sentencesOf(source).filter((sentence) => clauses.test(sentence));
}

it("sentences of comments begin with a noun or a verb, never with a clause in its place", () => {
  const files = globSync("{electron,renderer,test,bench,build}/**/*.{ts,tsx,css}", { cwd: top });
  const found = files.flatMap((file) =>
    withoutNoun(readFileSync(path.join(top, file), "utf8")).map((sentence) => `${file}: ${sentence}`),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(found).toEqual([]);
});

it("a clause is found in every kind of comment", () => {
  const open = "/*";
  const source = [
    `${open}* What of it is copied. */`,
    "  // Size in bytes. Where",
    "  // it lies.",
    open,
    " * Of it.",
    " */",
    "",
  ];
  expect(withoutNoun(source.join("\n"))).toEqual(["What of it is copied.", "Of it.", "Where it lies."]);
});
