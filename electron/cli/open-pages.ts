import { spawn } from "node:child_process";
import path from "node:path";
import { electronRuntime, hasDisplay } from "./electron-runtime.ts";

/** How the pages of a host are shown to the person who started it. */
export type Opening =
  /** The desktop's window, attached to the host that runs. */
  | { readonly kind: "window"; readonly program: string; readonly args: readonly string[] }
  | { readonly kind: "browser"; readonly program: string; readonly args: readonly string[] }
  /** No screen: the printed address has to do. */
  | { readonly kind: "none" };

interface OpeningFacts {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Path of the Electron program; null where there is none. */
  readonly runtime: string | null;
}

/** What opens the pages here: the window where there is an Electron runtime, else the system's browser. */
export function openingOf(ui: string, dataFolder: string, facts: OpeningFacts): Opening {
  const { platform, env, runtime } = facts;
  if (!hasDisplay(platform, env)) return { kind: "none" };
  if (runtime !== null) {
    const top = path.join(import.meta.dirname, "../..");
    return { kind: "window", program: runtime, args: [top, "--data", dataFolder] };
  }
  if (platform === "win32")
    // The empty pair of quotes is the title that `start` takes first.
    return { kind: "browser", program: "cmd", args: ["/c", "start", '""', ui.replaceAll("&", "^&")] };
  return { kind: "browser", program: platform === "darwin" ? "open" : "xdg-open", args: [ui] };
}

/** Shows the pages, if this PC can; never fails, as the address is printed anyway. */
export function openPages(ui: string, dataFolder: string, env: NodeJS.ProcessEnv): void {
  const opening = openingOf(ui, dataFolder, { platform: process.platform, env, runtime: electronRuntime() });
  if (opening.kind === "none") return;
  const { SKYFERRY_PASSWORD: _, ...childEnv } = env;
  const child = spawn(opening.program, opening.args, { env: childEnv, stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
