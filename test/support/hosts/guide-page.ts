import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { netcdf3Bytes } from "#test/support/builders/netcdf3-bytes.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { environment } from "./cli-run.ts";
import { freePort } from "./free-port.ts";

/** A block of a page of the guide that is executed (`run`), written beside the settings (`file=NAME`), or seen (`output`). */
export interface GuideBlock {
  readonly kind: "run" | "file" | "output";
  /** Name of a file, or the code that a command ends with. */
  readonly of: string;
  /** Goes on beside the blocks below it, until the end of the page. */
  readonly isBackground: boolean;
  readonly text: string;
}

/**
 * Blocks of a page, by the words behind the language of their fences: `sh run`, `sh run exit=1`, `sh run background`,
 * `toml file=config.toml`, `text output`. A block without such a word is for the reader alone.
 */
export function guideBlocks(page: string): readonly GuideBlock[] {
  const fences = page.matchAll(/^( *)```\w+ (run|file|output)\b(.*)\n([\s\S]*?)^\1```$/gm);
  return [...fences].map(([, indent = "", kind, more = "", text = ""]) => ({
    kind: kind as GuideBlock["kind"],
    of: /=(\S+)/.exec(more)?.[1] ?? "0",
    isBackground: more.includes("background"),
    text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
}

/** A command that says nothing and does not end is ended after this. */
const longestCommandMs = 40_000;

/** Words of the guide that are other ones on this PC. */
const guidePortal = "https://portal.example";
const guidePort = "8080";
const guideFolders = /(?<![\w.~/-])\/(?=(?:data|home|mnt|etc\/skyferry)\/)/g;

export interface GuideRun {
  /** Folder in which everything happens; it stands for `/`. */
  readonly root: string;
  /** The program that `skyferry` is on the reader's PATH. */
  readonly program: readonly string[];
  /** Before the page begins: nothing is set up, another program has sent the files, or the station is set up. */
  readonly begin: "nothing" | "sent" | "station";
}

/** The station of the guide: six files of three days in October 2026. */
const guideStation = {
  name: "Ceilometer",
  site: "hyytiala",
  instrument: "cl61d",
  pid: "https://hdl.handle.net/21.12132/3.241bda142975460b",
  folder: "/data/ceilometer",
  pattern: "live_%Y%m%d_*.nc",
};
const guideDays = [20261001, 20261002, 20261003];

/**
 * Executes the blocks of a page as its reader would: in order, in one folder, as user `ann`, with a mock portal and six finished
 * files in `/data/ceilometer`. Throws at a command that ends with another code than the page says, and at an output that differs.
 */
export async function runGuidePage(
  blocks: readonly GuideBlock[],
  { root, program, begin }: GuideRun,
): Promise<void> {
  const home = path.join(root, "home", "ann");
  const portal = await openPortal();
  const port = String(await freePort());
  const here = (text: string) =>
    text.replaceAll(guidePortal, portal.url).replaceAll(guidePort, port).replace(guideFolders, `${root}/`);
  const asTold = (text: string) =>
    text.replaceAll(portal.url, guidePortal).replaceAll(port, guidePort).replaceAll(root, "");
  const place = { cwd: home, env: makeReader(root, home, program) };
  makeFiles(root);
  if (begin === "station") makeStation(root, path.join(home, ".config", "Skyferry"), portal.url);
  const background: Shell[] = [];
  try {
    if (begin === "sent") {
      makeStation(root, path.join(root, "other"), portal.url);
      await codeOf(startShell(`skyferry submit --data ${root}/other`, place), "0");
    }
    let said = "";
    for (const { kind, of, isBackground, text } of blocks) {
      if (kind === "file") writeFileSync(path.join(home, of), here(text), { mode: 0o600 });
      else if (kind === "output") expectOutput(text, asTold(said));
      else {
        const shell = startShell(isBackground ? `exec ${here(text)}` : here(text), place);
        if (isBackground) background.push(shell);
        said = isBackground ? await shell.firstLine : await codeOf(shell, of);
      }
    }
  } finally {
    for (const { child } of background) child.kill();
    await Promise.all(background.map(({ code }) => code));
    await portal.close();
  }
  for (const shell of background) await codeOf(shell, "0");
}

/** A home with `skyferry` on its PATH and without a keychain; `sudo` asks for nothing. */
function makeReader(root: string, home: string, program: readonly string[]): NodeJS.ProcessEnv {
  const bin = path.join(root, "bin");
  const admins = path.join(root, "etc", "skyferry", "settings.d");
  for (const folder of [bin, home, admins, path.join(root, "mnt", "nas")])
    mkdirSync(folder, { recursive: true });
  const words = program.map((word) => `'${word}'`).join(" ");
  for (const [name, does] of [
    ["skyferry", `exec ${words} "$@"`],
    ["sudo", 'exec "$@"'],
  ] as const)
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  const { XDG_CONFIG_HOME: _config, ...env } = environment(null, {
    HOME: home,
    PATH: `${bin}:${process.env.PATH}`,
    SKYFERRY_SETTINGS_D: admins,
  });
  return env;
}

/** Finished an hour ago, each with other content. */
function makeFiles(root: string): void {
  const folder = path.join(root, guideStation.folder);
  mkdirSync(folder, { recursive: true });
  const anHourAgo = Date.now() / 1000 - 3600;
  for (const day of guideDays)
    for (const hour of [0, 12]) {
      const file = path.join(folder, `live_${day}_${String(hour).padStart(2, "0")}0000.nc`);
      const time = { name: "time", type: "double", dimensions: ["time"], values: [day, hour] } as const;
      writeFileSync(file, netcdf3Bytes({ dimensions: { time: 2 }, variables: [time] }));
      utimesSync(file, anHourAgo, anHourAgo);
    }
}

function makeStation(root: string, dataFolder: string, portalUrl: string): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const instrument = { ...guideStation, folder: path.join(root, guideStation.folder) };
  const settings = { portal: { url: portalUrl, username: "station" }, instruments: [instrument] };
  writeFileSync(path.join(dataFolder, "settings.json"), JSON.stringify(settings));
  const credentials = { [`station@${new URL(portalUrl).host}`]: "station" };
  writeFileSync(path.join(dataFolder, "credentials.json"), JSON.stringify(credentials), { mode: 0o600 });
}

interface Shell {
  readonly child: ChildProcess;
  readonly lines: string;
  readonly firstLine: Promise<string>;
  readonly code: Promise<number | null>;
  said(): string;
}

/** Runs lines as a person types them: the first that fails ends them, and both outputs are seen together. */
function startShell(lines: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }): Shell {
  const child = spawn("sh", ["-e", "-c", `exec 2>&1\n${lines}`], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: longestCommandMs,
  });
  const first = Promise.withResolvers<string>();
  first.promise.catch(() => {});
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.includes("\n")) first.resolve(said);
  });
  const code = once(child, "close").then(([ended]) => {
    first.reject(new Error(`ended with ${ended} before it said a line: ${said}`));
    return ended as number | null;
  });
  return { child, lines, firstLine: first.promise, code, said: () => said };
}

/** Waits for the end and gives what was said. */
async function codeOf(shell: Shell, told: string): Promise<string> {
  const code = await shell.code;
  if (String(code) !== told)
    throw new Error(`ended with ${code}, not with ${told}: ${shell.lines}\n${shell.said()}`);
  return shell.said();
}

const literal = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/**
 * Every line of an output block has to be among the lines that were said, in this order; other lines may stand between them. `…` in a
 * line stands for anything, and a line of it alone for nothing.
 */
function expectOutput(told: string, said: string): void {
  const lines = said.split("\n");
  for (const line of told.trimEnd().split("\n")) {
    if (line.trim() === "…") continue;
    const form = new RegExp(`^${line.split("…").map(literal).join(".*")}$`);
    const at = lines.findIndex((one) => form.test(one));
    if (at < 0) throw new Error(`not said, or not in this place: ${line}\nsaid was:\n${said}`);
    lines.splice(0, at + 1);
  }
}
