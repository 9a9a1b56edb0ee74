import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { electronRuntime, hasDisplay } from "#cli/electron-runtime.ts";
import { lackOfElectron } from "./host-choice.ts";

/**
 * The tests of the pages on the real Electron, on the bundle as it is built now. Says in one line what is missing where
 * it cannot run. Further words go to vitest, in place of the folder of these tests.
 */
const top = fileURLToPath(new URL("../../..", import.meta.url));

const lack = lackOfElectron({
  runtime: electronRuntime(),
  display: hasDisplay(process.platform, process.env),
});
if (lack === null) {
  const words = process.argv.length > 2 ? process.argv.slice(2) : ["test/pages"];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "pages", ...words];
  process.exitCode = (await run(["build/bundle.ts"])) || (await run(vitest));
} else process.stdout.write(`${lack} here: not run\n`);

/** Runs Node on these words and gives its exit code. vitest builds the pages itself. */
async function run(words: readonly string[]): Promise<number> {
  const env = { ...process.env, SKYFERRY_HOSTS: "electron" };
  const [code] = await once(spawn(process.execPath, words, { cwd: top, env, stdio: "inherit" }), "exit");
  return typeof code === "number" ? code : 1;
}
