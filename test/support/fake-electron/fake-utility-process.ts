import { fork } from "node:child_process";
import { EventEmitter } from "node:events";
import { fileURLToPath } from "node:url";
import type { ForkOptions, UtilityProcess, utilityProcess } from "electron";

const entry = fileURLToPath(new URL("./utility-process-main.ts", import.meta.url));

/** `utilityProcess`: a plain Node process that is given Electron's `process.parentPort`. */
class FakeUtilityProcess extends EventEmitter implements Pick<UtilityProcess, "kill" | "postMessage"> {
  readonly #child;

  constructor(script: string, args: string[], options: ForkOptions) {
    super();
    this.#child = fork(entry, [script, ...args], {
      env: options.env as NodeJS.ProcessEnv,
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.on("message", (message) => this.emit("message", message));
    this.#child.on("exit", (code) => this.emit("exit", code ?? 1));
    this.#child.on("error", () => this.emit("exit", 1));
  }

  postMessage(message: unknown): void {
    this.#child.send(message as object, () => {});
  }

  kill(): boolean {
    return this.#child.kill("SIGKILL");
  }
}

/** The entry point of it. */
export const fakeUtilityProcess = {
  fork: (script: string, args: string[] = [], options: ForkOptions = {}) =>
    new FakeUtilityProcess(script, args, options) as unknown as UtilityProcess,
} satisfies Pick<typeof utilityProcess, "fork">;
