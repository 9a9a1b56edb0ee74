import { connectToHost } from "#api/loopback/client.ts";
import type { Transport } from "#contract/transport.ts";
import { isRecordInUse } from "#domain/record-in-use.ts";
import { type EngineProcess, type EngineProcessParts, startEngine } from "./engine/engine-process.ts";

/** The host that this window shows: its engine, in a process of its own, or a daemon that was there before. */
export interface ShownHost {
  readonly transport: Transport;
  /** Null for a daemon, which runs by itself and goes on when the window is gone. */
  readonly engine: EngineProcess | null;
  /** After sleep. */
  wakeUp(): Promise<void>;
  /** Ends the engine, by force after `graceMs`, or lets go of the daemon. */
  close(graceMs: number): Promise<void>;
}

/** Attaches to the daemon of the data folder, else starts the engine. Gives one sentence where neither can be. */
export async function openHost(
  parts: Omit<EngineProcessParts, "isTaken">,
): Promise<ShownHost | { readonly message: string }> {
  const { dataFolder } = parts.start;
  const found = await attach(dataFolder);
  if (found !== null) return found;
  const engine = await startEngine({ ...parts, isTaken: () => isServed(dataFolder) });
  // A daemon may have come first in between.
  if ("message" in engine) return (await attach(dataFolder)) ?? engine;
  return {
    transport: engine.transport("station"),
    engine,
    wakeUp: () => engine.wakeUp(),
    close: (graceMs) => engine.stop(graceMs),
  };
}

const inUsePauseMs = 3_000;
/** The engine of a program that crashed ends within a minute, though one of its threads hangs in a dead drive. */
const inUsePauses = 20;

/** Opens the host by `open`, and again while another process, of which `onWait` hears once, has the record of uploads. */
export async function whenFree(
  open: () => ReturnType<typeof openHost>,
  sleep: (ms: number) => Promise<void>,
  onWait: () => void,
): ReturnType<typeof openHost> {
  for (let pauses = 0; ; pauses += 1) {
    const found = await open();
    if (!("message" in found) || !isRecordInUse(found.message) || pauses === inUsePauses) return found;
    if (pauses === 0) onWait();
    await sleep(inUsePauseMs);
  }
}

async function isServed(dataFolder: string): Promise<boolean> {
  const found = await connectToHost(dataFolder);
  if (found.kind !== "connected") return false;
  await found.close();
  return true;
}

async function attach(dataFolder: string): Promise<ShownHost | { readonly message: string } | null> {
  const found = await connectToHost(dataFolder);
  if (found.kind === "no-host") return null;
  if (found.kind === "error") return { message: found.message };
  const { transport } = found;
  return {
    transport,
    engine: null,
    async wakeUp() {
      await transport.call("tryNow", {});
      await transport.call("rescan", {});
    },
    close: () => found.close(),
  };
}
