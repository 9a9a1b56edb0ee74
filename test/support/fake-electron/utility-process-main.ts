import { EventEmitter } from "node:events";
import { pathToFileURL } from "node:url";

/** Runs a script with `process.parentPort`, as Electron's utility process does. */
class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message);
  }
}

const parentPort = new ParentPort();
Object.assign(process, { parentPort });
const waiting: unknown[] = [];
const hear = (message: unknown) => void waiting.push(message);
process.on("message", hear);
await import(pathToFileURL(process.argv[2] ?? "").href);
process.off("message", hear);
process.on("message", (message) => parentPort.emit("message", { data: message, ports: [] }));
for (const message of waiting) parentPort.emit("message", { data: message, ports: [] });
