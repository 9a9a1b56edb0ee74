import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const top = path.join(import.meta.dirname, "../..");

const chance = /\b(?:Math\.random|random(?:Bytes|UUID|Int|Fill\w*)\(|getRandomValues|from "fast-check")/;

/** Files that may ask chance, and why no test is red by it. */
const reasons: Readonly<Record<string, string>> = {
  "test/support/fixed-cases.ts": "gives fast-check its fixed seed",
  "test/mutation/one-seed.ts": "gives fast-check its fixed seed",
  "test/model/coverage-model.ts": "takes its seed from who calls it",
  "test/model/model-run.ts": "takes its seed from who calls it",
  "test/model/station-actions.ts": "makes values, and draws none",
  "test/model/model-main.ts": "prints the seed of the run",
  "test/faults/faults-main.ts": "prints the seed of the run",
  "test/soak/soak-main.ts": "prints the seed of the run",
  "test/steady/steady-flags.ts": "prints the seed of the run",
  "test/support/builders/fixture-main.ts": "puts a fixed sequence in its place",
  "test/support/fake-electron/fake-system.ts": "names things, and nobody reads the names",
};

function asksChance(file: string): boolean {
  return chance.test(readFileSync(path.join(top, file), "utf8"));
}

it("tests ask no chance, but for those that print a seed", () => {
  const files = globSync("test/**/*.{ts,tsx,mjs,js}", {
    cwd: top,
    exclude: ["test/repository/no-chance.test.ts"],
  }).map((file) => file.replaceAll("\\", "/"));
  expect(files.filter(asksChance).sort()).toEqual(Object.keys(reasons).sort());
});

it.each(["Math.random()", "randomBytes(8)", "crypto.randomUUID()", 'import fc from "fast-check";'])(
  "%s asks chance",
  (text) => {
    expect(text).toMatch(chance);
  },
);

it.each(["seededRandom(1).bytes(8)", "random.next()"])("%s does not", (text) => {
  expect(text).not.toMatch(chance);
});
