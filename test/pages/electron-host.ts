import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { _electron } from "playwright-core";
import { electronRuntime } from "#cli/electron-runtime.ts";
import { watchFaults } from "#test/support/hosts/browser.ts";
import type { PageHostKind } from "./page-host.ts";

/** The checkout; Electron begins with its bundle, `out/main/start.js`. */
const top = fileURLToPath(new URL("../..", import.meta.url));

/** The desktop in the real Electron, in its own window. */
export const electronHost: PageHostKind = {
  key: "electron",
  name: "desktop (Electron)",
  isOnRequest: true,
  isDesktop: true,
  hasViews: false,
  async start({ dataFolder, password }) {
    const executablePath = electronRuntime();
    if (executablePath === null) throw new Error("There is no Electron runtime here.");
    const app = await _electron.launch({
      executablePath,
      args: [top, "--data", dataFolder],
      env: environment(password),
      colorScheme: "light",
      timezoneId: "Europe/Helsinki",
    });
    return {
      async show() {
        const page = await app.firstWindow();
        const faults = watchFaults(page);
        await page.emulateMedia({ reducedMotion: "reduce" });
        await page.waitForSelector("main");
        return { page, faults };
      },
      async stop() {
        const program = app.process();
        if (program.exitCode !== null) return;
        const ended = once(program, "exit");
        // As the system's end of session does; asked to quit, it would ask back where files wait.
        program.kill("SIGTERM");
        await ended;
      },
    };
  },
};

function environment(password: string | null): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value;
  delete env.SKYFERRY_PASSWORD;
  return password === null ? env : { ...env, SKYFERRY_PASSWORD: password };
}
