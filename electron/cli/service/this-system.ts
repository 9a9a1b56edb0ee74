import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type InstalledService, installedService } from "#compose/installed-service.ts";
import { networkDriveOf } from "#compose/user-data-folder.ts";

/** An account of this PC. */
export interface Account {
  readonly name: string;
  /** Null on Windows. */
  readonly uid: number | null;
  readonly gid: number | null;
  readonly home: string;
}

/** How a program of the system ended. `said`: the last line of what it wrote. */
export interface ToolEnd {
  readonly code: number;
  readonly stdout: string;
  readonly said: string;
}

/** This PC, as far as a service depends on it; a test has its own. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Who runs the command. */
  readonly self: Account;
  /** The program and its words before the name of a command; absolute. */
  readonly program: readonly string[];
  /** Runs a tool to its end; it is told by `code` when it is not there (127). */
  tool(program: string, words: readonly string[]): ToolEnd;
  /** The service that is installed; null where there is none. */
  service(): InstalledService | null;
  /** Kind of the network drive that a path lies on; null for a disk of this PC. */
  networkDrive(path: string): string | null;
}

/** `platform`: what is asked for a test elsewhere. */
export function thisSystem(env: NodeJS.ProcessEnv, platform = process.platform): System {
  const { username, uid, gid, homedir: home } = userInfo();
  const isWindows = platform === "win32";
  const self = {
    name: username,
    uid: isWindows ? null : uid,
    gid: isWindows ? null : gid,
    home: home || homedir(),
  };
  return {
    platform,
    env,
    self,
    program: ownProgram(platform),
    tool: runTool,
    service: () => installedService(platform, env, self.home),
    networkDrive: networkDriveOf,
  };
}

/**
 * Node and the script that runs now. A launcher that lies beside them is taken: on Windows it alone can give the program its
 * threads, and a link to it outlives an update. An installed desktop needs its own: Electron's sandbox asks for what a unit
 * forbids.
 */
function ownProgram(platform: NodeJS.Platform): readonly string[] {
  const script = path.resolve(process.argv[1] ?? "");
  if (process.versions.electron !== undefined) {
    const { join } = platform === "win32" ? path.win32 : path.posix;
    return [join(process.resourcesPath, "bin", platform === "win32" ? "skyferry.cmd" : "skyferry")];
  }
  const launcher = fileURLToPath(
    platform === "win32"
      ? new URL("../../../skyferry.cmd", import.meta.url)
      : new URL("../../../skyferry", import.meta.url),
  );
  return existsSync(launcher) ? [launcher] : [process.execPath, script];
}

const longestMs = 120_000;

function runTool(program: string, words: readonly string[]): ToolEnd {
  const { status, stdout, stderr, error } = spawnSync(program, [...words], {
    encoding: "utf8",
    timeout: longestMs,
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (error !== undefined) return { code: 127, stdout: "", said: error.message };
  const said = `${stdout}\n${stderr}`.trim().split(/\r?\n/).at(-1) ?? "";
  return { code: status ?? 1, stdout, said: said.trim() };
}
