import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type FreshCheckout,
  freshCheckout,
  halfProgram,
  type MirrorMood,
  putRuntime,
} from "#test/support/hosts/electron-mirror.ts";
import { type OrdinaryUser, ordinaryUser } from "#test/support/hosts/ordinary-user.ts";
import { atMost } from "#test/support/limits.ts";
import { copyDemoSeed } from "#test/support/portals/demo-portal.ts";

/** `npm start` in a checkout as `npm ci` leaves it, with a display and a browser that are stand-ins. */
let user: OrdinaryUser | string;
let checkout: FreshCheckout;

beforeAll(async () => {
  user = process.platform === "linux" ? await ordinaryUser() : "the stand-ins are scripts of Linux";
  checkout = await freshCheckout({ hasSources: true });
});
const running: Start[] = [];
beforeEach(async () => {
  checkout.mirror.mood = "complete";
  checkout.mirror.requests.length = 0;
  for (const name of [
    ...(await checkout.left()).map((left) => `node_modules/electron/${left}`),
    "cache",
    "data",
    "did",
  ])
    await rm(path.join(checkout.folder, name), { recursive: true, force: true });
});
afterEach(async () => {
  for (const run of running.splice(0)) {
    run.signal("SIGTERM");
    await run.end;
  }
});
afterAll(() => checkout.remove());

interface Start {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly end: Promise<readonly [number | null, NodeJS.Signals | null]>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Gives the arguments that browser and window were given. */
  readonly did: () => Promise<string>;
}

