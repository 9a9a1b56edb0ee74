#!/usr/bin/env node
import { oneLine } from "#base/text.ts";
import about from "#package" with { type: "json" };
import { type Command, startAgain, UsageError } from "./command.ts";
import { daemon } from "./daemon.ts";
import { demo } from "./demo/demo.ts";
import { explain } from "./explain.ts";
import { importSubmitConfig } from "./import-submit-config.ts";
import { mockPortal } from "./mock-portal.ts";
import { status } from "./status.ts";
import { submit } from "./submit.ts";

// A drive that hangs keeps threads of the pool for good. Nothing has used it yet, and plain Node reads this then; on Windows
// and in an installed program only what stood there at the start counts (build/bin).
if (process.platform !== "win32" && process.versions.electron === undefined)
  process.env.UV_THREADPOOL_SIZE ??= "64";

const commands: readonly Command[] = [demo, daemon, submit, status, explain, importSubmitConfig, mockPortal];

// Read by this process alone: no program that it starts is given the password.
const env = { ...process.env };
delete process.env.SKYFERRY_PASSWORD;

const stopping = new AbortController();
let askedAt = 0;
// The first signal asks; another Ctrl-C is the operator's last word and ends the process at once. npm sends each
// signal a second time: what comes in the same breath is no other.
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, () => {
    const isAnother = stopping.signal.aborted && performance.now() - askedAt > 500;
    if (isAnother && signal === "SIGINT") process.exit(130);
    if (!stopping.signal.aborted) askedAt = performance.now();
    stopping.abort();
  });

// A reader that goes away (`| head`) is no reason to fail.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await main(process.argv.slice(2));
if (stopping.signal.aborted || process.exitCode === startAgain) setTimeout(endByForce, 1_000).unref();

/** Everything is closed; what is left is a thread in a drive that hangs, for which `process.exit` would wait as well. */
function endByForce(): void {
  process.removeAllListeners("SIGTERM");
  // A service manager does not start again what ended by SIGTERM.
  process.kill(process.pid, process.exitCode === startAgain ? "SIGKILL" : "SIGTERM");
}

async function main(argv: readonly string[]): Promise<number> {
  const [name = "", ...rest] = argv;
  if (name === "" || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(overview());
    return name === "" ? 2 : 0;
  }
  if (name === "--version") {
    process.stdout.write(`${about.version}\n`);
    return 0;
  }
  const command = commands.find((one) => one.name === name);
  if (command === undefined) {
    const known = commands.map((one) => one.name).join(", ");
    process.stderr.write(`skyferry: ${JSON.stringify(name)} is not a command; the commands are ${known}.\n`);
    return 2;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(command.help);
    return 0;
  }
  try {
    return await command.run(rest, {
      stdout: process.stdout,
      stderr: process.stderr,
      env,
      version: about.version,
      stopping: stopping.signal,
    });
  } catch (error) {
    // What the system refuses (a folder, a file) is said in its own words; anything else is a bug.
    if (!(error instanceof UsageError) && !(error instanceof Error && "syscall" in error)) throw error;
    process.stderr.write(`skyferry ${command.name}: ${oneLine(error.message)}\n`);
    return 2;
  }
}

function overview(): string {
  const lines = commands.map((one) => `  ${one.name.padEnd(22)} ${one.summary}`);
  return `Skyferry sends a measuring station's files to the atmospheric data portal.

Usage: skyferry COMMAND [--help]

${lines.join("\n")}
`;
}
