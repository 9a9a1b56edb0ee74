import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { type RunningCli, startCli } from "#test/support/hosts/cli-run.ts";
import { foundIn, openToOthers, spellingsOf } from "./traces.ts";

/** Traces of a running station in its processes: their arguments, which every user sees, and their environment. */

const password = "only-for-the-portal-17";
const entered = "entered-in-the-window-18";
const needles = [
  ...spellingsOf("the password", "station", password),
  ...spellingsOf("the entered password", "station", entered),
];
const place = ofAllTests(
  () => makeCliPlace("http://127.0.0.1:9"),
  (one) => one.remove(),
);
let daemon: RunningCli;

beforeAll(async () => {
  daemon = startCli(["daemon", "--data", place.dataFolder], { password });
  await daemon.ready;
});
afterAll(() => daemon.stop("SIGKILL"));

/**
 * Arguments and environment of every child that a process has now. A child that ended meanwhile shows nothing; one that has not
 * yet begun its own program still shows its parent's.
 */
function childrenOf(pid: number): readonly { readonly args: Buffer; readonly env: Buffer }[] {
  const own = read(`/proc/${pid}/cmdline`);
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).toString().split(" "),
  );
  return children
    .filter((child) => child !== "")
    .map((child) => ({ args: read(`/proc/${child}/cmdline`), env: read(`/proc/${child}/environ`) }))
    .filter(({ args, env }) => args.length > 0 && env.length > 0 && !args.equals(own));
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

test.skipIf(process.platform !== "linux")("its own arguments hold no secret", async () => {
  const token = new URL((await daemon.ready).ui ?? "").hash.slice("#token=".length);
  const secrets = [...needles, { name: "the token", bytes: Buffer.from(token) }];
  expect(foundIn(read(`/proc/${daemon.pid}/cmdline`), secrets)).toEqual([]);
  // The system shows this to the same user and to the administrator alone.
  expect(foundIn(read(`/proc/${daemon.pid}/environ`), needles)).toContain("the password as it is");
});

test.skipIf(process.platform !== "linux")(
  "the keychain's process is told neither by arguments nor by environment",
  async () => {
    let isOver = false;
    const kept = askHost(place.dataFolder, "settings.setPassword", { password: entered }).finally(() => {
      isOver = true;
    });
    let seen = 0;
    const found = new Set<string>();
    while (!isOver) {
      for (const { args, env } of childrenOf(daemon.pid)) {
        seen += 1;
        for (const name of [...foundIn(args, needles), ...foundIn(env, needles)]) found.add(name);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await kept;
    expect(seen).toBeGreaterThan(0);
    expect([...found]).toEqual([]);
  },
);

test.skipIf(process.platform === "win32")(
  "in a folder that others may read, they may read no file of its own",
  () => {
    expect(openToOthers(place.dataFolder)).toEqual([
      expect.stringMatching(/data 0755$/),
      // The operator wrote it, and the operator decides who reads it.
      expect.stringMatching(/settings\.json 0644$/),
    ]);
  },
);
