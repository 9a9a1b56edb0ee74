import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Wish } from "#test/support/fake-electron/electron-main.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface ElectronProcessOptions {
  /** Program that Electron runs. Left out: the bundle of this run, or the sources where there is none. */
  readonly entry?: string;
  readonly appData: string;
  readonly words?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** As `compileSignalAddon` gives it. */
  readonly signalAddon?: string | null;
  /** Further words for Node: what is loaded before the program. */
  readonly execArgv?: readonly string[];
  /** As another user: root alone may. */
  readonly uid?: number;
}

/** Messages that the process sent by itself: the words of its next start, boxes that stop it, its exit. */
export type Told =
  | { readonly relaunch: { readonly execPath?: string; readonly args?: readonly string[] } }
  | { readonly errorBox: string }
  | { readonly exit: number; readonly hasLock: boolean };

/** The desktop as a process of its own, on the fake `electron`. */
export interface ElectronProcess {
  readonly pid: number;
  readonly told: readonly Told[];
  output(): string;
  ask<T>(wish: Wish): Promise<T>;
  /** Resolves with code and signal when the process is gone. */
  readonly exited: Promise<readonly [number | null, NodeJS.Signals | null]>;
  kill(signal: NodeJS.Signals): void;
}

/** Lets plain Node run what lies in an archive, as Electron does. */
export const asarFiles = new URL("../fake-electron/asar-files.ts", import.meta.url).href;
const desktop = process.env.SKYFERRY_TESTED_DESKTOP ?? at("../../../electron/main/start.ts");

/** Starts it; resolves at once. */
export function startElectronProcess(options: ElectronProcessOptions): ElectronProcess {
  const { appData, words = [], env, signalAddon = null, execArgv = [] } = options;
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = fork(at("../fake-electron/electron-main.ts"), [options.entry ?? desktop, ...words], {
    cwd: appData,
    env: {
      PATH,
      HOME: appData,
      SKYFERRY_PASSWORD: "station",
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
      ...env,
      FAKE_ELECTRON: JSON.stringify({ appData, signalAddon }),
    },
    execArgv: [...(options.entry?.includes(".asar") ? ["--import", asarFiles] : []), ...execArgv],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  const told: Told[] = [];
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  child.on("message", (message: Told | { id: number; value?: unknown; error?: string }) => {
    if (!("id" in message)) return void told.push(message);
    const asked = waiting.get(message.id);
    if (message.error === undefined) asked?.resolve(message.value);
    else asked?.reject(new Error(message.error));
  });
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  void exited.then(() => {
    for (const asked of waiting.values()) asked.reject(new Error(`it has ended: ${output}`));
  });
  return {
    pid: child.pid ?? -1,
    told,
    output: () => output,
    ask<T>(wish: Wish) {
      lastId += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(lastId, asked);
      child.send({ id: lastId, wish }, (error) => {
        if (error !== null) asked.reject(error);
      });
      return asked.promise as Promise<T>;
    },
    exited,
    kill: (signal) => void child.kill(signal),
  };
}

/** Compiles the addon that takes signals, into this folder; null where there is no C compiler. */
export function compileSignalAddon(folder: string): Promise<string | null> {
  return compile(at("../fake-electron/take-signals.c"), join(folder, "take-signals.node"));
}

/** The environment of a process whose drives have no locks: each one fails with `NO_LOCKS`; null where there is no C compiler. */
export async function withoutLocks(folder: string, error: number): Promise<NodeJS.ProcessEnv | null> {
  const library = await compile(at("./no-locks.c"), join(folder, "no-locks.so"));
  return library === null ? null : { LD_PRELOAD: library, NO_LOCKS: String(error) };
}

async function compile(source: string, target: string): Promise<string | null> {
  return await promisify(execFile)("cc", ["-shared", "-fPIC", "-o", target, source, "-ldl"]).then(
    () => target,
    () => null,
  );
}
