import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manualPage } from "#build/station/manual.ts";
import { allFlags } from "#cli/arguments.ts";
import { completionScript } from "#cli/completion-scripts.ts";
import { commandTables } from "#cli/tables/all-tables.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";

const run = promisify(execFile);
let scratch: string;

beforeAll(async () => {
  scratch = await makeScratch("skyferry-completions-");
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const flagsOf = (table: (typeof commandTables)[number]) =>
  Object.keys(allFlags(table)).map((name) => `--${name}`);

describe("every command with every flag is named by", () => {
  test.each(["bash", "zsh", "fish", "powershell"])("completion %s", async (shell) => {
    const { code, stdout } = await runInProcess(["completion", shell]);
    expect(code).toBe(0);
    for (const table of commandTables) {
      expect(stdout).toContain(table.name);
      // fish names them without dashes.
      const told = shell === "fish" ? stdout.replaceAll(/ -l /g, " --") : stdout;
      for (const flag of flagsOf(table))
        expect([table.name, flag, told.includes(flag)]).toEqual([table.name, flag, true]);
    }
  });

  test.each(commandTables.map((table) => [table.name, table] as const))("help %s", async (name, table) => {
    const { code, stdout } = await runInProcess(["help", name]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: skyferry ${name}`);
    for (const flag of flagsOf(table)) expect(stdout).toMatch(new RegExp(`^ {2}${flag}(?: |$)`, "m"));
    for (const [line, does] of table.examples) {
      expect(stdout).toContain(`  skyferry ${line}`);
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(does);
    }
    for (const code of Object.keys(table.exits))
      expect(stdout).toMatch(new RegExp(`^ {2}${code} +[a-z]`, "m"));
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("the manual page, and the list of commands", async () => {
    const page = manualPage("1.2.3").replaceAll("\\-", "-");
    const { stdout } = await runInProcess(["help"]);
    for (const table of commandTables) {
      const section =
        page.split(/^\.SH /m).find((part) => part.startsWith(`${table.name.toUpperCase()}\n`)) ?? "";
      for (const flag of flagsOf(table))
        expect([table.name, section.includes(flag)]).toEqual([table.name, true]);
      expect(stdout).toMatch(new RegExp(`^ {2}${table.name} +[a-z]`, "m"));
    }
  });
});

describe("in a shell", () => {
  test("bash offers each command, and every flag of it", async ({ skip }) => {
    if (!(await isInstalled("bash"))) return skip("bash is not installed");
    const offered = `"$\{COMPREPLY[*]}"`;
    const ask = commandTables.map(
      ({ name }) => `COMP_WORDS=(skyferry ${name} --); COMP_CWORD=2; _skyferry; echo ${name} ${offered}`,
    );
    const first = `COMP_WORDS=(skyferry ""); COMP_CWORD=1; _skyferry; echo ${offered}`;
    const script = [completionScript("bash"), "compopt() { :; }", first, ...ask].join("\n");
    const { stdout } = await run("bash", ["--norc", "--noprofile", "-c", script]);
    const [names, ...lines] = stdout.trimEnd().split("\n");
    expect(names).toBe([...commandTables.map(({ name }) => name), "--help", "--version"].join(" "));
    expect(lines).toEqual(commandTables.map((table) => [table.name, ...flagsOf(table)].join(" ")));
  });

  test("PowerShell offers commands, flags and choices", async ({ skip }) => {
    if (!(await isInstalled("pwsh"))) return skip("PowerShell is not installed");
    const lines = [
      "skyferry cov",
      "skyferry receipts --format bag",
      "skyferry submit --dry",
      "skyferry service rem",
    ];
    const ask = lines.map(
      (line) => `(TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText -join ' '`,
    );
    const { stdout } = await run("pwsh", [
      "-NoProfile",
      "-Command",
      [completionScript("powershell"), ...ask].join("\n"),
    ]);
    expect(stdout.trim().split(/\r?\n/)).toEqual(["coverage", "bagit", "--dry-run", "remove"]);
  });

  test("bash completes commands, actions, choices, folders and names with spaces", async ({ skip }) => {
    const folder = path.join(scratch, "completed");
    await mkdir(path.join(folder, "my dir"), { recursive: true });
    await writeFile(path.join(folder, "my file.json"), "");
    await writeFile(path.join(folder, "skyferry.bash"), completionScript("bash"));
    const completed = await completedBy(
      ["bash", "--norc", "--noprofile", "-i"],
      folder,
      "source ./skyferry.bash",
      [
        "skyferry cov",
        "skyferry service rem",
        "skyferry receipts --format bag",
        "skyferry completion fi",
        "skyferry help cov",
        "skyferry submit --data my",
        "skyferry submit --settings my\\ f",
        "skyferry check my\\ d",
        "skyferry status my\\ d",
      ],
    );
    if (completed === null) return skip("util-linux' script is not installed");
    expect(completed).toEqual([
      "skyferry coverage",
      "skyferry service remove",
      "skyferry receipts --format bagit",
      "skyferry completion fish",
      "skyferry help coverage",
      "skyferry submit --data my dir/",
      "skyferry submit --settings my file.json",
      "skyferry check my dir/",
      "skyferry status my d",
    ]);
  });

  test("zsh completes the same, and the flags of each command", async ({ skip }) => {
    const folder = path.join(scratch, "completed-zsh");
    await mkdir(path.join(folder, "my dir"), { recursive: true });
    await writeFile(path.join(folder, "my file.json"), "");
    await writeFile(path.join(folder, "_skyferry"), completionScript("zsh"));
    if (!(await isInstalled("zsh"))) return skip("zsh is not installed");
    const begin = "bindkey -e; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D";
    const completed = await completedBy(["zsh", "-f", "-i"], folder, begin, [
      "skyferry cov",
      "skyferry --ver",
      "skyferry service rem",
      "skyferry service install --us",
      "skyferry receipts --format bag",
      "skyferry resend log --oth",
      "skyferry submit --data my",
      "skyferry submit --settings my\\ f",
      "skyferry import-submit-config my\\ f",
      "skyferry check my\\ d",
      "skyferry check --he",
      "skyferry status my\\ d",
    ]);
    if (completed === null) return skip("util-linux' script is not installed");
    expect(completed).toEqual([
      "skyferry coverage",
      "skyferry --version",
      "skyferry service remove",
      "skyferry service install --user",
      "skyferry receipts --format bagit",
      "skyferry resend log --other-portal",
      "skyferry submit --data my dir",
      "skyferry submit --settings my file.json",
      "skyferry import-submit-config my file.json",
      "skyferry check my dir",
      "skyferry check --help",
      "skyferry status my d",
    ]);
  });

  test("fish offers the same, and nothing of a command that is only a word", async ({ skip }) => {
    const folder = path.join(scratch, "completed-fish");
    await mkdir(path.join(folder, "my dir"), { recursive: true });
    await writeFile(path.join(folder, "my file.json"), "");
    await writeFile(path.join(folder, "skyferry.fish"), completionScript("fish"));
    if (!(await isInstalled("fish"))) return skip("fish is not installed");
    const offered = async (line: string) => {
      const words = ["-N", "-c", `source skyferry.fish; complete -C '${line}'`];
      const { stdout } = await run("fish", words, {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder },
      });
      return stdout.split("\n").flatMap((one) => one.split("\t")[0] || []);
    };
    for (const [line, expected] of [
      ["skyferry cov", ["coverage"]],
      ["skyferry --", ["--help", "--version"]],
      ["skyferry service ", ["install", "remove", "status"]],
      ["skyferry service install re", []],
      ["skyferry receipts --format ", ["bagit", "jsonl", "md5"]],
      ["skyferry resend log --oth", ["--other-portal"]],
      ["skyferry log resend --oth", []],
      ["skyferry submit --data my", ["my dir/"]],
      ["skyferry submit --settings my", ["my dir/", "my file.json"]],
      ["skyferry import-submit-config my", ["my dir/", "my file.json"]],
      ["skyferry check my", ["my dir/", "my file.json"]],
      ["skyferry check --he", ["--help"]],
      ["skyferry status my", []],
    ] as const)
      expect([line, await offered(line)]).toEqual([line, expected]);
  });
});

const isInstalled = (program: string) =>
  run(program, ["--version"]).then(
    () => true,
    () => false,
  );

/**
 * Gives each line as a shell on a terminal completes it by Tab, after the line `begin`; null where no terminal can be had.
 */
async function completedBy(
  command: readonly string[],
  folder: string,
  begin: string,
  lines: readonly string[],
): Promise<readonly string[] | null> {
  const shell = spawn("script", ["-q", "-c", command.join(" "), "/dev/null"], {
    cwd: folder,
    env: { PATH: process.env.PATH, TERM: "dumb", HOME: folder },
    timeout: 40_000,
  });
  const ended = once(shell, "close").catch(() => null);
  if (!(await once(shell, "spawn").catch(() => null))) return null;
  let said = "";
  shell.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const completed: string[] = [];
  shell.stdin.write(`PS1=; ${begin}; echo re''ady\n`);
  await expect.poll(() => said).toContain("ready\r\n");
  for (const line of lines) {
    said = "";
    // Home, and what is there is printed in place of being run.
    shell.stdin.write(`${line}\t\u0001printf '<%s>' "$(echo \u0005)"; echo do''ne\n`);
    await expect.poll(() => said).toContain("done\r\n");
    completed.push(/<([^<>]*)>done/.exec(said)?.[1]?.trim() ?? said);
  }
  shell.stdin.end("exit\n");
  await ended;
  return completed;
}
