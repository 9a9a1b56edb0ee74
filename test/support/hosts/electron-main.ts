import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { forgetOtherPrograms } from "#base/inherited.ts";
import { hasDisplay } from "#cli/electron-runtime.ts";
import { findRuntime } from "#cli/fetch-runtime.ts";
import { runtimeFault } from "#cli/runtime-fault.ts";
import { smoke } from "#test/smoke/smoke.ts";
import { lackOfElectron, noSandbox } from "./host-choice.ts";

/**
 * The tests of the pages on the real Electron, on the bundle as it is built now; then that program is tried from outside.
 * The runtime is fetched where there is none. A part that is missing is told in one line. The exit code is 0, or 1 where
 * SKYFERRY_REQUIRE_ELECTRON=1 asks for Electron; a runtime that cannot run always ends with 1. Further words go to vitest, in
 * place of the folder of these tests.
 */
const top = fileURLToPath(new URL("../../..", import.meta.url));
const words = process.argv.slice(2);
forgetOtherPrograms(process.env, process.execPath);

const display = hasDisplay(process.platform, process.env);
const { CI: _, ...env } = process.env;
// This is run for Electron: also in CI, and by root.
const found = display
  ? await findRuntime({ env, output: process.stderr, stopping: new AbortController().signal, isRoot: false })
  : null;
const runtime = found?.kind === "found" ? found.program : null;
const lack = lackOfElectron({ runtime, display });
const fault = runtime === null ? null : await runtimeFault(runtime);
if (fault !== null) {
  process.stdout.write(`Electron cannot run here: ${fault}.\n`);
  process.exitCode = 1;
} else if (lack === null && runtime !== null)
  process.exitCode =
    (await run(["build/bundle.ts"])) ||
    (await run([
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      "pages",
      ...(words.length > 0 ? words : ["test/pages"]),
    ])) ||
    (await tryProgram(runtime));
else {
  const reason = found?.kind === "none" && found.reason !== null ? ` (${found.reason})` : "";
  process.stdout.write(`${lack} here${reason}: not run\n`);
  process.exitCode = process.env.SKYFERRY_REQUIRE_ELECTRON === "1" ? 1 : 0;
}

/** Runs Node on these words and gives its exit code. vitest builds the pages itself. */
async function run(argv: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, argv, {
    cwd: top,
    env: { ...process.env, SKYFERRY_HOSTS: "electron" },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  return typeof code === "number" ? code : 1;
}

async function tryProgram(program: string): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "skyferry-smoke-"));
  try {
    const steps = await smoke(
      {
        program,
        words: [...noSandbox(), top],
        env: { ...process.env, XDG_CONFIG_HOME: path.join(folder, "config") },
        dataFolder: path.join(folder, "data"),
        origin: "app://skyferry/",
        hasCommands: true,
        screenshot: path.join(top, "out", "smoke.png"),
      },
      ({ isGood, name, text }) => process.stdout.write(`${isGood ? "ok    " : "WRONG "} ${name}: ${text}\n`),
    );
    return steps.every(({ isGood }) => isGood) ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
