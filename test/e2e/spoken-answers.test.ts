import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandTables } from "#cli/tables/all-tables.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { runCli } from "#test/support/hosts/cli-run.ts";
import { commandLine } from "#test/support/hosts/command-line.ts";
import { writePseudoLanguage } from "#test/support/languages/pseudo-language.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** Answers of the commands to people and to programs, in another language. */

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
const name = liveName("2021-02-03");
let languages = "";

beforeAll(async () => {
  languages = await makeScratch("skyferry-languages-");
  await writePseudoLanguage(languages, ["fi"]);
  await place.write(name, "delivered");
  await place.submit();
});
afterAll(() => rm(languages, { recursive: true, force: true }));

const run = (words: readonly string[], lang: string) =>
  runInProcess([...words, "--data", place.dataFolder, "--lang", lang], { languages, cwd: place.dataFolder });

/** Words that each command needs; those that end at a signal, or write scripts, are not asked. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  explain: [name],
  check: ["settings.json"],
  retry: [name],
  cancel: [name],
  settings: ["get", "portal.url"],
  token: ["list"],
  report: ["--month", "2021-02"],
  service: ["status"],
  resend: ["--instrument", "nobody"],
  submit: ["--dry-run"],
};
const notAsked = [
  "backup",
  "restore",
  "import-submit-config",
  "demo",
  "daemon",
  "mock-portal",
  "completion",
  "open",
  "doctor",
];
const asked = commandTables.filter(
  ({ flags, name: command }) => "json" in flags && !notAsked.includes(command),
);

/** Moments and spans differ between two answers. */
const steady = (text: string): string => text.replace(/\d+/g, "0");

test.each(asked.map(({ name: command }) => command))(
  "%s --json is the same in every language",
  async (command) => {
    const words = [command, ...(wordsOf[command] ?? []), "--json"];
    // The first answer may read the portal's lists.
    await run(words, "en");
    const [english, finnish] = [await run(words, "en"), await run(words, "fi")];
    expect(steady(finnish.stdout)).toBe(steady(english.stdout));
    expect(steady(finnish.stderr)).toBe(steady(english.stderr));
    expect(finnish.code).toBe(english.code);
  },
);

test.each([
  ["coverage", "--csv"],
  ["receipts", "--format", "csv"],
  ["settings", "show"],
  ["completion", "bash"],
])("%s %s is for programs", async (...words) => {
  const flags = words[0] === "completion" ? [] : ["--data", place.dataFolder];
  const told = async (lang: string) =>
    (await runInProcess([...words, ...flags, "--lang", lang], { languages })).stdout;
  expect(await told("fi")).toBe(await told("en"));
});

test("status has no English left", async () => {
  const { stdout, stderr } = await run(["status"], "fi");
  expect(stderr).toBe("");
  expect(stdout).toContain("đéłíṽéŕéđ");
  expect(stdout.replace(/Ceilometer|UTC|\S+_\S+/g, "")).not.toMatch(/[a-z]{3,}/);
});

test("explain, log, coverage and plan keep the names that people gave, and have no sentence in English left", async () => {
  for (const words of [
    ["explain", name],
    ["log"],
    ["coverage", "--from", "2021-02-03", "--to", "2021-02-03"],
    ["plan"],
  ]) {
    const { stdout } = await run(words, "fi");
    expect(stdout.replace(/\S*[/_.]\S*|Ceilometer|UTC|MD5/g, ""), words[0]).not.toMatch(
      /[a-z]{3,} [a-z]{2,} [a-z]{2,}/,
    );
  }
});

/**
 * Lines with two words in English that follow each other; names, paths, flags and what is typed do not count, nor a line from which a
 * password was cut, nor the one with the many variables of a test's environment.
 */
const englishIn = (text: string): readonly string[] =>
  text
    .replace(/\S*[/_.\\-]\S*[a-z\d/]\S*|skyferry(?: [a-z-]+)?|Ceilometer|NetCDF-?4?|UTC|MD5|https?:\S+/g, "")
    .split("\n")
    .filter((line) => !line.includes("***") && !line.includes("NODE_EXTRA_CA_CERTS"))
    .filter((line) => /(?<![\p{L}])[a-z]{2,} [a-z]{2,}(?![\p{L}])/u.test(line));

test.each([
  ["submit --dry-run"],
  ["submit"],
  ["verify"],
  ["cleanup"],
  ["plan --at 2000"],
  ["report --month 2021-02"],
  ["receipts"],
  ["instruments"],
  ["doctor"],
  ["settings check"],
  ["check settings.json"],
  ["token list"],
  ["pause --for 8h"],
  ["resume"],
  ["retry --instrument nobody"],
])("%s has no sentence in English left", async (line) => {
  const { stdout, stderr } = await run(line.split(" "), "fi");
  expect(englishIn(stdout + stderr)).toEqual([]);
});

test("the page of a report is in the language as a whole", async () => {
  const { stdout, stderr } = await run(["report", "--month", "2021-02", "--format", "html"], "fi");
  expect(stdout).toContain('<html lang="fi">');
  const [, body = ""] = stdout.split("</style>");
  expect(body).toContain("<h1>helmikuu 2021 íś ćóḿṕłéťé");
  expect(englishIn(body.replace(/<[^>]*>/g, "\n") + stderr)).toEqual([]);
});

test("backup and restore have no sentence in English left", async () => {
  const [file, folder] = [path.join(languages, "b.tar.gz"), path.join(languages, "new")];
  const kept = await run(["backup", file], "fi");
  const back = await runInProcess(["restore", file, "--data", folder, "--lang", "fi"], { languages });
  const again = await run(["backup", file], "fi");
  expect([kept, back, again].flatMap(({ stdout, stderr }) => englishIn(stdout + stderr))).toEqual([]);
  expect([kept.code, back.code, again.code]).toEqual([0, 0, 0]);
});

test.skipIf(commandLine.endsWith(".ts"))("the bundle finds its languages", async () => {
  const env = { LC_ALL: "", LC_MESSAGES: "", LANG: "fi_FI.UTF-8" };
  const help = await runCli(["help", "status"], { env });
  expect(help.stdout).toContain("Úśáǵé: skyferry status");
  const status = await runCli(["status", "--data", place.dataFolder], { env });
  expect(status.stdout).toContain("đéłíṽéŕéđ");
  const english = await runCli(["status", "--data", place.dataFolder], { env: { ...env, LC_ALL: "C" } });
  expect(english.stdout).toContain("delivered");
});
