import { once } from "node:events";
import { readFileSync, watch } from "node:fs";
import { chmod, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectServiceManager } from "#cli/service-manager.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

let folder: string;
let heard: string;
/** As systemd's own tool is called: one variable a word, the socket in the environment. */
const tool = `#!/bin/sh\nprintf '%s\\n' "$@" . >> "$NOTIFY_SOCKET"\n`;
const unheard = (message: string): never => {
  throw new Error(message);
};

beforeEach(async () => {
  folder = await makeScratch("skyferry-notify-");
  heard = path.join(folder, "heard");
  await writeFile(heard, "");
  await writeFile(path.join(folder, "systemd-notify"), tool);
  await chmod(path.join(folder, "systemd-notify"), 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const env = (watchdogUsec?: string): NodeJS.ProcessEnv => ({
  PATH: `${folder}:/usr/bin:/bin`,
  NOTIFY_SOCKET: heard,
  WATCHDOG_USEC: watchdogUsec,
});
/** Whole ones; the last may be half written. */
const messages = () => readFileSync(heard, "utf8").split("\n.\n").slice(0, -1);

async function untilHeard(count: number): Promise<readonly string[]> {
  const watcher = watch(heard);
  while (messages().length < count) await once(watcher, "change");
  watcher.close();
  return messages();
}

test.skipIf(process.platform === "win32")(
  "systemd hears that it is ready, lives, how it is, and that it ends",
  async () => {
    const manager = connectServiceManager({
      env: env(),
      alive: async () => "All is well\nREADY=0",
      onFailed: unheard,
    });
    await manager.ready();
    await untilHeard(2);
    await manager.stopping();
    expect(messages()).toEqual(["READY=1", "WATCHDOG=1\nSTATUS=All is well\\nREADY=0", "STOPPING=1"]);
  },
);

test.skipIf(process.platform === "win32")(
  "an engine that does not answer gives no sign of life, however well the timer runs",
  async () => {
    let isHung = true;
    let asked = 0;
    const alive = async () => {
      asked += 1;
      // The 4th time it answers: all that was heard until then is what a hung engine lets systemd hear.
      if (asked === 4) isHung = false;
      if (asked === 1) throw new Error("The ledger fails.");
      return isHung ? await new Promise<string>(() => {}) : "again";
    };
    const manager = connectServiceManager({ env: env("300000"), alive, onFailed: unheard });
    await manager.ready();
    const [first, second] = await untilHeard(2);
    await manager.stopping();
    expect([first, second]).toEqual(["READY=1", "WATCHDOG=1\nSTATUS=again"]);
    expect(asked).toBeGreaterThanOrEqual(4);
  },
);

test("without a socket nothing is started or asked", async () => {
  const alive = () => unheard("asked");
  const manager = connectServiceManager({ env: { PATH: folder }, alive, onFailed: unheard });
  await manager.ready();
  await manager.stopping();
  expect(messages()).toEqual([]);
});

test("where systemd-notify is not there it is told once", async () => {
  const told: string[] = [];
  const parts = {
    env: { PATH: "/nonexistent", NOTIFY_SOCKET: heard },
    alive: async () => "fine",
    onFailed: (said: string) => void told.push(said),
  };
  const manager = connectServiceManager(parts);
  await manager.ready();
  await manager.stopping();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^systemd-notify cannot be started .*: this daemon cannot report to systemd\.$/);
});
