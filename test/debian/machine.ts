import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { keyringWords, mirrorOfThisSystem } from "#test/windows/machine.ts";

const release = "bookworm";
const plain = {
  PATH: "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: "/root",
  DEBIAN_FRONTEND: "noninteractive",
  LANG: "C.UTF-8",
};

/** How a shell command in the machine ended, with all that it said. */
export interface End {
  readonly code: number;
  readonly said: string;
}

/** A minimal Debian in a folder. */
export interface Debian {
  readonly root: string;
  /** Runs shell commands there, in the system that was booted or in no system at all. */
  run(script: string): End;
  /** The same; throws with what it said where it fails. */
  must(script: string): string;
}

/** Why none can be made here, or null. */
export function refusal(): string | null {
  if (process.platform !== "linux" || process.arch !== "x64") return "It needs Linux on x64.";
  if (process.getuid?.() !== 0) return "Only root may make a small Debian: run it as root.";
  for (const program of ["debootstrap", "chroot", "systemd-nspawn", "nsenter"])
    if (spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0)
      return `The program ${program} is not there: apt-get install debootstrap systemd-container.`;
  return null;
}

/** Makes the small Debian that all others are copied from, where it is not there yet. */
export function setUp(folder: string): string {
  const base = path.join(folder, "base");
  const finished = path.join(folder, "base-is-installed");
  if (existsSync(finished)) return base;
  rmSync(base, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const words = ["--variant=minbase", ...keyringWords(), release, base, mirrorOfThisSystem()];
  const log = path.join(folder, "debootstrap.log");
  const { status, stdout, stderr } = spawnSync("debootstrap", words, {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  writeFileSync(log, `${stdout}${stderr}`);
  if (status !== 0) throw new Error(`debootstrap ended with ${status}: see ${log}.`);
  writeFileSync(finished, "");
  return base;
}

/** A new copy of the base, with no system running in it. */
export function cleanDebian(base: string, root: string): Debian {
  rmSync(root, { recursive: true, force: true });
  cpSync(base, root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return debianAt(root, ["chroot", root]);
}

function debianAt(root: string, enter: readonly string[]): Debian {
  const [program = "", ...words] = enter;
  const run = (script: string): End => {
    const end = spawnSync(program, [...words, "sh", "-c", script], {
      env: plain,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    return { code: end.status ?? 1, said: `${end.stdout}${end.stderr}` };
  };
  const must = (script: string): string => {
    const { code, said } = run(script);
    if (code !== 0)
      throw new Error(`${script} ended with ${code}: ${said.trim().split("\n").slice(-4).join(" | ")}`);
    return said;
  };
  return { root, run, must };
}

/** Boots a folder that has systemd, as process 1 of a container with this host name. `close` shuts it down. */
export async function bootDebian(
  { root }: Pick<Debian, "root">,
  hostName = "skyferry-test",
): Promise<Debian & { close(): Promise<void> }> {
  const words = ["--quiet", `--directory=${root}`, `--machine=${hostName}`, "--register=no", "--keep-unit"];
  const nspawn = spawn("systemd-nspawn", [...words, "--boot", "--console=pipe"], {
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  const close = async (): Promise<void> => {
    if (nspawn.exitCode !== null || nspawn.signalCode !== null) return;
    const ended = once(nspawn, "exit");
    nspawn.kill("SIGTERM");
    const late = setTimeout(() => nspawn.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(late);
  };
  try {
    const machine = debianAt(root, [
      "nsenter",
      "-t",
      String(await firstProcess(nspawn)),
      "-a",
      "env",
      "-i",
      ...envWords(),
    ]);
    await until(
      () => ["running", "degraded"].includes(machine.run("systemctl is-system-running").said.trim()),
      60,
    );
    return { ...machine, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function envWords(): readonly string[] {
  return Object.entries(plain).map(([name, value]) => `${name}=${value}`);
}

async function firstProcess({ pid }: ChildProcess): Promise<number> {
  let first = 0;
  await until(() => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    first = Number(children[0] ?? 0);
    return first > 0;
  }, 20);
  return first;
}

/** Asks four times a second; throws after so many seconds. */
export async function until(isSo: () => boolean, seconds: number): Promise<number> {
  const from = performance.now();
  while (!isSo()) {
    if (performance.now() - from > seconds * 1000) throw new Error(`not within ${seconds} s`);
    await sleep(250);
  }
  return (performance.now() - from) / 1000;
}
