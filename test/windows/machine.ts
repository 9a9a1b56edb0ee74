import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Debian with Wine, and in it a copy of the project with the packages for Windows. */
export interface Machine {
  /** Top of the Debian that Wine runs in. */
  readonly root: string;
  /** Folder of the files into which the programs' words go. */
  readonly output: string;
  /** Shows a folder of this system inside under the same name, until this run ends. */
  bind(folder: string): void;
  /** Runs a program of the Debian to its end; rejects with its last lines where it fails. `name` is that of its log. */
  run(name: string, words: readonly string[]): Promise<void>;
}

/** Its Wine is new enough for Node 24; that of the release before it is not. */
const release = "trixie";
const neededBytes = 4e9;
const top = fileURLToPath(new URL("../..", import.meta.url));
/** Inside of the machine. */
export const projectThere = "/project";
export const prefixThere = "/wine";

/**
 * Makes the machine in a folder, or brings the one that is there up to date. Must run in mounts of its own.
 * A message instead, in one sentence, where it cannot be made.
 */
export async function setUpMachine(
  folder: string,
  say: (line: string) => void,
): Promise<Machine | { readonly message: string }> {
  const root = path.join(folder, "root");
  const output = path.join(folder, "output");
  const finished = path.join(folder, "wine-is-installed");
  const isNew = !existsSync(finished);
  const refusal = isNew ? reasonNotToInstall(folder) : null;
  if (refusal !== null) return { message: refusal };
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const run = (name: string, command: string, words: readonly string[], cwd?: string) =>
    runLogged({ log: path.join(output, `${name}.log`), command, words, cwd });
  if (isNew) {
    say(`Installs Debian ${release} with Wine in ${folder}; this takes some minutes.`);
    rmSync(root, { recursive: true, force: true });
    await run("debootstrap", "debootstrap", [
      "--variant=minbase",
      "--include=ca-certificates",
      ...keyringWords(),
      release,
      root,
      mirrorOfThisSystem(),
    ]);
  }
  for (const one of ["proc", "dev"]) execFileSync("mount", ["--rbind", `/${one}`, path.join(root, one)]);
  if (isNew) {
    const install = "apt-get install --yes --no-install-recommends wine wine64";
    await run("wine", "chroot", [
      root,
      "/usr/bin/env",
      "DEBIAN_FRONTEND=noninteractive",
      ...install.split(" "),
    ]);
    writeFileSync(finished, `${new Date().toISOString()}\n`);
  }
  await bringProject(path.join(root, projectThere), path.join(folder, "installed-lock.json"), { run, say });
  return {
    root,
    output,
    bind(shown) {
      const place = path.join(root, shown);
      mkdirSync(place, { recursive: true });
      execFileSync("mount", ["--bind", shown, place]);
    },
    run: (name, words) => run(name, "chroot", [root, ...words]),
  };
}

/** Why nothing can be installed, or null. */
function reasonNotToInstall(folder: string): string | null {
  for (const program of ["debootstrap", "chroot"])
    if (!isThere(program)) return `The program ${program} is not there: apt-get install debootstrap.`;
  mkdirSync(folder, { recursive: true });
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < neededBytes)
    return `${folder} has ${(bavail * bsize * 1e-9).toFixed(1)} GB of room and 4 are needed: free some, or choose another place with --folder DIR.`;
  return null;
}

function isThere(program: string): boolean {
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(path.join(folder, program)));
}

/** The packages of Debian come from where this system takes its own. */
export function mirrorOfThisSystem(): string {
  const format = "$(REPO_URI) $(ORIGIN) $(LABEL)";
  const listed = execFileSync("apt-get", ["indextargets", "--format", format, "Created-By: Packages"], {
    encoding: "utf8",
  });
  const debian = listed.split("\n").find((line) => line.endsWith(" Debian Debian"));
  if (debian === undefined)
    throw new Error("The sources of apt name no mirror of Debian: add one, and run apt-get update.");
  return debian.split(" ")[0] ?? "";
}

export function keyringWords(): readonly string[] {
  const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
  return existsSync(keyring) ? [`--keyring=${keyring}`] : [];
}

/** Copies the sources as they are now; the packages are copied again where the lock file changed. */
async function bringProject(
  project: string,
  lockMark: string,
  { run, say }: { run: Run; say: (line: string) => void },
): Promise<void> {
  mkdirSync(project, { recursive: true });
  for (const name of readdirSync(project))
    if (name !== "node_modules") rmSync(path.join(project, name), { recursive: true, force: true });
  const words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", words, { cwd: top, encoding: "utf8", maxBuffer: 2 ** 26 }).split("\0");
  for (const file of files)
    if (file !== "" && existsSync(path.join(top, file)))
      cpSync(path.join(top, file), path.join(project, file), { recursive: true });
  const lock = readFileSync(path.join(project, "package-lock.json"), "utf8");
  if (existsSync(lockMark) && readFileSync(lockMark, "utf8") === lock) return;
  say("Brings the packages for Windows from npm.");
  rmSync(lockMark, { force: true });
  const brought = "ci --os=win32 --cpu=x64 --ignore-scripts --no-audit --no-fund";
  await run("npm", "npm", brought.split(" "), project);
  writeFileSync(lockMark, lock);
}

type Run = (name: string, command: string, words: readonly string[], cwd?: string) => Promise<void>;

interface LoggedRun {
  /** File into which all that the program says goes. */
  readonly log: string;
  readonly command: string;
  readonly words: readonly string[];
  readonly cwd?: string | undefined;
}

/** Runs a program of this system to its end. Rejects with the last lines that it said where it fails. */
async function runLogged({ log, command, words, cwd }: LoggedRun): Promise<void> {
  const said = openSync(log, "w");
  try {
    const child = spawn(command, [...words], { cwd, env: plainEnvironment(), stdio: ["ignore", said, said] });
    const [code] = await once(child, "close");
    if (code === 0) return;
    const last = readFileSync(log, "utf8").trimEnd().split("\n").slice(-3).join(" | ");
    throw new Error(`${command} ended with ${code}: ${last} (all of it: ${log})`);
  } finally {
    closeSync(said);
  }
}

/** Without what npm tells a script of the project that it runs for. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = /^npm_config_(registry|userconfig|globalconfig|cache)$/;
  const mine = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || kept.test(name));
  return Object.fromEntries(mine);
}
