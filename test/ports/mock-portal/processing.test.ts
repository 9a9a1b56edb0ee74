import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { lidarPid, uuid } from "./tiny-catalogue.ts";
import { portalOfEachTest, startTinyPortal } from "./tiny-portal.ts";

const delaySeconds = 300;
const tiny = portalOfEachTest({ processingDelaySeconds: delaySeconds });

type File = Record<string, unknown> & {
  uuid: string;
  checksum: string;
  downloadUrl: string;
  sourceFileIds: string[];
};
const day = "site=hyytiala&date=2024-05-08";

async function deliver(content: string, fields: Record<string, unknown> = {}): Promise<void> {
  await tiny.announce(content, fields);
  await tiny.send(content);
}

async function process(): Promise<void> {
  tiny.advance(delaySeconds * 1000);
  await tiny.portal.processDue();
}

async function statuses(): Promise<unknown[]> {
  const raw: { filename: string; status: string }[] = await tiny.json(`/api/raw-files?${day}`);
  return raw.map(({ filename, status }) => [filename, status]).toSorted();
}

const attribute = Buffer.from("file_uuid");

test("before the delay a raw file stays `uploaded`, after it it is `processed`", async () => {
  await deliver("one", { filename: "a.LV1" });
  tiny.advance(delaySeconds * 1000 - 1);
  await tiny.portal.processDue();
  expect(await statuses()).toEqual([["a.LV1", "uploaded"]]);
  tiny.advance(1);
  await tiny.portal.processDue();
  expect(await statuses()).toEqual([["a.LV1", "processed"]]);
});

describe("one product version of a day's raw files", () => {
  test("a File: NetCDF-4 that carries its uuid, with the stated SHA-256 and size", async () => {
    await deliver("one", { filename: "a.LV1" });
    await deliver("two", { filename: "b.LV1" });
    await process();
    const files: File[] = await tiny.json(`/api/files?${day}`);
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({
      product: { id: "radar" },
      instrument: { uuid: uuid(901) },
      measurementDate: "2024-05-08",
      format: "HDF5 (NetCDF4)",
    });
    const file: File = await tiny.json(`/api/files/${files[0]?.uuid}`);
    expect(file.sourceFileIds).toHaveLength(2);
    const bytes = Buffer.from(await (await fetch(file.downloadUrl)).arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe("HDF");
    expect(bytes.includes(attribute) && bytes.includes(Buffer.from(file.uuid))).toBe(true);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(file.checksum);
    expect(String(bytes.length)).toBe(file.size);
  });

  test("a Visualization with PNG plots of the product's variables", async () => {
    await deliver("one");
    await process();
    const [plots]: {
      visualizations: { s3key: string; productVariable: { id: string }; dimensions: object }[];
    }[] = await tiny.json(`/api/visualizations?${day}`);
    expect(plots?.visualizations.map(({ productVariable }) => productVariable.id)).toEqual([
      "radar-Zh",
      "radar-v",
    ]);
    for (const { s3key, dimensions } of plots?.visualizations ?? []) {
      const png = Buffer.from(await (await tiny.get(`/api/download/image/${s3key}`)).arrayBuffer());
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect(dimensions).toMatchObject({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });
    }
  });

  test("another instrument, day or site has a product of its own", async () => {
    await deliver("one");
    await deliver("two", { measurementDate: "2024-05-07" });
    await deliver("three", { site: "bare" });
    await deliver("four", { instrument: "halo-doppler-lidar", instrumentPid: lidarPid, tags: ["co"] });
    await process();
    const files: { product: { id: string } }[] = await tiny.json(
      "/api/files?dateFrom=2024-05-07&dateTo=2024-05-08",
    );
    expect(files.map(({ product }) => product.id).toSorted()).toEqual(["lidar", "radar", "radar", "radar"]);
  });
});

test("a changed raw file makes a new version: allVersions shows both, without it only the new one", async () => {
  await deliver("one");
  await process();
  const [first]: File[] = await tiny.json(`/api/files?${day}`);
  await deliver("one, longer");
  await process();
  const [current, ...others]: File[] = await tiny.json(`/api/files?${day}`);
  expect(others).toEqual([]);
  expect(current?.uuid).not.toBe(first?.uuid);
  const all: File[] = await tiny.json(`/api/files?${day}&allVersions`);
  expect(all.map(({ uuid: id }) => id)).toEqual([current?.uuid, first?.uuid]);
  expect(new Set(all.map(({ version }) => version)).size).toBe(2);
  expect((await fetch(String(first?.downloadUrl))).status).toBe(200);
  expect(await tiny.json(`/api/files/${first?.uuid}`)).toMatchObject({ checksum: first?.checksum });
});

test("a further raw file of the day makes a new version from both", async () => {
  await deliver("one", { filename: "a.LV1" });
  await process();
  await deliver("two", { filename: "b.LV1" });
  await process();
  const [current]: File[] = await tiny.json(`/api/files?${day}`);
  const file: File = await tiny.json(`/api/files/${current?.uuid}`);
  expect(file.sourceFileIds).toHaveLength(2);
});

test("content that begins with `invalid` becomes `invalid` and is not used", async () => {
  await deliver("invalid content", { filename: "a.LV1" });
  await process();
  expect(await statuses()).toEqual([["a.LV1", "invalid"]]);
  expect(await tiny.json(`/api/files?${day}`)).toEqual([]);
  await deliver("good", { filename: "b.LV1" });
  await process();
  const [current]: File[] = await tiny.json(`/api/files?${day}`);
  const file: File = await tiny.json(`/api/files/${current?.uuid}`);
  expect(file.sourceFileIds).toHaveLength(1);
});

test("a file that is announced again before its processing waits for its content", async () => {
  await deliver("one");
  await tiny.announce("two");
  await process();
  expect(await statuses()).toEqual([["240508_120000_P09_ZEN.LV1", "created"]]);
});

test("a file that is announced again while it is being processed keeps waiting for its content", async () => {
  await deliver("one");
  tiny.advance(delaySeconds * 1000);
  const processed = tiny.portal.processDue();
  await tiny.announce("two");
  await processed;
  expect(await statuses()).toEqual([["240508_120000_P09_ZEN.LV1", "created"]]);
});

test("what waits for processing survives a restart, and the control route processes it at once", async () => {
  await deliver("one");
  const { dataFolder } = tiny;
  await tiny.portal.close();
  Object.assign(tiny, await startTinyPortal({ dataFolder, processingDelaySeconds: delaySeconds }));
  await tiny.portal.processDue();
  expect((await statuses())[0]).toContain("uploaded");
  await fetch(`${tiny.portal.url}/__control/process`, { method: "POST" });
  expect(await tiny.statusOf("one")).toBe("processed");
});

test("the timer processes by itself", async () => {
  const real = await startTinyPortal({ processingDelaySeconds: 0, clock: { nowMs: () => Date.now() } });
  await real.announce("one");
  await real.send("one");
  await expect.poll(() => real.statusOf("one")).toBe("processed");
  await real.end();
});
