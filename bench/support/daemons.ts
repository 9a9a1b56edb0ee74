import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { connectToHost } from "#api/loopback/client.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import type { Transport } from "#contract/transport.ts";
import { checkout, type Program } from "./programs.ts";

/** A real `skyferry daemon`, in a process of its own. */
export interface Daemon {
  readonly pid: number;
  /** From the start of the process to its first line, milliseconds. */
  readonly readyMs: number;
  readonly transport: Transport;
  /** Asks the host; throws where it refuses. */
  ask<M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts `skyferry daemon` on a data folder without waiting until it is ready. */
export function spawnDaemon(dataFolder: string, program: Program = checkout): ChildProcess {
  return spawn(process.execPath, [program.entry, "daemon", "--data", dataFolder], {
    env: { ...process.env, ...program.env, SKYFERRY_PASSWORD: "station" },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Ends a child and waits until it has gone. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "close");
  child.kill(signal);
  await gone;
}

/** Starts `skyferry daemon` and connects to it; throws when it does not come up. */
export async function startDaemon(dataFolder: string, program: Program = checkout): Promise<Daemon> {
  const startedAt = performance.now();
  const child = spawnDaemon(dataFolder, program);
  if (child.stdout === null || child.pid === undefined) throw new Error("the daemon did not start");
  await once(createInterface({ input: child.stdout }), "line");
  const readyMs = performance.now() - startedAt;
  const found = await connectToHost(dataFolder);
  if (found.kind !== "connected") throw new Error(`the daemon cannot be asked: ${found.kind}`);
  const { transport } = found;
  return {
    pid: child.pid,
    readyMs,
    transport,
    async ask(method, input) {
      const reply = await transport.call(method, input);
      if (!reply.ok) throw new Error(`${method}: ${reply.error.message}`);
      return reply.value;
    },
    async stop(signal = "SIGTERM") {
      await found.close();
      await ended(child, signal);
    },
  };
}
