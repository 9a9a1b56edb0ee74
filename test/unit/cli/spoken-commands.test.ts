import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commandTables } from "#cli/tables/all-tables.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { writePseudoLanguage } from "#test/support/languages/pseudo-language.ts";

let folder = "";

beforeAll(async () => {
  folder = await makeScratch("skyferry-languages-");
  await writePseudoLanguage(folder, ["fi", "de"]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runInProcess(words, { env: { LC_ALL: "", LC_MESSAGES: "", LANG: "", ...env }, languages: folder });

/** Two words of English in a row: commands, flags and what stands for a value are none. */
function englishIn(text: string): readonly string[] {
  return text.split("\n").filter((line) => {
    const bare = line.replace(/skyferry .*?(?= {2}|$|:)|--[a-z-]+|[A-Z_]{2,}|\S*[./=]\S*/g, "");
    return /[a-z]{3,} [a-z]{2,}/.test(bare);
  });
}

it.each(commandTables.map(({ name }) => name))("the help of %s has no English left", async (name) => {
  const { stdout, code } = await run([name, "--help", "--lang", "fi"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Úśáǵé: skyferry");
  expect(englishIn(stdout)).toEqual([]);
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

it("the list of commands has no English left", async () => {
  const { stdout } = await run(["help", "--lang=de"]);
  expect(englishIn(stdout)).toEqual([]);
});

it.each([
  [["--lang", "fi"], { LANG: "de_DE.UTF-8" }, "á ćóḿḿáńđ"],
  [[], { LANG: "fi_FI.UTF-8" }, "á ćóḿḿáńđ"],
  [[], { LC_MESSAGES: "fi_FI.utf8", LANG: "C" }, "á ćóḿḿáńđ"],
  [[], { LC_ALL: "C.UTF-8", LANG: "fi_FI.UTF-8" }, "a command"],
  [[], { LANG: "de_DE.latin1" }, "a command"],
  [[], { LANG: "sv_SE.UTF-8" }, "a command"],
  [["--lang", "en"], { LANG: "fi_FI.UTF-8" }, "a command"],
  [["--json"], { LANG: "fi_FI.UTF-8" }, "a command"],
])("%j with %j is told in its language", async (flags, env, said) => {
  expect((await run(["submti", ...flags], env)).stderr).toContain(said);
});

it("a wrong language is bad usage that names the seven", async () => {
  const { code, stderr } = await run(["status", "--lang", "sv"]);
  expect(stderr).toBe('skyferry status: --lang must be en, fi, de, fr, it, es or pl, not "sv".\n');
  expect(code).toBe(2);
});

it("a language whose files are broken is English, and nothing breaks", async () => {
  const broken = await makeScratch("skyferry-broken-");
  await writeFile(path.join(broken, "fi"), "no folder");
  const { stdout, stderr, code } = await runInProcess(["help", "--lang", "fi"], { languages: broken });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("Usage: skyferry COMMAND [FLAGS]");
  await rm(broken, { recursive: true });
});
