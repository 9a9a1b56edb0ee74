import { rm } from "node:fs/promises";
import { afterEach, beforeEach } from "vitest";
import type { Bridge } from "#contract/bridge.ts";
import type { Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { exposeBridge } from "#preload/bridge.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import type { FakeWindow } from "#test/support/fake-electron/fake-window.ts";
import {
  type DesktopOptions,
  type DesktopUnderTest,
  startDesktopUnderTest,
} from "#test/support/hosts/desktop-under-test.ts";

/** Desktops of the test that runs, on one data folder that goes with it. */
export interface DesktopsOfTest {
  readonly dataFolder: string;
  start(options?: Partial<DesktopOptions>): Promise<DesktopUnderTest>;
}

/** For the file that calls this. */
export function desktopsOfTest(): DesktopsOfTest {
  const running: DesktopUnderTest[] = [];
  let dataFolder = "";
  beforeEach(async () => {
    dataFolder = await makeScratch("skyferry-desktop-");
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.close()));
    // A process that ends writes its last line of the log.
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
  });
  return {
    get dataFolder() {
      return dataFolder;
    },
    async start(options = {}) {
      const started = await startDesktopUnderTest({ dataFolder, ...options });
      running.push(started);
      return started;
    },
  };
}

export function bridgeOf(host: { window(): FakeWindow }): Bridge {
  const { page } = host.window().webContents;
  if (!page.exposed.has("skyferry")) exposeBridge(page);
  return page.exposed.get("skyferry") as Bridge;
}

export async function factsOf(host: DesktopUnderTest): Promise<Output<"shell.facts">> {
  const reply = (await bridgeOf(host).call("shell.facts", {})) as Reply<Output<"shell.facts">>;
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
}
