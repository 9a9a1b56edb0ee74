import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type PortalProcess, startPortalProcess } from "./portal-process.ts";
import { md5, startTinyPortal } from "./tiny-portal.ts";

let dataFolder: string;
let running: PortalProcess | undefined;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "mock-portal-"));
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
    const lanes = ["a", "b", "c"].map((name) => lane(name).catch(() => undefined));
    // The kill strikes while three uploads are under way, at a moment that nobody chose.
    while (confirmed.size < before + 20 + round * 7) await new Promise((resolve) => setTimeout(resolve, 1));
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
