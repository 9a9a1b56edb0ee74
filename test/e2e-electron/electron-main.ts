import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import { electronRuntime, hasDisplay } from "../../electron/cli/electron-runtime.ts";

/**
 * The desktop in the real Electron: what no stand-in can show. Runs where there are a runtime, a display and a bundle;
 * says in one line what is missing elsewhere.
 */
const top = fileURLToPath(new URL("../..", import.meta.url));

const checks: Readonly<
  Record<string, (page: Page, app: ElectronApplication, dataFolder: string) => unknown>
> = {
  async "the page has two functions and no Node"(page) {
    const found = await page.evaluate(
      "({ bridge: Object.keys(window.skyferry), node: typeof require, process: typeof process })",
    );
    assert.deepEqual(found, { bridge: ["call", "subscribe"], node: "undefined", process: "undefined" });
  },
  async "the host answers for its data folder"(page, _, dataFolder) {
    const facts = await page.evaluate("window.skyferry.call('shell.facts', {})");
    assert.partialDeepStrictEqual(facts, { ok: true, value: { kind: "desktop", dataFolder } });
  },
  async "the first start leads to the set-up"(page) {
    await page.getByRole("heading", { name: "Set up this station" }).waitFor();
  },
  async "events come"(page) {
    const first = await page.evaluate(
      "new Promise((resolve) => window.skyferry.subscribe(null, (event) => resolve(event.type)))",
    );
    assert.equal(first, "link");
  },
  async "the page runs no script but its own"(page) {
    const ran = await page.evaluate(`(() => {
      const script = document.createElement("script");
      script.textContent = "window.wasRun = true";
      document.body.append(script);
      return "wasRun" in window;
    })()`);
    assert.equal(ran, false);
  },
  async "the page stays where it is"(page) {
    await page.evaluate("window.location.assign('http://127.0.0.1:9/')");
    await page.evaluate("window.open('http://127.0.0.1:9/')");
    assert.equal(new URL(page.url()).protocol, "app:");
  },
  async "a second window is never made"(_, app) {
    assert.equal(app.windows().length, 1);
  },
};

process.exitCode = await run();

async function run(): Promise<number> {
  const executablePath = electronRuntime();
  if (executablePath === null) return missing("no Electron runtime");
  if (!hasDisplay(process.platform, process.env)) return missing("no display");
  if (!existsSync(join(top, "out", "main", "start.js"))) return missing("no bundle in out/main");
  const dataFolder = await mkdtemp(join(tmpdir(), "skyferry-electron-"));
  const app = await _electron.launch({ executablePath, args: [top, "--data", dataFolder] });
  let failed = 0;
  try {
    const page = await app.firstWindow();
    for (const [name, check] of Object.entries(checks)) {
      const fault = await Promise.resolve(check(page, app, dataFolder)).catch((error: unknown) => error);
      if (fault !== undefined) failed += 1;
      process.stdout.write(`${fault === undefined ? "ok    " : "FAILED"}  ${name}\n`);
      if (fault !== undefined) process.stdout.write(`${String(fault)}\n`);
    }
  } finally {
    await app.close();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
  }
  return failed === 0 ? 0 : 1;
}

function missing(what: string): number {
  process.stdout.write(`The desktop in the real Electron: ${what} here, not run.\n`);
  return 0;
}
