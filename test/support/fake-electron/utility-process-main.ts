import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { isMainThread } from "node:worker_threads";
import { becomeElectron, resourcesOf } from "./electron-identity.ts";
import { FakePort } from "./fake-ports.ts";
import type { FromUtility, ToUtility } from "./fake-utility-process.ts";

/**
 * Loaded before a script that is forked as a utility process: gives it `process.parentPort` and no other channel to its parent.
 * A message that was posted in the turn of `process.exit` is lost. Nothing but `process.exit` ends the process. Without its
 * parent it tears itself down, which a thread that hangs holds up for a minute.
 */
const ports = new Map<number, FakePort>();
const send = process.send?.bind(process);

const post = (message: FromUtility): void => {
  // After this turn: a process that exits in it takes its messages with it.
  setImmediate(() => send?.(message));
};

class ParentPort extends EventEmitter {
  #waiting: unknown[] | null = [];

  constructor() {
    super();
    this.on("newListener", (event) => {
      if (event !== "message") return;
      queueMicrotask(() => {
        const waiting = this.#waiting ?? [];
        this.#waiting = null;
        for (const message of waiting) this.emit("message", message);
      });
    });
  }

  postMessage(message: unknown): void {
    post({ type: "message", data: structuredClone(message) });
  }

  hear(message: { readonly data: unknown; readonly ports: readonly FakePort[] }): void {
    if (this.#waiting === null) this.emit("message", message);
    else this.#waiting.push(message);
  }
}

async function becomeUtilityProcess(): Promise<void> {
  const parentPort = new ParentPort();
  Object.assign(process, { parentPort, send: undefined });
  becomeElectron("utility", resourcesOf(process.argv[1] ?? ""));

  process.on("message", (message: ToUtility) => {
    if (message.type === "message") {
      const given = message.ports.map((id) => {
        const port = new FakePort({
          send: (data) => post({ type: "port", id, data }),
          close: () => post({ type: "close", id }),
        });
        ports.set(id, port);
        return port;
      });
      parentPort.hear({ data: message.data, ports: given });
    } else if (message.type === "port") ports.get(message.id)?.hear(message.data);
    else ports.get(message.id)?.hearClose();
  });
  // It tears down what it has, which a thread in a dead drive holds up; after a minute the system's own kill is due.
  process.on("disconnect", () => {
    if (process.env.HANGING_PIPE !== undefined)
      spawn("/bin/sh", ["-c", `sleep 60; kill -9 ${process.pid}`], {
        detached: true,
        stdio: "ignore",
      }).unref();
    process.exit(0);
  });
  setInterval(() => {}, 2 ** 30);
  // Faults by which a test disturbs it: a mistake of the program, drives that hang.
  process.on("SIGUSR2", () => {
    throw new Error("planted in the engine");
  });
  if (process.env.HANGING_PIPE !== undefined) await import("#test/support/hosts/hang-threads.ts");
}

/** Its threads load this file, too. */
if (isMainThread) await becomeUtilityProcess();
