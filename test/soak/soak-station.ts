import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectToHost } from "#api/loopback/client.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import { type Running, startDaemon, startPortalProcess } from "#test/support/hosts/station-under-test.ts";
import { startWire, type Wire } from "#test/support/portals/wire.ts";
import type { RequestTally } from "./request-tally.ts";

/** A daemon, its portal and the line between them, each a process of its own. */
export interface SoakStation {
  readonly root: string;
  readonly dataFolder: string;
  readonly wire: Wire;
  daemon(): Running;
  /** How often a daemon was started. */
  lives(): number;
  portal(): Running & { readonly url: string };
  /** Its requests until then are counted. */
  killPortal(): Promise<void>;
  startPortal(): Promise<void>;
  startDaemon(): Promise<void>;
  /** Sets the password that the daemon finds in its password file from now on. */
  setPassword(password: string): Promise<void>;
  /** Asks the daemon; null where it does not answer. */
  ask<M extends MethodName>(method: M, input: Input<M>, withinMs?: number): Promise<Output<M> | null>;
  /** Kills what runs. */
  close(): Promise<void>;
}

/** The password that the portal takes. */
export const rightPassword = "station";

/** Starts a portal and its line below `root`; the daemon is not started yet. */
export async function makeSoakStation(root: string, tally: RequestTally): Promise<SoakStation> {
  const dataFolder = join(root, "data");
  const portalFolder = join(root, "portal");
  const passwordFile = join(root, "password");
  await mkdir(dataFolder, { recursive: true });
  const startPortal = () => startPortalProcess(portalFolder, { isDetached: true });
  let portal = await startPortal();
  const wire = await startWire(() => portal.url);
  let daemon: Running | null = null;
  let lives = 0;
  const running = (): Running => {
    if (daemon === null) throw new Error("the daemon was never started");
    return daemon;
  };
  const setPassword = (password: string) => writeFile(passwordFile, password, { mode: 0o600 });
  await setPassword(rightPassword);
  return {
    root,
    dataFolder,
    wire,
    daemon: running,
    lives: () => lives,
    portal: () => portal,
    async killPortal() {
      await tally.read(portal.url);
      await portal.kill();
      tally.startAnew();
    },
    async startPortal() {
      portal = await startPortal();
    },
    async startDaemon() {
      const words = ["--password-file", passwordFile];
      lives += 1;
      daemon = startDaemon({ root, dataFolder }, { words, isDetached: true });
      if ((await daemon.ready) === null) throw new Error(`the daemon did not start: ${daemon.stderr()}`);
    },
    setPassword,
    async ask(method, input, withinMs = 3_000) {
      const host = await connectToHost(dataFolder, { aliveWithinMs: withinMs, answerWithinMs: withinMs });
      if (host.kind !== "connected") return null;
      try {
        const reply = await host.transport.call(method, input);
        return reply.ok ? reply.value : null;
      } finally {
        await host.close();
      }
    },
    async close() {
      await Promise.all([daemon?.kill(), portal.kill()]);
      await wire.close();
    },
  };
}
