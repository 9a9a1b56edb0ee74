import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { runCli, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** Signals are answered by the program alone: a library that answers one ends the process in the middle of its work. */

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
const probe = new URL("../support/hosts/hear-signals.mjs", import.meta.url).href;
const ours = { SIGTERM: 1, SIGINT: 1 };
/** On Windows no signal of another process can be heard; `npm run long -- windows` presses Ctrl-C there. */
const isDeaf = process.platform === "win32";

beforeAll(async () => {
  await place.write(liveName(dayFromToday(0), "first"), "one");
});

/** Gives the files that are in the data folder while a daemon runs there. */
const openFiles = () =>
  readdirSync(place.dataFolder)
    .filter((name) => name === "host.json" || name.endsWith("-wal"))
    .sort();
const heardIn = (name: string) => join(place.root, `${name}.json`);
const probed = (name: string) => ({
  env: { NODE_OPTIONS: `--import=${probe}`, SIGNALS_HEARD: heardIn(name) },
});

/** Who heard signals in a process that has ended, and what it had loaded. */
async function heardBy(name: string): Promise<unknown> {
  const { listeners, loaded } = JSON.parse(await readFile(heardIn(name), "utf8"));
  const meddlers = loaded.filter((url: string) =>
    /\/node_modules\/(when-exit|signal-exit|exit-hook)\//.test(url),
  );
  return { listeners, meddlers };
}

test.skipIf(isDeaf).each(["SIGTERM", "SIGINT"] as const)(
  "%s ends the daemon with 0; its record is closed and its address is gone",
  async (signal) => {
    const daemon = startCli(["daemon", "--data", place.dataFolder], probed(signal));
    await daemon.ready;
    expect(openFiles()).toEqual(["host.json", expect.stringMatching(/-wal$/)]);
    const end = await daemon.stop(signal);
    expect({ code: end.code, signal: end.signal, stderr: end.stderr }).toEqual({
      code: 0,
      signal: null,
      stderr: "",
    });
    expect(openFiles()).toEqual([]);
    expect(await heardBy(signal)).toEqual({ listeners: ours, meddlers: [] });
  },
);

test.each([["--version"], ["submit"], ["status"], ["explain", "x"], ["import-submit-config", "nowhere.py"]])(
  "%s leaves signals to the program",
  async (command, ...words) => {
    const data = command === "--version" ? [] : ["--data", place.dataFolder];
    await runCli([command, ...words, ...data], probed(command));
    expect(await heardBy(command)).toEqual({ listeners: ours, meddlers: [] });
  },
);

test.skipIf(isDeaf)("the bundled portal ends with 0 when it is asked to", async () => {
  const running = startCli(["mock-portal", "--data", join(place.root, "portal")], probed("mock-portal"));
  await running.ready;
  const { code, signal } = await running.stop();
  expect({ code, signal }).toEqual({ code: 0, signal: null });
  expect(await heardBy("mock-portal")).toEqual({ listeners: ours, meddlers: [] });
});
