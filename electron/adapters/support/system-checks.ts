import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import tls from "node:tls";
import { promisify } from "node:util";
import { type AskKeychain, keychainBackends } from "#adapters/secrets/keychain-backends.ts";
import { isOnSessionBus, type RunProgram } from "#base/session-bus.ts";
import { startEnvironment } from "#base/start-environment.ts";
import { counted, minuteText } from "#base/text.ts";
import { CheckProblem, type Examination, Skipped } from "./examine.ts";

/** Surroundings of the program on this computer. */
export interface SystemFacts {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly versions: NodeJS.ProcessVersions;
  readonly nowMs: number;
  /** Threads of libuv's pool, as the process began; null where nothing was set. */
  readonly poolSize: number | null;
  /** False in Electron's first process: files are sent by another one, which is given its threads. */
  readonly isEngine: boolean;
  /** The host of the data folder, another process than this one; null where none runs, or it is too old to tell. */
  readonly host: () => Promise<{ readonly pid: number; readonly poolSize: number } | null>;
  /** How the keychain is asked. */
  readonly ask: AskKeychain;
  readonly run: RunProgram;
  /** Certificates of that store. */
  readonly certificates: (store: "bundled" | "system") => number;
  /** Absolute folder of the built pages; null where none were found. */
  readonly pagesFolder: string | null;
  /** Absolute folder of the tray's icons. */
  readonly iconsFolder: string;
}

/** Those of this process. */
export const ownSystem = {
  platform: process.platform,
  versions: process.versions,
  run: async (program: string, args: readonly string[]) =>
    (await promisify(execFile)(program, [...args], { timeout: 2_000, encoding: "utf8" })).stdout,
  certificates: (store: "bundled" | "system") => tls.getCACertificates(store).length,
} as const;

/** Each keychain library is given this long. */
const keychainMs = 4_000;

/** Node older than this lacks what the program is built on. */
const leastNode = 24;

/** A drive that hangs keeps three threads of the pool (docs/adr): fewer than this would soon be used up. */
const leastPool = 16;

/** A clock that says less was never set. */
const leastMs = Date.UTC(2025, 0);

/** The runtime and what of the system the program needs. */
export function systemExaminations(facts: SystemFacts): readonly Examination[] {
  return [
    { name: "Runtime", mostMs: 1_000, look: () => lookAtRuntime(facts) },
    { name: "Thread pool", mostMs: 10_000, look: () => lookAtPool(facts) },
    { name: "Certificates", mostMs: 10_000, look: () => lookAtCertificates(facts) },
    { name: "Keychain", mostMs: 3 * keychainMs, look: () => lookAtKeychain(facts.ask) },
    { name: "Clock", mostMs: 5_000, look: () => lookAtClock(facts) },
    { name: "Pages", mostMs: 5_000, look: () => lookAtPages(facts.pagesFolder) },
    { name: "Icons", mostMs: 5_000, look: () => lookAtIcons(facts) },
    { name: "Notifications", mostMs: 10_000, look: () => lookAtSession(facts) },
  ];
}

function lookAtRuntime({ versions, platform }: SystemFacts): string {
  const said = `${versions.electron === undefined ? "" : `Electron ${versions.electron}, `}Node ${versions.node} on ${platform} ${process.arch}`;
  if (Number.parseInt(versions.node, 10) < leastNode)
    throw new CheckProblem(`${said}: Skyferry needs Node ${leastNode} or newer. Install it.`);
  return `${said}.`;
}

async function lookAtPool({ poolSize, isEngine, host }: SystemFacts): Promise<string> {
  const running = await host();
  if (running !== null)
    return enoughThreads(running.poolSize, ` in the process that sends files (${running.pid})`);
  if (poolSize === null && !isEngine)
    return `The window's engine has ${counted(Number(startEnvironment.UV_THREADPOOL_SIZE), "thread")}; a command has as many when bin/skyferry starts it.`;
  return enoughThreads(poolSize ?? 4, "");
}

