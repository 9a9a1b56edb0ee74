import { rm, writeFile } from "node:fs/promises";
import { request as open } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MockPortalRefusal, readOptionFiles, startMockPortal } from "#mock-portal/portal.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { uuid } from "./tiny-catalogue.ts";
import { portalOfAllTests, startTinyPortal } from "./tiny-portal.ts";
import { tinySeed } from "./tiny-seed.ts";

const tiny = portalOfAllTests();
let folder: string;
beforeAll(async () => {
  folder = await makeScratch("mock-portal-");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A GET that shows what is on the wire. */
function raw(
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    open(tiny.portal.url + path, { headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(pieces) }));
    })
      .on("error", reject)
      .end();
  });
}

describe("docs/portal/api.md: responses may be gzip-compressed when a client asks for it", () => {
  const path = "/api/files?site=hyytiala&allVersions";
  test("asked for: gzip that unpacks to the plain answer", async () => {
    const plain = await raw(path, {});
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const packed = await raw(path, { "accept-encoding": "deflate, gzip;q=0.8" });
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.length).toBeLessThan(plain.body.length);
  });
  test.each(["identity", "gzip;q=0", "br"])("accept-encoding %s: plain", async (acceptEncoding) => {
    const answer = await raw(path, { "accept-encoding": acceptEncoding });
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });
  test("downloads are never compressed", async () => {
    const [file]: { downloadUrl: string }[] = await tiny.json("/api/files?date=2024-05-09");
    const answer = await raw(new URL(String(file?.downloadUrl)).pathname, { "accept-encoding": "gzip" });
    expect(answer.headers).toMatchObject({ "content-length": "4" });
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });
});

test("the OpenAPI 3.1 document names every route of the contract and the resources", async () => {
  const document: { openapi: string; paths: Record<string, object>; components: { schemas: object } } =
    await tiny.json("/openapi.json");
  expect(document.openapi).toBe("3.1.0");
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      "/api/sites",
      "/api/products",
      "/api/products/variables",
      "/api/instruments",
      "/api/models",
      "/api/files/{uuid}",
      "/api/files",
      "/api/model-files",
      "/api/visualizations/{uuid}",
      "/api/visualizations",
      "/api/raw-files",
      "/api/raw-model-files",
      "/upload/metadata",
      "/upload/data/{md5}",
    ]),
  );
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(["Site", "File", "Upload", "Error"]),
  );
  expect(Object.keys(document.paths).join()).not.toContain("__control");
});

describe("what keeps a portal from starting is one clear sentence", () => {
  const start = (options: object) => startMockPortal({ dataFolder: folder, seed: "empty", ...options });
  test("data folder not writable", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const refusal = start({ dataFolder: join(file, "data") });
    await expect(refusal).rejects.toThrow(MockPortalRefusal);
    await expect(refusal).rejects.toThrow(`data folder cannot be written: ${join(file, "data")}`);
  });
  test("data folder in use by another mock portal", async () => {
    const second = startMockPortal({ dataFolder: tiny.dataFolder, seed: "empty" });
    await expect(second).rejects.toThrow("in use by another mock portal");
    expect((await tiny.get("/api/sites")).status).toBe(200);
  });
  test("records that are no database", async () => {
    const damaged = join(folder, "damaged");
    await (await startMockPortal({ dataFolder: damaged, seed: "empty" })).close();
    await writeFile(join(damaged, "portal.sqlite"), "not a database, not a database");
    await expect(start({ dataFolder: damaged })).rejects.toThrow("records cannot be opened");
  });
  test("port in use", async () => {
    const port = Number(new URL(tiny.portal.url).port);
    const refusal = start({ dataFolder: join(folder, "other"), port });
    await expect(refusal).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
    await expect(refusal).rejects.toThrow(MockPortalRefusal);
  });
  test("option files: a missing file and a wrong field are named", async () => {
    const missing = join(folder, "none.json");
    expect(await readOptionFiles({ users: missing })).toEqual({
      ok: false,
      message: expect.stringContaining(`${missing}: cannot be read`),
    });
    const wrong = join(folder, "faults.json");
    await writeFile(wrong, '{"rules":[{"fault":{"slow":1}}]}');
    expect(await readOptionFiles({ faults: wrong })).toEqual({
      ok: false,
      message: expect.stringContaining(`${wrong}: rules[0].fault`),
    });
    expect(await readOptionFiles({})).toEqual({ ok: true, value: {} });
  });
});

test("a plot that the demo seed did not store is drawn when it is asked for", async () => {
  const s3key = "demo/hyytiala/2024-05-01/radar-Zh/v1_0-24.png";
  const plots = [{ sourceFileId: uuid(102), s3key, variableId: "radar-Zh", dimensions: null }];
  const drawing = await startTinyPortal({
    seed: async (target, today) => {
      await tinySeed(target, today);
      target.insert({ plots });
    },
  });
  const png = await drawing.get(`/api/download/image/${s3key}`);
  expect(png.headers.get("content-type")).toBe("image/png");
  expect(
    Buffer.from(await png.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  await drawing.end();
});

test("without users there is `station` with the password `station` for all sites", async () => {
  const portal = await startMockPortal({ dataFolder: join(folder, "default"), seed: "empty" });
  const response = await fetch(`${portal.url}/upload/metadata`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from("station:station").toString("base64")}`,
      "content-type": "application/json",
    },
    body: "{}",
  });
  expect(response.status).toBe(422);
  await portal.close();
});
