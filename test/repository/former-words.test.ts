import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const top = path.join(import.meta.dirname, "../..");

/** Words of our own, or of another century, that gave way to the field's (ADR 18), and what is said in their place. */
const former: Readonly<Record<string, string>> = {
  concern: "issue",
  notebook: "state store",
  "line of truth": "headline",
  "claimants?": "matching instruments",
  "in hand": "in flight",
  "mistakes? of this program": "internal error",
  "settings desk": "settings editor",
  "for ever": "forever, permanently",
  "mend(?:s|ed|ing)?": "fix",
  anew: "again",
  "(?:said|says|say) aloud": "reported",
  "as whom": "for which user",
  whoever: "anyone who",
  wont: "usually",
  hitherto: "so far",
  thereof: "of it",
};
const pattern = new RegExp(String.raw`\b(?:${Object.keys(former).join("|")})\b`, "gi");

function formerWordsIn(text: string): readonly string[] {
  return [...text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, " ").matchAll(pattern)].map(([word]) => word);
}

it("sources and docs use the field's words", () => {
  const files = globSync(
    ["{electron,renderer,test,bench,build,docs}/**/*.{ts,tsx,css,html,md,yml}", "*.md"],
    {
      cwd: top,
      exclude: [
        "CHANGELOG.md",
        "docs/adr/0018-*",
        "test/fixtures/**",
        "test/repository/former-words.test.ts",
      ],
    },
  );
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) =>
    formerWordsIn(readFileSync(path.join(top, file), "utf8")).map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ["/** A concern of the operator. */", "concern"],
  ["// what is left in\n  // hand", "in hand"],
  ["It is Mended.", "Mended"],
])("%j is found", (text, word) => {
  expect(formerWordsIn(text)).toEqual([word]);
});

it.each(["What concerns every file.", "recommended", "a forever-pending call", "beforehand"])(
  "%s is none",
  (text) => {
    expect(formerWordsIn(text)).toEqual([]);
  },
);
