import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** How a child process went. */
export interface Ran {
  readonly seconds: number;
  readonly stdout: string;
  /** Largest resident set, megabytes; 0 where the system does not tell. */
  readonly peakMB: number;
}

/** Runs a program to its end; throws when it ends otherwise than with 0. Its memory is looked at every `lookEveryMs`. */
export async function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  { lookEveryMs = 50 }: { readonly lookEveryMs?: number } = {},
): Promise<Ran> {
  const startedAt = performance.now();
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  let peakMB = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const look = setInterval(() => {
    peakMB = Math.max(peakMB, residentPeakMB(child.pid));
  }, lookEveryMs);
  const [code] = (await once(child, "close")) as [number | null];
  clearInterval(look);
  const seconds = (performance.now() - startedAt) / 1000;
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${stderr}${stdout.slice(0, 500)}`);
  return { seconds, stdout, peakMB };
}

function residentPeakMB(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(found?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

export interface Sink {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** A sink that takes announcements and contents and does nothing else, in a process of its own. */
export async function startSink(delayMs = 0): Promise<Sink> {
  const file = new URL("./sink-main.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [file, String(delayMs)], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    pid: child.pid as number,
    async stop() {
      child.stdin.end();
      await once(child, "close");
    },
  };
}
