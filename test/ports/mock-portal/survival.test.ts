import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { request as open } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { everywhere, md5, startTinyPortal } from "./tiny-portal.ts";

let dataFolder: string;
let running: PortalProcess | undefined;
beforeEach(async () => {
  dataFolder = await makeScratch("mock-portal-");
});
afterEach(async () => {
  await running?.kill();
  running = undefined;
  await rm(dataFolder, { recursive: true, force: true });
});

type Raw = { checksum: string; filename: string; status: string; downloadUrl: string };

async function rawFiles({ url }: PortalProcess): Promise<Raw[]> {
  return (await (await fetch(`${url}/api/raw-files?site=hyytiala`)).json()) as Raw[];
}

test("records, content, acceptances and the seed survive a restart", async () => {
  const first = await startTinyPortal({ dataFolder });
  await first.announce("one");
  await first.send("one");
  await first.announce("two", { filename: "two.LV1" });
  await first.portal.close();
  const second = await startTinyPortal({ dataFolder });
  const raw: Raw[] = await second.json("/api/raw-files?date=2024-05-08");
  expect(raw.map(({ status }) => status).toSorted()).toEqual(["created", "uploaded"]);
  const uploaded = raw.find(({ status }) => status === "uploaded");
  expect(await (await fetch(String(uploaded?.downloadUrl))).text()).toBe("one");
  expect(second.portal.acceptances()).toMatchObject([{ checksum: md5("one") }]);
  expect((await second.send("two")).status).toBe(201);
  await second.end();
});

test("what was answered before a SIGKILL is there after it, byte for byte, at any moment of the kill", async () => {
  const confirmed = new Set<string>();
  for (let round = 0; round < 4; round++) {
    const portal = await startPortalProcess(dataFolder);
    running = portal;
    const lane = async (name: string): Promise<void> => {
      for (let i = 0; ; i++) {
        const content = Buffer.from(`${round}${name}${i} `.repeat(1 + ((i * 977) % 9000)));
        if ((await portal.announce(content, `r${round}${name}${i}.LV1`)) !== 200) throw new Error("refused");
        if ((await portal.send(md5(content), [content])) === 201) confirmed.add(md5(content));
      }
    };
    const before = confirmed.size;
    const ends: unknown[] = [];
    const lanes = ["a", "b", "c"].map((name) => lane(name).catch((error: unknown) => ends.push(error)));
    // The kill strikes while three uploads are under way, at a moment that nobody chose.
    while (confirmed.size < before + 20 + round * 7) {
      if (ends.length === lanes.length)
        throw new AggregateError(ends, `no upload goes on: ${String(ends[0])}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await portal.kill();
    await Promise.all(lanes);
  }
  const portal = await startPortalProcess(dataFolder);
  running = portal;
  const raw = await rawFiles(portal);
  const uploaded = raw.filter(({ status }) => status !== "created");
  expect(uploaded.length).toBeGreaterThanOrEqual(confirmed.size);
  const kept = new Set<string>();
  for (const { checksum, downloadUrl } of uploaded) {
    expect(md5(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()))).toBe(checksum);
    kept.add(checksum);
  }
  expect([...confirmed].filter((checksum) => !kept.has(checksum))).toEqual([]);
  expect(await readdir(join(dataFolder, "incoming"))).toEqual([]);
});

test("a start that was killed while seeding seeds again", async () => {
  const failing = startTinyPortal({
    dataFolder,
    seed: async (target) => {
      target.insert({
        products: [{ id: "half", humanReadableName: "Half", type: ["instrument"], experimental: false }],
      });
      throw new Error("power cut");
    },
  });
  await expect(failing).rejects.toThrow("power cut");
  const tiny = await startTinyPortal({ dataFolder });
  const products: { id: string }[] = await tiny.json("/api/products");
  expect(products.map(({ id }) => id)).toEqual(["categorize", "lidar", "model", "radar"]);
  await tiny.end();
});

test("a 300 MB upload does not grow memory, and its MD5 is checked as it streams", async () => {
  const portal = await startPortalProcess(dataFolder);
  running = portal;
  const piece = Buffer.alloc(1 << 20, "sky");
  const pieces = Array.from({ length: 300 }, () => piece);
  const hash = createHash("md5");
  for (const bytes of pieces) hash.update(bytes);
  const checksum = hash.digest("hex");
  // The first upload warms up what any upload needs.
  await portal.announce(piece, "small.LV0");
  await portal.send(md5(piece), [piece]);
  const before = await portal.peakBytes();
  expect(await portal.announce(checksum, "big.LV0")).toBe(200);
  expect(await portal.send(checksum, pieces)).toBe(201);
  expect((await portal.peakBytes()) - before).toBeLessThan(150e6);
  const big = (await rawFiles(portal)).find(({ filename }) => filename === "big.LV0");
  expect(big).toMatchObject({ size: String(300 << 20), status: "uploaded" });
});

const entry = fileURLToPath(new URL("../../support/hosts/mock-portal-main.ts", import.meta.url));

/** The radar of every seed. */
const radar = {
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  instrumentPid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
};

/** A portal with the empty seed in a process of its own. */
type PortalProcess = {
  url: string;
  peakBytes(): Promise<number>;
  kill(): Promise<void>;
  announce(content: string | Buffer, filename: string): Promise<number>;
  /** Status of a PUT of `size` bytes made of these pieces. */
  send(checksum: string, pieces: Iterable<Buffer>): Promise<number | undefined>;
};

/** Starts it; `kill` is SIGKILL. */
async function startPortalProcess(dataFolder: string, processingDelaySeconds = 300): Promise<PortalProcess> {
  const options = JSON.stringify({ dataFolder, seed: "empty", processingDelaySeconds });
  const child: ChildProcess = fork(entry, [options], { execArgv: [], stdio: "inherit" });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return {
    url,
    peakBytes: async () => {
      child.send("memory");
      const [{ maxRssBytes }] = (await once(child, "message")) as [{ maxRssBytes: number }];
      return maxRssBytes;
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    announce: async (content, filename) => {
      const checksum = content.length === 32 ? String(content) : md5(content);
      const response = await fetch(`${url}/upload/metadata`, {
        method: "POST",
        headers: { authorization: everywhere, "content-type": "application/json" },
        body: JSON.stringify({ ...radar, measurementDate: "2024-05-08", filename, checksum }),
      });
      await response.arrayBuffer();
      return response.status;
    },
    send: (checksum, pieces) =>
      new Promise((resolve, reject) => {
        const request = open(`${url}/upload/data/${checksum}`, {
          method: "PUT",
          headers: { authorization: everywhere, "transfer-encoding": "chunked" },
        });
        request.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
        void write(request, pieces);
      }),
  };
}

async function write(request: ReturnType<typeof open>, pieces: Iterable<Buffer>): Promise<void> {
  for (const piece of pieces) if (!request.write(piece)) await once(request, "drain");
  request.end();
}
