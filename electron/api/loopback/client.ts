import type { Transport } from "#contract/transport.ts";
import { readHostFile } from "./host-file.ts";

export type HostFound =
  | { readonly kind: "connected"; readonly transport: Transport; close(): Promise<void> }
  /** Nothing runs on this data folder; what a dead host has left counts as nothing. */
  | { readonly kind: "no-host" }
  /** Something runs and cannot be asked. `message` says what to do. */
  | { readonly kind: "error"; readonly message: string };

export interface ClientOptions {
  /** For the first sign of life. */
  readonly aliveWithinMs?: number;
  /** For the answer to a call; a rescan or a question to the portal takes its time. */
  readonly answerWithinMs?: number;
  /** An event stream that says nothing for so long is lost; the host says something every 15 s. */
  readonly silenceMs?: number;
  /** First pause before a lost event stream is opened again; grows to 20 times of it. */
  readonly reconnectMs?: number;
}

/** Finds the host of a data folder by its `host.json` and speaks with it over loopback. Never changes the folder. */
export async function connectToHost(dataFolder: string, options: ClientOptions = {}): Promise<HostFound> {
  const found = await readHostFile(dataFolder);
  if (found.kind === "error") return found;
  if (found.kind === "none" || !isAlive(found.record.pid)) return { kind: "no-host" };
  // Loaded where there is somebody to speak with.
  const { connectTo } = await import("./client-connection.ts");
  return await connectTo(dataFolder, found.record, options);
}

/** True when a process with this id runs, of any user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
