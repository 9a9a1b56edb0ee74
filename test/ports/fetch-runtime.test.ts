import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { electronRuntime } from "#cli/electron-runtime.ts";
import { type FetchPlace, findRuntime } from "#cli/fetch-runtime.ts";
import { type FreshCheckout, freshCheckout, type MirrorMood } from "#test/support/hosts/electron-mirror.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";
import { atMost } from "#test/support/limits.ts";

/** The runtime of Electron, fetched from a stand-in for its mirror by the real packages that Electron brings. */
const patience = { downloadMs: 600_000, leastBytes: 250_000, unpackMs: 600_000 };
const impatience = { ...patience, downloadMs: atMost(2_000) };
let checkout: FreshCheckout;
let said: string;

beforeEach(async () => {
  checkout = await freshCheckout();
  said = "";
});
afterEach(() => checkout.remove());

const find = (more: Partial<FetchPlace> = {}) =>
  findRuntime({
    env: checkout.env,
    output: { write: (text) => (said += text) },
    stopping: new AbortController().signal,
    home: checkout.home,
    platform: "linux",
    isRoot: false,
    ...more,
  });

const onLinux = describe.skipIf(process.platform !== "linux");

onLinux("the first start", () => {
  test("fetches the whole runtime and says that it does", async () => {
    const program = path.join(checkout.home, "dist", "electron");
    expect(await find()).toEqual({ kind: "found", program });
    expect(await readFile(program, "utf8")).toContain("window");
    expect((await checkout.left()).toSorted()).toEqual(["dist", "path.txt"]);
    expect(said).toBe("Downloading the Electron runtime, once for this checkout.\n");
  });

  test("is the only one that fetches it", async () => {
    await find();
    expect((await find()).kind).toBe("found");
    expect(checkout.mirror.requests).toHaveLength(1);
  });

  test("of another checkout takes what was downloaded from the cache, unless it is damaged there", async () => {
    await find();
    const [folder = ""] = await readdir(path.join(checkout.folder, "cache"));
    const [zip = ""] = await readdir(path.join(checkout.folder, "cache", folder));
    for (const requests of [1, 2]) {
      await rm(path.join(checkout.home, "dist"), { recursive: true });
      expect((await find()).kind).toBe("found");
      expect(checkout.mirror.requests).toHaveLength(requests);
      await truncate(path.join(checkout.folder, "cache", folder, zip), 1_000_000);
    }
  });

  test("shows on a terminal how far it is, on one line that it takes away again", async () => {
    await find({ output: { write: (text) => (said += text), isTTY: true, columns: 100 } });
    expect(said).toMatch(/\d+ [kM]?B of 3\.0 MB, \d+ s left|unpacking/);
    expect(said).not.toContain("\n");
    expect(said.endsWith("\r\x1b[K")).toBe(true);
  });

  test("beside another one: both find a whole runtime", async () => {
    const both = await Promise.all([find(), find()]);
    expect(both.map(({ kind }) => kind)).toEqual(["found", "found"]);
    expect((await checkout.left()).toSorted()).toEqual(["dist", "path.txt"]);
  });

  test("that is slower than another one leaves its runtime alone: a window may run on it", async () => {
    checkout.mirror.mood = "waits for release";
    const asked = checkout.mirror.asked();
    const slow = find({
      env: { ...checkout.env, electron_config_cache: path.join(checkout.folder, "other") },
      // It waits as long as the other one takes.
      patience,
    });
    await asked;
    checkout.mirror.mood = "complete";
    await find();
    const { ino } = await stat(path.join(checkout.home, "dist"));
    checkout.mirror.release();
    expect((await slow).kind).toBe("found");
    expect((await stat(path.join(checkout.home, "dist"))).ino).toBe(ino);
    expect((await checkout.left()).toSorted()).toEqual(["dist", "path.txt"]);
  });

  test("goes through the proxy of the environment, or of npm", async () => {
    const asked: string[] = [];
    // HTTP is tunnelled as HTTPS is.
    const proxy = createServer().on("connect", (from, socket) => {
      asked.push(from.url ?? "");
      const line = connect(Number(new URL(checkout.mirror.url).port), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        line.pipe(socket).pipe(line);
      });
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const env = {
      ...checkout.env,
      ELECTRON_MIRROR: "http://mirror.example/",
      npm_config_https_proxy: address,
    };
    expect((await find({ env })).kind).toBe("found");
    expect(asked).toEqual(["mirror.example:80"]);
    proxy.closeAllConnections();
    proxy.close();
  });

  test("takes what Electron's own installer left half unpacked for no runtime", async () => {
    await mkdir(path.join(checkout.home, "dist"));
    await writeFile(path.join(checkout.home, "dist", "electron"), "half");
    expect(electronRuntime(checkout.home)).toBeNull();
    expect((await find()).kind).toBe("found");
    expect(await readFile(path.join(checkout.home, "dist", "electron"), "utf8")).toContain("window");
  });

  test("removes what a killed one left behind", async () => {
    // No process has this number: Linux gives at most 2^22.
    const left = path.join(checkout.home, "fetch-4194305");
    await mkdir(left);
    await find();
    expect(existsSync(left)).toBe(false);
  });
});

onLinux("a runtime that cannot be fetched", () => {
  test.each<[MirrorMood, RegExp, typeof patience]>([
    ["another file", /^what came is not the published runtime \(its checksum differs\)$/, patience],
    ["404", /^127\.0\.0\.1:\d+ answered 404$/, patience],
    ["never answers", /^nothing arrived within \d+ s$/, impatience],
    ["stops in the middle", /^the download is stuck or too slow \(0 B in \d+ s\)$/, impatience],
    ["trickles", /^the download is stuck or too slow \(\d+ B in \d+ s\)$/, impatience],
    ["is cut in the middle", /^the download failed \(.+\)$/, patience],
  ])("as the mirror's answer is %j: says why, and leaves nothing", async (mood, reason, patience) => {
    checkout.mirror.mood = mood;
    expect(await find({ patience })).toEqual({ kind: "none", reason: expect.stringMatching(reason) });
    expect(await checkout.left()).toEqual([]);
  });

  test("as nobody listens there: says so at once", async () => {
    await checkout.mirror.close();
    const found = await find({ patience });
    expect(found).toEqual({ kind: "none", reason: expect.stringContaining("ECONNREFUSED") });
  });

  test("as the disk is full: says so, and leaves nothing", async ({ skip }) => {
    const disk = await makeSmallDisk(2_000);
    if (typeof disk === "string") return skip(disk);
    const full = await freshCheckout({ home: disk.folder });
    try {
      const found = await find({ home: full.home, env: full.env });
      expect(found).toEqual({ kind: "none", reason: "there is no room on the disk" });
      expect(await full.left()).toEqual([]);
    } finally {
      await full.remove();
      await disk.remove();
    }
  });

  test("because the operator ended it: ends at once, and leaves nothing", async () => {
    checkout.mirror.mood = "stops in the middle";
    const stopping = new AbortController();
    const asked = checkout.mirror.asked();
    const found = find({ stopping: stopping.signal, patience });
    await asked;
    stopping.abort();
    expect(await found).toEqual({ kind: "stopped" });
    expect(await checkout.left()).toEqual([]);
  });
});

describe("nothing is fetched", () => {
  test.each<[string, Partial<FetchPlace>, string | null]>([
    ["in CI", { env: { CI: "true", DISPLAY: ":0" } }, null],
    ["without a display", { env: {} }, null],
    ["in an installed program, which has no package of Electron", { home: null }, null],
    ["by root", { isRoot: true }, "Electron does not run as root; start Skyferry as another user"],
  ])("%s", async (_, more, reason) => {
    expect(await find(more)).toEqual({ kind: "none", reason });
    expect(checkout.mirror.requests).toEqual([]);
    expect(said).toBe("");
  });
});
