import { openDataFolder } from "#compose/data-folder.ts";
import type { DataFolderOptions } from "#compose/data-folder-parts.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { StatusShown } from "#contract/status.ts";
import type { Log } from "#engine/ports/host.ts";
import { followStatus } from "#main/host-status.ts";
import { createLocalTransport } from "#test/support/hosts/local-transport.ts";
import { atMost } from "#test/support/limits.ts";
import { WarpClock } from "./warp-clock.ts";

/** The whole program in this process, as a host wires it, on a clock that can be moved ahead. */
export interface WholeStation {
  readonly clock: WarpClock;
  readonly log: Log;
  /** Notifications that were shown, repeats of the same left out: cause and title. */
  readonly notifications: readonly string[];
  call<M extends MethodName>(method: M, input: Input<M>): Promise<Reply<Output<M>>>;
  /** As `call`; throws where the answer is no value. */
  ask<M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>>;
  status(): Promise<StatusShown>;
  stop(): Promise<void>;
}

export type WholeStationOptions = Pick<DataFolderOptions, "dataFolder" | "keychain"> &
  Partial<Pick<DataFolderOptions, "env" | "passwordFile">> & { readonly clock?: WarpClock };

/** Opens and starts it; gives the sentence of why it cannot be opened. */
export async function startStation(
  options: WholeStationOptions,
): Promise<WholeStation | { readonly message: string }> {
  const { clock = new WarpClock() } = options;
  const opened = await openDataFolder({
    settingsFile: null,
    passwordFile: null,
    env: {},
    version: "0.0.0-test",
    ...options,
    clock,
  });
  if ("message" in opened) return opened;
  const host = await opened.startHost();
  if ("message" in host) {
    await opened.close();
    return host;
  }
  const notifications: string[] = [];
  const transport = createLocalTransport(host, (method, error) => {
    opened.log.error("internal error", { method, error });
  });
  const { call } = transport;
  const shell = followStatus(transport);
  shell.onNotification(({ cause, title, kind, isRepeat }) => {
    if (!isRepeat && kind !== "resolved") notifications.push(`${cause}: ${title}`);
  });
  const ask: WholeStation["ask"] = async (method, input) => {
    const reply = await call(method, input);
    if (!reply.ok) throw new Error(`${method}: ${reply.error.message}`);
    return reply.value;
  };
  return {
    clock,
    log: opened.log,
    notifications,
    call,
    ask,
    status: () => ask("status", {}),
    async stop() {
      shell.close();
      await host.stop();
      await opened.close();
    },
  };
}

/** Nothing of this is measured: it only ends a wait for what does not come. */
const longestWaitMs = 15_000;

/** Asks again and again until it is so; false when it did not come. */
export async function comesTrue(
  isSo: () => Promise<boolean> | boolean,
  mostMs = longestWaitMs,
): Promise<boolean> {
  const until = performance.now() + atMost(mostMs);
  while (!(await isSo())) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return true;
}

/** True while an upload is in flight. */
export function isBusy({ totals }: Pick<StatusShown, "totals">): boolean {
  return totals.hashing + totals.announcing + totals.sending > 0;
}
