import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { RunReport } from "#engine/run-once/report.ts";
import type { Claims } from "#test/faults/oracle.ts";
import type { Place } from "#test/support/builders/station-place.ts";
import { commandLine } from "./command-line.ts";

/** A process of the command line, started by a test and ended by it. */
export interface Running {
  readonly pid: number;
  /** Epoch milliseconds. */
  readonly startedAtMs: number;
  /** The one JSON line that says it is ready; null when it ended before. */
  readonly ready: Promise<Record<string, string> | null>;
  stderr(): string;
  /** SIGKILL: it learns nothing. Resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM. Gives the exit code. */
  end(): Promise<number | null>;
}

/** Place in which a process of a station lives. */
export type Home = Pick<Place, "root" | "dataFolder">;

/** Further options of a process that runs long. */
export interface LongRun {
  /** Further words of the command line. */
  readonly words?: readonly string[];
  /** Ctrl-C in the terminal does not reach it. */
  readonly isDetached?: boolean;
}

/** Starts `skyferry ARGUMENTS` on this Node. */
function start(
  args: readonly string[],
  home: string,
  detached = false,
): { running: Running; child: ChildProcess } {
  const { PATH = "", TMPDIR = "/tmp", NODE_COMPILE_CACHE } = process.env;
  const env = {
    PATH,
    HOME: home,
    TMPDIR,
    SKYFERRY_PASSWORD: "station",
    // The tests' own cache of compiled sources; a run by hand measures starts as an operator has them.
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  };
  const child = spawn(process.execPath, [commandLine, ...args], {
    env,
    detached,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const stop = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  const running: Running = {
    pid: child.pid ?? -1,
    startedAtMs: Date.now(),
    ready: firstLine(child),
    stderr: () => stderr,
    kill: async () => void (await stop("SIGKILL")),
    end: () => stop("SIGTERM"),
  };
  return { running, child };
}

async function firstLine(child: ChildProcess): Promise<Record<string, string> | null> {
  if (child.stdout === null) return null;
  for await (const line of createInterface(child.stdout)) return JSON.parse(line) as Record<string, string>;
  return null;
}

/** The mock portal alone. Throws when it does not start. */
export async function startPortalProcess(
  dataFolder: string,
  { words = [], isDetached = false }: LongRun = {},
): Promise<Running & { readonly url: string }> {
  const args = ["mock-portal", "--data", dataFolder, "--seed", "empty", "--processing-delay", "86400"];
  const { running } = start([...args, ...words], dataFolder, isDetached);
  const url = (await running.ready)?.url;
  if (url === undefined) throw new Error(`the mock portal did not start: ${running.stderr()}`);
  return { ...running, url };
}

/** The daemon of a place. Does not wait until it is ready. */
export function startDaemon(place: Home, { words = [], isDetached = false }: LongRun = {}): Running {
  return start(["daemon", "--data", place.dataFolder, ...words], place.root, isDetached).running;
}

async function ask(
  args: readonly string[],
  place: Home,
): Promise<{ readonly code: number | null; readonly json: unknown; readonly stderr: string }> {
  const { child, running } = start(args, place.root);
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  await once(child, "close");
  const json: unknown = text.trimStart().startsWith("{") ? JSON.parse(text) : null;
  return { code: child.exitCode, json, stderr: running.stderr() };
}

/** Runs `submit` once. Throws where there is no report. */
export async function runSubmit(
  place: Place,
): Promise<{ readonly code: number | null; readonly report: RunReport }> {
  const { code, json, stderr } = await ask(["submit", "--data", place.dataFolder, "--json"], place);
  if (json === null) throw new Error(`submit ended with ${code}: ${stderr}`);
  return { code, report: json as RunReport };
}

/** Asks for `status --json`; also while a daemon runs. Throws where it says nothing. */
export async function askStatus(place: Home): Promise<Claims & { readonly ledgerMessage: string | null }> {
  const { code, json, stderr } = await ask(["status", "--data", place.dataFolder, "--json"], place);
  if (json === null) throw new Error(`status ended with ${code}: ${stderr}`);
  const said = json as Pick<Claims, "totals" | "needsAttention"> & { readonly ledgerMessage: string | null };
  return { ...said, delivered: null };
}
