import { ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorText } from "#base/text.ts";
import { hasDisplay } from "./electron-runtime.ts";
import { runtimeFault } from "./runtime-fault.ts";
import { sandboxRemedy } from "./sandbox.ts";

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

/** A window that is gone within this never opened. */
const soonMs = 10_000;

/** A window that quits has ended by then. */
const endsWithinMs = 5_000;

/** Tells what opens the pages here: the window where there is an Electron runtime, else the system's browser. */
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

/**
 * Shows the pages, if this PC can; never fails, as the address is printed anyway. A window that does not open is
 * explained to `say`, and the browser opened in its place. Gives what ends the window, if there is one, and waits for that
 * up to 5 s.
 */
export function openPages(
  ui: string,
  dataFolder: string,
  { env, runtime }: Pick<OpeningFacts, "env" | "runtime">,
  say: (line: string) => void,
): () => Promise<void> {
  const opening = openingOf(ui, dataFolder, { platform: process.platform, env, runtime });
  if (opening.kind === "none") return async () => {};
  const { SKYFERRY_PASSWORD: _, ...childEnv } = env;
  const child = startWindow(opening.program, opening.args, {
    env: childEnv,
    stdio: "ignore",
    detached: true,
  });
  child.unref();
  if (opening.kind === "browser") {
    child.on("error", () => {});
    return async () => {};
  }
  void failedStart(child, opening.program).then((reason) => {
    if (reason === null) return;
    say(noWindow(reason));
    openPages(ui, dataFolder, { env, runtime: null }, say);
  });
  return () => endWindow(child);
}

/** As `spawn`, which throws some refusals of the system, as Windows' of half a program: here each is an `error` of the child. */
export function startWindow(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  try {
    return spawn(program, args, options);
  } catch (error) {
    const child = new ChildProcess();
    process.nextTick(() => child.emit("error", error));
    return child;
  }
}

/** Asks the window to quit, as a session does that ends. */
async function endWindow(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  // There a signal would be the end at once, of one of its processes.
  if (process.platform === "win32")
    spawn("taskkill", ["/PID", `${child.pid}`], { stdio: "ignore" }).on("error", () => {});
  else child.kill("SIGTERM");
  await Promise.race([ended, sleep(endsWithinMs, null, { ref: false })]);
}

/** Gives the line that is said where the browser has to do. */
export function noWindow(reason: string): string {
  return `There is no window: ${reason}. The pages open in the browser instead.`;
}

/** The window's exit code after a mistake (EX_SOFTWARE): it has started itself again. */
export const startsAgainCode = 70;

/** Why a window that was just started is gone again; null when it stays for `soonMs`, was closed, or starts itself again. */
export async function failedStart(child: ChildProcess, program: string): Promise<string | null> {
  const over = new AbortController();
  try {
    const stays = sleep(soonMs, null, { ref: false, signal: over.signal }).catch(() => null);
    const ended = (await Promise.race([once(child, "exit"), stays])) as
      | readonly [number | null, NodeJS.Signals | null]
      | null;
    if (ended === null || ended[0] === 0 || ended[0] === startsAgainCode) return null;
    const fault = await runtimeFault(program);
    if (fault !== null) return fault;
    const [code, signal] = ended;
    const remedy = sandboxRemedy(program);
    return `Electron ended at once (${signal ?? `exit code ${code}`})${remedy === null ? "" : `: ${remedy}`}`;
  } catch (error) {
    const fault = await runtimeFault(program);
    return fault ?? `Electron cannot be started (${errorText(error)})`;
  } finally {
    over.abort();
  }
}
