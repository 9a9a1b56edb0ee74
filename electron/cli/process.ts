import { forgetOtherPrograms } from "#base/inherited.ts";
import { startEnvironment } from "#base/start-environment.ts";
import about from "#package" with { type: "json" };
import { startAgain } from "./command.ts";
import { commandFirst } from "./command-first.ts";
import { runCommand } from "./run-command.ts";

const [name] = commandFirst(process.argv.slice(2));

// A drive that hangs keeps threads of the pool for good; `status` looks into the data folder alone, and each thread takes it a
// tenth of a millisecond. Nothing has used the pool yet, and plain Node reads this then; on Windows and in an installed
// program only what was there at the start counts (build/bin).
if (process.platform !== "win32" && process.versions.electron === undefined) {
  if (name === "status") process.env.UV_THREADPOOL_SIZE = "4";
  else process.env.UV_THREADPOOL_SIZE ??= startEnvironment.UV_THREADPOOL_SIZE;
}

// Otherwise zod writes a function for each object that it checks, and V8 compiles it: of use where many are checked.
if (["status", "submit"].includes(name)) Reflect.set(globalThis, "__zod_globalConfig", { jitless: true });

forgetOtherPrograms(process.env, process.execPath);
// Read by this process alone: no program that it starts is given the password.
const env = { ...process.env };
delete process.env.SKYFERRY_PASSWORD;
// Certificates are verified whatever the environment says.
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;

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

process.exitCode = await runCommand(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env,
  cwd: () => process.cwd(),
  version: about.version,
  stopping: stopping.signal,
});
const isWaitedFor = stopping.signal.aborted || process.exitCode === startAgain;
setTimeout(endByForce, isWaitedFor ? 1_000 : 5_000).unref();

/** Everything is closed; what is left is a thread in a drive that hangs, for which `process.exit` would wait as well. */
function endByForce(): void {
  // A reader that is slow still gets all.
  if (process.stdout.writableLength > 0) return void setTimeout(endByForce, 1_000).unref();
  process.removeAllListeners("SIGTERM");
  // A service manager does not start again what ended by SIGTERM.
  process.kill(process.pid, process.exitCode === startAgain ? "SIGKILL" : "SIGTERM");
}
