import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifyDelivery } from "#cli/demo/verify-delivery.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

test("each file is downloaded on a connection of its own, and compared", async () => {
  const folder = await makeScratch("skyferry-verify-");
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = ["a.nc", "b.nc", "c.nc"];
  const paths = names.map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, "measured");
  const checksum = createHash("md5").update("measured").digest("hex");
  let [connections, requests] = [0, 0];
  const portal = createServer(({ url, headers }, answer) => {
    requests += 1;
    const records = names.map((filename) => ({
      filename,
      checksum,
      status: "processed",
      downloadUrl: `http://${headers.host}/${filename}`,
    }));
    if (url?.startsWith("/api/")) answer.end(JSON.stringify(records));
    else answer.end(url === "/c.nc" ? "other" : "measured");
  });
  portal.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => portal.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void portal.close());
  const url = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
  const { verified, portalCount, wrong } = await verifyDelivery(url, paths, "hyytiala");
  expect({ verified, portalCount }).toEqual({ verified: 2, portalCount: 3 });
  expect(wrong).toEqual([{ path: paths[2], reason: expect.stringContaining("different content") }]);
  expect([requests, connections]).toEqual([4, 4]);
});
