import { type ChildProcess, fork } from "node:child_process";
import { EventEmitter } from "node:events";
import { constants } from "node:os";
import type { ForkOptions, UtilityProcess, utilityProcess } from "electron";
import { type FakePort, otherEndOf } from "./fake-ports.ts";

/** Messages of the parent to `utility-process-main.ts`; ports go by number. */
export type ToUtility =
  | { readonly type: "message"; readonly data: unknown; readonly ports: readonly number[] }
  | { readonly type: "port"; readonly id: number; readonly data: unknown }
  | { readonly type: "close"; readonly id: number };

export type FromUtility =
  | { readonly type: "message"; readonly data: unknown }
  | { readonly type: "port"; readonly id: number; readonly data: unknown }
  | { readonly type: "close"; readonly id: number };

const preload = new URL("./utility-process-main.ts", import.meta.url).href;
const asarFiles = new URL("./asar-files.ts", import.meta.url).href;

type Member = "kill" | "pid" | "postMessage" | "stderr" | "stdout";

/** `utilityProcess`: a real process of plain Node that is given Electron's `process.parentPort`. */
class FakeUtilityProcess extends EventEmitter implements Pick<UtilityProcess, Member> {
  /** Undefined until it has spawned and after its end. */
  pid: number | undefined;
  stdout: NodeJS.ReadableStream | null = null;
  stderr: NodeJS.ReadableStream | null = null;
  #child: ChildProcess | null = null;
  /** The ends here of the ports that were handed on, by number. */
  readonly #ports = new Map<number, FakePort>();
  #wasKilled = false;
  readonly #how: Pick<FakeUtilityProcesses, "end" | "start">;

  constructor(
    script: string,
    args: string[],
    options: ForkOptions,
    how: Pick<FakeUtilityProcesses, "end" | "start">,
  ) {
    super();
    this.#how = how;
    const { start } = how;
    if (start !== "starts") {
      if (start === "exits") setImmediate(() => this.emit("exit", 1));
      return;
    }
    const { stdio = "inherit" } = options;
    const [, stdout, stderr] = typeof stdio === "string" ? [stdio, stdio, stdio] : stdio;
    const child = fork(script, args, {
      env: (options.env ?? process.env) as NodeJS.ProcessEnv,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      // A rejection that nobody handles causes a warning only.
      execArgv: [
        ...(script.includes(".asar") ? ["--import", asarFiles] : []),
        "--import",
        preload,
        "--unhandled-rejections=warn",
        ...(options.execArgv ?? []),
      ],
      serialization: "advanced",
      stdio: ["ignore", stdout as "pipe", stderr as "pipe", "ipc"],
    });
    this.#child = child;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    child.once("spawn", () => {
      this.pid = child.pid;
      this.emit("spawn");
    });
    child.on("message", (message: FromUtility) => this.#hear(message));
    child.once("exit", (code, signal) => this.#end(code, signal));
    child.once("error", () => this.#end(1, null));
  }

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    const data: unknown = structuredClone(message);
    const handed = transfer.map((port) => this.#handOn(port as FakePort));
    this.#send({ type: "message", data, ports: handed.map(({ id }) => id) });
    for (const { id, arrived } of handed)
      for (const early of arrived) this.#send({ type: "port", id, data: early });
  }

  kill(): boolean {
    if (this.pid === undefined) return false;
    this.#wasKilled = true;
    return this.#child?.kill("SIGTERM") ?? false;
  }

  #handOn(port: FakePort): { readonly id: number; readonly arrived: readonly unknown[] } {
    const arrived = port.handOn();
    const id = this.#ports.size;
    const stays = otherEndOf(port, {
      send: (message) => this.#send({ type: "port", id, data: message }),
      close: () => this.#send({ type: "close", id }),
    });
    this.#ports.set(id, stays);
    return { id, arrived };
  }

  #send(message: ToUtility): void {
    if (this.#child?.connected === true) this.#child.send(message, () => {});
  }

  #hear(message: FromUtility): void {
    if (message.type === "message") this.emit("message", message.data);
    else if (message.type === "port") this.#ports.get(message.id)?.hear(message.data);
    else this.#ports.get(message.id)?.hearClose();
  }

  #end(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#how.end === "untold") return;
    // After `kill` the exit code is 0; after another signal it is the signal's number.
    const said = code ?? (this.#wasKilled ? 0 : signal === null ? 1 : constants.signals[signal]);
    this.pid = undefined;
    const streams = [this.stdout, this.stderr];
    this.emit("exit", said);
    // Output that was not read by then is lost.
    for (const stream of streams) stream?.removeAllListeners();
    this.stdout = null;
    this.stderr = null;
    setImmediate(() => {
      for (const port of this.#ports.values()) port.hearClose();
    });
  }
}

/** A process that the system cannot start gives `exit`, or nothing at all. */
export type FakeStart = "starts" | "exits" | "nothing";

export interface FakeUtilityProcesses extends Pick<typeof utilityProcess, "fork"> {
  /** Those that run now: their ids, by name. */
  children(): readonly { readonly name: string; readonly pid: number }[];
  /** Way in which the next processes start. */
  start: FakeStart;
  /** `untold`: of one that ends now nothing is heard, and it keeps its number. */
  end: "told" | "untold";
}

/** The entry point of it, for an app that `isReady`. */
export function fakeUtilityProcess(isReady: () => boolean): FakeUtilityProcesses {
  const forked: { readonly name: string; readonly child: UtilityProcess }[] = [];
  const processes: FakeUtilityProcesses = {
    start: "starts",
    end: "told",
    fork(script, args = [], options = {}) {
      if (!isReady()) throw new Error("utilityProcess cannot be created before app is ready.");
      const child = new FakeUtilityProcess(script, args, options, processes) as unknown as UtilityProcess;
      forked.push({ name: options.serviceName ?? "Node Utility Process", child });
      return child;
    },
    children: () => forked.flatMap(({ name, child: { pid } }) => (pid === undefined ? [] : [{ name, pid }])),
  };
  return processes;
}
