import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startAgain } from "#cli/command.ts";
import { commandLine } from "./command-line.ts";

const compileCache = fileURLToPath(new URL("../../../node_modules/.cache/skyferry", import.meta.url));

/** How a command ended and what it said. */
export interface CliEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the start of the process to its end, or from `stop` where that ended it. */
  readonly lastedMs: number;
}

export interface CliOptions {
  /** `SKYFERRY_PASSWORD`; null leaves it unset. Default: the mock portal's. */
  readonly password?: string | null;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** User and group of the process; root only. */
  readonly uid?: number;
  /** Killed after this. */
  readonly timeoutMs?: number;
}

/** A command that runs. The caller awaits `end` or calls `stop`. */
export interface RunningCli {
  readonly pid: number;
  /** Its first line, read as JSON; rejects with what it said when it ends without one. */
  readonly ready: Promise<Readonly<Record<string, string>>>;
  readonly end: Promise<CliEnd>;
  /** Its output until now. */
  said(): { readonly stdout: string; readonly stderr: string };
  /** Sends SIGTERM, or another signal, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<CliEnd>;
}

/** Starts `skyferry …` as a process of its own. */
export function startCli(words: readonly string[], options: CliOptions = {}): RunningCli {
  const { password = "station", timeoutMs = 40_000, uid } = options;
  const child = spawn(process.execPath, [commandLine, ...words], {
    cwd: options.cwd,
    env: environment(password, options.env),
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const said = { stdout: "", stderr: "" };
  const ready = firstLine();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text;
    ready.look(said.stdout);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  let from = performance.now();
  const killer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  const end = once(child, "close").then(([code, signal]): CliEnd => {
    clearTimeout(killer);
    ready.none(words, said.stderr);
    return whole({ ...said, code, signal, lastedMs: performance.now() - from }, words);
  });
  end.catch(() => {});
  return {
    pid: child.pid ?? 0,
    ready: ready.promise,
    end,
    said: () => ({ ...said }),
    stop(signal = "SIGTERM") {
      from = performance.now();
      child.kill(signal);
      return end;
    },
  };
}

/** The first line of a command, read as JSON: `look` at all that it has said, `none` when it has ended. */
export function firstLine() {
  const { promise, resolve, reject } = Promise.withResolvers<Readonly<Record<string, string>>>();
  promise.catch(() => {});
  return {
    promise,
    look(stdout: string) {
      const line = /^(.*)\n/.exec(stdout)?.[1];
      if (line !== undefined && /^\{.*\}$/.test(line)) resolve(JSON.parse(line));
    },
    none: (words: readonly string[], stderr: string) =>
      reject(new Error(`skyferry ${words.join(" ")} ended before it was ready: ${stderr}`)),
  };
}

/**
 * Runs `skyferry …` on a terminal of its own (by util-linux' `script`) and gives all that appeared there; null where
 * that cannot be had.
 */
export async function runOnTerminal(words: readonly string[]): Promise<string | null> {
  const command = [process.execPath, commandLine, ...words].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["--quiet", "--return", "--flush", "--command", command, "/dev/null"], {
    env: environment("station"),
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 40_000,
  });
  const ended = once(child, "close").catch(() => [null]);
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  const [code] = await ended;
  return code === null ? null : shown;
}

/** Runs `skyferry …` to its end, as a process of its own. */
export function runCli(words: readonly string[], options: CliOptions = {}): Promise<CliEnd> {
  return startCli(words, options).end;
}

/** Reads the output of a command with `--json`: one document and nothing else. */
export function jsonOf<T>(end: CliEnd): T {
  if (!/^[[{].*\n$/.test(end.stdout)) throw new Error(`not one JSON document: ${end.stdout}${end.stderr}`);
  return JSON.parse(end.stdout) as T;
}

/** The one line that a refused command says, with nothing on standard output. */
export function complaintOf(end: CliEnd): string {
  const lines = end.stderr.split("\n");
  if (end.code !== 2 || end.stdout !== "" || lines.length !== 2 || lines[1] !== "")
    throw new Error(`not one line and exit code 2: ${JSON.stringify(end)}`);
  return lines[0] ?? "";
}

/** The environment of a command: this one's without its keychain, in English, with the password (null is none). */
export function environment(password: string | null, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _runtime, ...rest } = process.env;
  const { SKYFERRY_PASSWORD: _password, ...own } = rest;
  // A cache of the compiled sources halves the start of each of the many processes.
  return {
    ...own,
    NODE_COMPILE_CACHE: compileCache,
    LC_ALL: "C.UTF-8",
    ...(password === null ? {} : { SKYFERRY_PASSWORD: password }),
    ...more,
  };
}

/** Nothing crashes: no run ends by a mistake of the program, whatever it is tested for. */
export function whole(end: CliEnd, words: readonly string[]): CliEnd {
  const isKnownEnd =
    end.signal === "SIGKILL" || (end.code !== null && [0, 1, 2, startAgain].includes(end.code));
  const hasStack = /^ {4}at |node:internal|Node\.js v\d/m.test(end.stderr);
  if (!isKnownEnd || hasStack)
    throw new Error(`skyferry ${words.join(" ")} crashed (${end.code ?? end.signal}): ${end.stderr}`);
  return end;
}