/** `where`: the process that has them. */
function enoughThreads(size: number, where: string): string {
  const said = `${counted(size, "thread")}${where}`;
  if (size >= leastPool) return `${said}.`;
  throw new CheckProblem(
    `${said}: two hanging drives would stop everything. Set UV_THREADPOOL_SIZE=64 before the start.`,
  );
}

function lookAtCertificates({ certificates }: SystemFacts): string {
  const [bundled, system] = [certificates("bundled"), certificates("system")];
  if (bundled + system === 0)
    throw new CheckProblem(
      "This system trusts no certificate authority, so no portal can be verified. Install ca-certificates.",
    );
  return `${bundled} bundled certificates and ${system} of the system.`;
}

async function lookAtKeychain(ask: AskKeychain): Promise<string> {
  const missing: string[] = [];
  for (const { name, get } of keychainBackends(ask, keychainMs)) {
    const given = await get("doctor@skyferry");
    if (given.kind === "error") throw new CheckProblem(given.message);
    if (given.kind !== "unavailable") return `It answers (${name}).`;
    missing.push(name);
  }
  throw new Skipped(
    `This session has no keychain (${missing.join(", ")}): the password comes from SKYFERRY_PASSWORD, a password file, or a file that only this user can read.`,
  );
}

async function lookAtClock({ nowMs, platform, run }: SystemFacts): Promise<string> {
  const now = minuteText(nowMs);
  if (nowMs < leastMs)
    throw new CheckProblem(
      `It says ${now}, which is wrong. Set it, and let the system set it over the network.`,
    );
  const asked = ["show", "--property=NTPSynchronized", "--value"];
  const isSynchronised = platform === "linux" ? await run("timedatectl", asked).catch(() => "") : "";
  if (isSynchronised.trim() === "no")
    throw new CheckProblem(`It says ${now}, but is not set over the network: run timedatectl set-ntp true`);
  return `${now}.`;
}

async function lookAtPages(folder: string | null): Promise<string> {
  if (folder === null)
    throw new CheckProblem(
      "The pages are missing: install Skyferry again. In a checkout, run npm run build:pages.",
    );
  const page = await readFile(path.join(folder, "index.html"), "utf8");
  const scripts = [...page.matchAll(/\bsrc="\.?\/?([^":]+\.js)"/g)].map(([, name = ""]) => name);
  if (scripts.length === 0) throw new CheckProblem(`${folder} contains no pages. Install Skyferry again.`);
  for (const script of scripts) await readFile(path.join(folder, script));
  return "The pages can be read.";
}

async function lookAtIcons({ iconsFolder, versions }: SystemFacts): Promise<string> {
  const names = await readdir(iconsFolder).catch(() => []);
  const pictures = names.filter((name) => name.endsWith(".png"));
  if (pictures.length === 0) {
    if (versions.electron === undefined)
      throw new Skipped("This package has no icons, because it has no window.");
    throw new CheckProblem(
      `${iconsFolder} contains no icons, so the tray shows none. Install Skyferry again.`,
    );
  }
  for (const name of pictures) {
    const bytes = await readFile(path.join(iconsFolder, name));
    if (bytes.toString("latin1", 1, 4) !== "PNG")
      throw new CheckProblem(`${path.join(iconsFolder, name)} is damaged. Install Skyferry again.`);
  }
  return `${counted(pictures.length, "icon")} can be read.`;
}

/** Who shows notifications, and tray icons, on a Linux desktop. */
const [ofNotifications, ofTray] = ["org.freedesktop.Notifications", "org.kde.StatusNotifierWatcher"];

async function lookAtSession({ env, platform, run }: SystemFacts): Promise<string> {
  if (platform !== "linux") return "This system shows notifications and a tray icon.";
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY)
    throw new Skipped("There is no desktop session: add a notification channel in Settings.");
  const hasNotifications = await isOnSessionBus(ofNotifications, run);
  const hasTray = await isOnSessionBus(ofTray, run);
  if (!hasNotifications || !hasTray)
    throw new CheckProblem(
      `This desktop shows ${hasTray ? "no notifications" : hasNotifications ? "no tray icons" : "no notifications and no tray icons"}. On GNOME, switch on the AppIndicator extension, or add a notification channel in Settings.`,
    );
  return "This desktop shows notifications and tray icons.";
}
