import { readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MockPortal } from "#mock-portal/portal.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** The bundled portal gives nothing but its own records, whatever path it is asked for. */

let outside: string;
let portal: MockPortal;
beforeAll(async () => {
  outside = await makeScratch("skyferry-paths-");
  await writeFile(join(outside, "secret.txt"), "hunter2");
  portal = await openPortal({ dataFolder: join(outside, "portal") });
});
afterAll(async () => {
  await portal.close();
  await rm(outside, { recursive: true, force: true });
});

/** As it is written: `fetch` would tidy the path up. */
function asked(path: string, method = "GET"): Promise<{ readonly status: number; readonly text: string }> {
  const { hostname, port } = new URL(portal.url);
  return new Promise((resolve, reject) => {
    const one = request({ hostname, port, path, method }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      );
    });
    one.on("error", reject);
    one.end();
  });
}

const routes = [
  "/api/download/product/x/",
  "/api/download/raw/x/",
  "/api/download/image/",
  "/api/files/",
  "/upload/metadata/",
  "/",
];
const ways = [
  "../../secret.txt",
  "..%2f..%2fsecret.txt",
  "%2e%2e/%2e%2e/secret.txt",
  "..%5c..%5csecret.txt",
  "%00",
  "..%252fsecret.txt",
];

test.each(routes.flatMap((route) => ways.map((way) => route + way)))("%s gives nothing", async (path) => {
  const { status, text } = await asked(path);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(text).not.toContain("hunter2");
});

test("what would have been given is there", async () => {
  expect(await readFile(join(outside, "secret.txt"), "utf8")).toBe("hunter2");
});
