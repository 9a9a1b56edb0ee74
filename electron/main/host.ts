import { createLocalTransport } from "#api/local-transport.ts";
import { connectToHost } from "#api/loopback/client.ts";
import type { RunningHost } from "#compose/host.ts";
import { openStation, type Station, type StationOptions } from "#compose/station.ts";
import type { Transport } from "#contract/transport.ts";

/** The host that this window shows: its own, or a daemon that was there before. */
export interface ShownHost {
  /** True for a daemon that runs by itself and goes on when the window is gone. */
  readonly isAttached: boolean;
  readonly transport: Transport;
  /** Null for a daemon, which has a log of its own. */
  readonly log: Station["log"] | null;
  /** Address of its pages on loopback; null for a daemon. */
  readonly ui: string | null;
  /** Resolves with one or two sentences when its record was taken away; null for a daemon, which sees to itself. */
  readonly lost: Promise<string> | null;
  /** After sleep. */
  wakeUp(): Promise<void>;
  /** Ends the own host, or lets go of the daemon. */
  close(): Promise<void>;
}

/** Attaches to the daemon of the data folder, else opens the station. One sentence where neither can be. */
export async function openHost(options: StationOptions): Promise<ShownHost | { readonly message: string }> {
  const { dataFolder } = options;
  const found = await attach(dataFolder);
  if (found !== null) return found;
  await using ends = new AsyncDisposableStack();
  const station = await openStation(options);
  // A daemon may have come first in between.
  if ("message" in station) return (await attach(dataFolder)) ?? station;
  ends.defer(() => station.close());
  const running = await station.startHost(0);
  if ("message" in running) return running;
  ends.defer(() => running.stop());
  const { log } = station;
  const opened = ends.move();
  return {
    isAttached: false,
    transport: localTransport(running, log),
    log,
    ui: running.ui,
    lost: running.lost,
    wakeUp: () => running.wakeUp(),
    close: () => opened.disposeAsync(),
  };
}

/** A host of this process, spoken with over the contract. */
export function localTransport(running: RunningHost, log: Station["log"]): Transport {
  return createLocalTransport(running, (method, error) =>
    log.error(`A call of ${method} failed.`, { error: error instanceof Error ? error.stack : String(error) }),
  );
}

async function attach(dataFolder: string): Promise<ShownHost | { readonly message: string } | null> {
  const found = await connectToHost(dataFolder);
  if (found.kind === "no-host") return null;
  if (found.kind === "error") return { message: found.message };
  const { transport } = found;
  return {
    isAttached: true,
    transport,
    log: null,
    ui: null,
    lost: null,
    async wakeUp() {
      await transport.call("tryNow", {});
      await transport.call("rescan", {});
    },
    close: () => found.close(),
  };
}
