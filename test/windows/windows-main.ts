import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { runProgram } from "#test/support/hosts/program.ts";
import type { Check } from "./check.ts";
import { commandChecks } from "./checks/commands.ts";
import { deliveryChecks } from "./checks/delivery.ts";
import { installerChecks } from "./checks/installer.ts";
import { pathChecks } from "./checks/paths.ts";
import { stationChecks } from "./checks/station-package.ts";
import { testChecks } from "./checks/tests.ts";
import { setUpMachine } from "./machine.ts";
import { runs32BitPrograms } from "./programs-32-bit.ts";
import { Windows } from "./windows.ts";

const checks: readonly Check[] = [
  ...deliveryChecks,
  ...commandChecks,
  ...pathChecks,
  ...installerChecks,
  ...stationChecks,
  ...testChecks,
];
const names = checks.map(({ name }) => name);
const cache = process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache");
const usualFolder = path.join(cache, "skyferry-windows");

const help = `Skyferry in Windows' own Node under Wine: sets Wine up where it is not, and shows what holds there.

Usage: npm run long -- windows [--only demo[,hints…]] [--folder DIR] [--json FILE]

  --only NAMES   these checks only: ${names.slice(0, 8).join(", ")},
                 ${names.slice(8).join(", ")}; "tests" is ${testChecks.map(({ name }) => name).join(", ")}
  --folder DIR   where Wine and a copy of the project are kept between runs; default: ${usualFolder}
  --json FILE    where the report goes as well

The first run takes some minutes and 3 GB: a small Debian with its package of Wine, and the packages for Windows from npm.
It needs Linux on x64, root, and Debian's package debootstrap.
"installer" also needs a kernel that runs 32-bit programs.
Ends with 0 when everything held, with 1 when something did not, with 2 where it cannot run.
`;

type Flags = Exclude<ReturnType<typeof read>, string>;

interface Result {
  readonly name: string;
  readonly promise: string;
  readonly held: boolean;
  readonly seen: string;
  readonly seconds: number;
}

process.exit(await runProgram({ name: "windows", help, read, run }));

async function run(flags: Flags): Promise<number> {
  const folder = path.resolve(flags.folder ?? usualFolder);
  const refusal = reasonNotToRun();
  if (refusal !== null) return refuse(refusal);
  if (process.env.SKYFERRY_OWN_MOUNTS === undefined) return runInOwnMounts();
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const owner = takeFolder(folder);
  if (owner !== null)
    return refuse(`${folder} is in use by another run (process ${owner}): wait for its end.`);
  const chosen = flags.only?.split(",").flatMap((name) => (name === "tests" ? testNames : [name])) ?? names;
  const needing = checks.filter(({ name, needs32Bit }) => needs32Bit && chosen.includes(name));
  if (needing.length > 0 && !runs32BitPrograms(folder)) {
    const others = chosen.filter((name) => needing.every((one) => one.name !== name)).join(",");
    return refuse(
      `This kernel runs no 32-bit programs, and NSIS' installer is one, so "${needing[0]?.name}" cannot be checked here${others === "" ? "." : `: run --only ${others}.`}`,
    );
  }
  const machine = await setUpMachine(folder, say);
  if ("message" in machine) return refuse(machine.message);
  const windows = new Windows(machine);
  const results: Result[] = [];
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void windows.close().finally(() => process.exit(130)));
  try {
    await windows.boot();
    for (const check of checks.filter(({ name }) => chosen.includes(name))) {
      const result = await resultOf(check, windows);
      results.push(result);
      say(`${result.held ? "held  " : "FAILED"} ${check.name}, ${result.seconds} s: ${result.seen}`);
    }
  } finally {
    await windows.close();
  }
  say(`\n${tableOf(results)}`);
  if (flags.json !== undefined) {
    mkdirSync(path.dirname(path.resolve(flags.json)), { recursive: true });
    writeFileSync(flags.json, `${JSON.stringify({ at: new Date().toISOString(), results }, null, 2)}\n`);
  }
  return results.every(({ held }) => held) ? 0 : 1;
}

const testNames = testChecks.map(({ name }) => name);

/** The flags, or what is wrong with them. */
function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", short: "h" },
      only: { type: "string" },
      folder: { type: "string" },
      json: { type: "string" },
    },
  });
  const unknown = values.only?.split(",").find((name) => name !== "tests" && !names.includes(name));
  if (unknown !== undefined)
    return `--only: there is no check ${unknown}; there are ${names.join(", ")}, tests.`;
  return values;
}

function refuse(message: string): number {
  process.stderr.write(`windows: ${message}\n`);
  return 2;
}

/** Null, or the process that works in the folder. */
function takeFolder(folder: string): string | null {
  const file = path.join(folder, "in-use-by");
  mkdirSync(folder, { recursive: true });
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (before !== "" && existsSync(`/proc/${before}`)) return before;
  writeFileSync(file, String(process.pid));
  return null;
}

/** Why it cannot run on this system at all, or null. */
function reasonNotToRun(): string | null {
  if (process.platform !== "linux" || process.arch !== "x64")
    return "Wine is set up on Linux on x64 only, and this is another system.";
  if (process.getuid?.() !== 0)
    return "Only root may make the small Debian that Wine runs in: run it as root.";
  return null;
}

/** Mounts for Wine are seen by this run alone, and are gone with it. */
function runInOwnMounts(): number {
  const words = ["--mount", process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, SKYFERRY_OWN_MOUNTS: "1" };
  const { status, error } = spawnSync("unshare", words, { stdio: "inherit", env });
  if (error !== undefined)
    return refuse(`The program unshare cannot be run (${error.message}): it is in Debian's util-linux.`);
  return status ?? 1;
}

async function resultOf(check: Check, windows: Windows): Promise<Result> {
  const { name, promise } = check;
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  try {
    const seen = await check.run(windows);
    return { name, promise, held: true, seen, seconds: seconds() };
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error);
    return { name, promise, held: false, seen, seconds: seconds() };
  }
}

function tableOf(results: readonly Result[]): string {
  const lines = results.map(
    ({ name, promise, held, seen, seconds }) =>
      `| ${name} | ${promise} | ${held ? "held" : "**failed**"} | ${seen.replaceAll(/\s*\n\s*/g, "; ").replaceAll("|", "\\|")} | ${seconds} |`,
  );
  return ["| check | must hold | | seen | s |", "|---|---|---|---|---|", ...lines, ""].join("\n");
}
