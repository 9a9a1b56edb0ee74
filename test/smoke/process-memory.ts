import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Bytes of memory that these processes hold together, as the system tells; those that ended count as nothing. */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(pids.map(async (pid) => await bytesOf(pid).catch(() => 0)));
  return each.reduce((sum, bytes) => sum + bytes, 0);
}

async function bytesOf(pid: number): Promise<number> {
  if (process.platform !== "win32") {
    const { stdout } = await run("ps", ["-o", "rss=", "-p", String(pid)]);
    return Number(stdout.trim()) * 1024;
  }
  const { stdout } = await run("powershell", [
    "-NoProfile",
    "-Command",
    `(Get-Process -Id ${pid}).WorkingSet64`,
  ]);
  return Number(stdout.trim());
}
