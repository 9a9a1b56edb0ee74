import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a program and gives what it wrote; rejects where it is missing, fails or takes too long. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string>;

const question = ["org.freedesktop.DBus", "NameHasOwner", "org.kde.StatusNotifierWatcher"] as const;

/**
 * True when this desktop shows tray icons. Windows and macOS always do. On Linux the desktop must run a watcher for
 * them (StatusNotifierItem); where nobody can say so, the answer is false, so that the window stays within reach.
 */
export async function hasTrayArea(platform: NodeJS.Platform, run: RunProgram): Promise<boolean> {
  if (platform !== "linux") return true;
  const [bus, method, name] = question;
  const ways: readonly (readonly [string, readonly string[]])[] = [
    ["busctl", ["--user", "call", bus, "/org/freedesktop/DBus", bus, method, "s", name]],
    ["dbus-send", ["--session", "--print-reply", `--dest=${bus}`, "/", `${bus}.${method}`, `string:${name}`]],
    [
      "gdbus",
      ["call", "--session", "--dest", bus, "--object-path", "/", "--method", `${bus}.${method}`, name],
    ],
  ];
  for (const [program, args] of ways) {
    const said = await run(program, args).catch(() => null);
    if (said !== null) return /\btrue\b/.test(said);
  }
  return false;
}

/** After login a desktop may take so long until its bar is there. */
const askAgainMs = [5_000, 15_000, 60_000] as const;

/** Asks some times more, and calls `onFound` at most once. Ends with what it gives. */
export function awaitTrayArea(parts: {
  readonly ask: () => Promise<boolean>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly onFound: () => void;
}): () => void {
  let isOver = false;
  void (async () => {
    let waitedMs = 0;
    for (const atMs of askAgainMs) {
      await parts.sleep(atMs - waitedMs);
      waitedMs = atMs;
      if (isOver) return;
      if (!(await parts.ask())) continue;
      if (!isOver) parts.onFound();
      return;
    }
  })();
  return () => {
    isOver = true;
  };
}

/** Runs programs of this PC, each for at most two seconds. */
export const runProgram: RunProgram = async (program, args) => {
  const { stdout } = await promisify(execFile)(program, [...args], { timeout: 2_000, encoding: "utf8" });
  return stdout;
};
