import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bridgeOf, desktopsOfTest } from "./desktops-of-test.ts";

/** The whole desktop, and its engine's process ends or hangs. */
const desktops = desktopsOfTest();
const logOf = () => readFile(join(desktops.dataFolder, "logs", "skyferry.log"), "utf8");

/** A desktop, its engine's process, and a file that a person has added. Waits are over when `over` is called with them. */
async function running() {
  const pending: { readonly ms: number; readonly end: () => void }[] = [];
  const host = await desktops.start({
    sleep: (ms, signal) =>
      new Promise((end) => {
        signal?.addEventListener("abort", () => end());
        pending.push({ ms, end });
      }),
  });
  const engine = host.fake.utilityProcesses.children().find(({ name }) => name === "Skyferry engine");
  const added = join(desktops.dataFolder, "added", "a.nc");
  await mkdir(join(desktops.dataFolder, "added"), { recursive: true });
  await writeFile(added, "content");
  return {
    host,
    pid: engine?.pid ?? 0,
    reveal: () => bridgeOf(host).call("shell.reveal", { path: added }),
    over: (which: number) => {
      for (const { ms, end } of pending) if (ms === which) end();
    },
    waits: () => pending.map(({ ms }) => ms),
  };
}

test("an end from outside leaves a line in the log while no other process has started", async () => {
  const { pid } = await running();
  expect(await logOf()).not.toContain("the engine's process ended");
  process.kill(pid, "SIGKILL");
  await expect.poll(logOf).toMatch(/ error the engine's process ended .*"code":/);
});

test("a clicked path is followed by the engine alone: without it there is no answer", async () => {
  const { host, pid, reveal } = await running();
  expect(await reveal()).toMatchObject({ ok: true });
  expect(host.fake.shell.revealed).toHaveLength(1);
  process.kill(pid, "SIGKILL");
  await expect.poll(logOf).toContain("the engine's process ended");
  expect(await reveal()).toMatchObject({ ok: false, error: { code: "no-answer" } });
  expect(host.fake.shell.revealed).toHaveLength(1);
});

test("a click on a path waits 5 s for an engine that hangs", async () => {
  const { host, pid, reveal, over, waits } = await running();
  process.kill(pid, "SIGSTOP");
  try {
    const asked = reveal();
    await expect.poll(waits).toContain(5_000);
    over(5_000);
    expect(await asked).toMatchObject({ ok: false, error: { code: "no-answer" } });
    expect(host.fake.shell.revealed).toEqual([]);
  } finally {
    process.kill(pid, "SIGCONT");
  }
});