interface Wishes {
  readonly mood?: MirrorMood;
  /** Script of the window, in place of one that tells its arguments. */
  readonly script?: string;
  readonly command?: "start.ts" | "skyferry.ts demo";
  readonly words?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts it as an ordinary user; `xdg-open` and the window write into `did` what they were given. */
async function start(
  skip: (note: string) => never,
  { mood = "complete", script = "", command = "start.ts", words = [], env = {} }: Wishes,
): Promise<Start> {
  if (typeof user === "string") return skip(user);
  const { folder } = checkout;
  checkout.mirror.mood = mood;
  const bin = path.join(folder, "bin");
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, "xdg-open"), '#!/bin/sh\necho "browser $1" >> "$HOME/did"\n', {
    mode: 0o755,
  });
  await user.own(folder);
  const { uid } = user.options;
  const [entry = "", ...rest] = command.split(" ");
  const file = path.join(folder, "electron/cli", entry);
  const child = spawn(process.execPath, [file, ...rest, "--data", path.join(folder, "data"), ...words], {
    env: {
      ...checkout.env,
      PATH: `${bin}:${checkout.env.PATH}`,
      NODE_COMPILE_CACHE: path.join(folder, "compiled"),
      WINDOW_DOES: script,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const run: Start = {
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    end: once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>,
    signal: (signal) => void child.kill(signal),
    did: () => readFile(path.join(folder, "did"), "utf8").catch(() => ""),
  };
  running.push(run);
  return run;
}

const soon = { timeout: atMost(50_000), interval: 50 };

describe("npm start", () => {
  test("fetches the runtime once and opens the window with what it was given", async ({ skip }) => {
    const run = await start(skip, {});
    expect(await run.end).toEqual([0, null]);
    expect(await run.did()).toBe(`window ${checkout.folder}/ --data ${checkout.folder}/data\n`);
    expect(run.stderr()).toBe("Downloading the Electron runtime, once for this checkout.\n");
  });

  test("from a program that leaves its own variables to others opens the window all the same", async ({
    skip,
  }) => {
    const env = { ELECTRON_RUN_AS_NODE: "1", APPIMAGE: "/opt/Editor.AppImage", APPDIR: "/tmp/.mount_Editor" };
    const run = await start(skip, { env });
    expect(await run.end).toEqual([0, null]);
    expect(await run.did()).toBe(`window ${checkout.folder}/ --data ${checkout.folder}/data\n`);
  });

  test("without the runtime says why in one line and opens the browser", async ({ skip }) => {
    const run = await start(skip, { mood: "404" });
    await expect.poll(run.did, soon).toMatch(/^browser http:\/\/127\.0\.0\.1:\d+\/#token=\S+\n$/);
    expect(run.stdout()).toMatch(
      /^There is no window: 127\.0\.0\.1:\d+ answered 404\. The pages open in the browser instead\.\nSkyferry is running; Ctrl-C stops it\. Its pages: http:\S+\n$/,
    );
    run.signal("SIGTERM");
    expect((await run.end)[0]).toBe(0);
  });

  test("with a runtime that does not start says so and opens the browser", async ({ skip }) => {
    const run = await start(skip, { script: "exit 127" });
    await expect.poll(run.did, soon).toContain("browser http");
    expect(run.stdout()).toContain("There is no window: Electron ended at once (exit code 127)");
  });

  test.for([
    ["the name of its program", "path.txt"],
    ["a file of its own", "dist/resources.pak"],
    ["its version", "dist/version"],
  ] as const)("with a runtime that lacks %s fetches it again", async ([_, name], { skip }) => {
    await putRuntime(checkout, "#!/bin/sh\n");
    await rm(path.join(checkout.home, name));
    const run = await start(skip, {});
    expect(await run.end).toEqual([0, null]);
    expect(await run.did()).toContain("window ");
    expect(checkout.mirror.requests).toHaveLength(1);
  });

  test("with a program that was emptied by a power failure fetches it again", async ({ skip }) => {
    await putRuntime(checkout, "");
    const run = await start(skip, {});
    expect(await run.end).toEqual([0, null]);
    expect(await run.did()).toContain("window ");
  });

  test("with half a program says which folder to delete, and opens the browser", async ({ skip }) => {
    await putRuntime(checkout, halfProgram());
    const run = await start(skip, {});
    await expect.poll(run.did, soon).toMatch(/^browser http/);
    expect(run.stdout().split("\n")[0]).toBe(
      `There is no window: the Electron runtime is damaged; delete the folder ${checkout.home}/dist, and the next start downloads it again. The pages open in the browser instead.`,
    );
    expect(run.stderr()).not.toMatch(/\n +at /);
  });

  test("with a program that the system refuses at once says so in one line", async ({ skip }) => {
    await putRuntime(checkout, "#!/bin/sh\n");
    const writer = await open(path.join(checkout.home, "dist/electron"), "a");
    const run = await start(skip, {});
    await expect.poll(run.did, soon).toMatch(/^browser http/);
    await writer.close();
    expect(run.stdout()).toMatch(
      /^There is no window: Electron cannot be started \(spawn ETXTBSY\)\. The pages/,
    );
    expect(run.stderr()).not.toMatch(/\n +at /);
  });

  test("with a window that starts itself again after a mistake says so and opens no browser", async ({
    skip,
  }) => {
    const run = await start(skip, { script: "exit 70" });
    expect(await run.end).toEqual([70, null]);
    expect(run.stdout()).toBe(
      "Skyferry had an internal error and is starting again by itself (exit code 70).\n",
    );
    expect(await run.did()).not.toContain("browser");
  });

  test("that is ended while it fetches ends at once, without a station", async ({ skip }) => {
    const asked = checkout.mirror.asked();
    const run = await start(skip, { mood: "stops in the middle" });
    await asked;
    run.signal("SIGINT");
    expect(await run.end).toEqual([130, null]);
    expect(run.stdout()).toBe("");
    expect(await checkout.left()).toEqual([]);
  });

  test.for([
    ["--no-open", { words: ["--no-open"] }, false],
    ["CI", { env: { CI: "1" } }, true],
  ] as const)("with %s fetches nothing", async ([_, wishes, opensBrowser], { skip }) => {
    const run = await start(skip, wishes);
    await expect.poll(run.stdout, soon).toContain("Its pages: http");
    if (opensBrowser) await expect.poll(run.did, soon).toContain("browser http");
    run.signal("SIGTERM");
    await run.end;
    expect(checkout.mirror.requests).toEqual([]);
    expect(run.stderr()).not.toContain("Fetching");
    if (!opensBrowser) expect(await run.did()).toBe("");
  });
});

describe("the demo", () => {
  test(
    "fetches the runtime and opens the window on its own station",
    async ({ skip }) => {
      // Its 62 days of data take seconds to make.
      const data = path.join(checkout.folder, "data");
      await rm(data, { recursive: true, force: true });
      copyDemoSeed(path.join(data, "portal"));
      const run = await start(skip, {
        command: "skyferry.ts demo",
        words: ["--seconds", "1"],
        env: { ELECTRON_RUN_AS_NODE: "1" },
      });
      await expect
        .poll(run.did, { ...soon, timeout: atMost(150_000) })
        .toContain(`--data ${checkout.folder}/data`);
      expect(run.stdout()).toContain(
        "Downloading the Electron runtime, once for this checkout.\nOpening the bundled portal",
      );
      run.signal("SIGKILL");
      await run.end;
    },
    atMost(180_000),
  );

  test("that is ended while it fetches ends at once, without a station", async ({ skip }) => {
    const asked = checkout.mirror.asked();
    const run = await start(skip, { command: "skyferry.ts demo", mood: "stops in the middle" });
    await asked;
    run.signal("SIGINT");
    expect((await run.end)[0]).toBe(130);
    expect(run.stdout()).toBe("Downloading the Electron runtime, once for this checkout.\n");
  });
});
